"""The parts of the source scan; `figgen.gate.source` is the door."""
