"""The parts of the source scan; `figgen.source` is the door."""
