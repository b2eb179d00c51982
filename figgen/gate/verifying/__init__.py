"""The parts of the verifier; `figgen.gate.verify` is the door."""
