"""What is tried in the virtual box: one function each, which answers what it saw in a line."""
