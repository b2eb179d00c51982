"""The parts of the verifier; `figgen.verify` is the door."""
