"""Numbers as text: forms, rounding, and what a stored number looks like on a page."""
