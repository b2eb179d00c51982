"""From Markdown to a page: citations, blocks, headings, formulas, each in its place."""
