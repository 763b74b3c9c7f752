"""Facts: what is printed in a game's box, read from files or told by the owner."""
