"""The language of formulas: read, evaluated, written down again, never given to Python to run."""
