"""What is kept: games entry by entry, the roster, past nights."""
