"""Where each number comes from: derivations, the pages and data that show them."""
