"""What screens show, made from what everybody at the table may know."""
