"""What a page can show: tables, maps, masks, worked lines. Every module here is one kind of block."""
