"""Planted faults: `python -m tests.mutants` changes every number of the book, one at a time, and counts what
is caught."""
