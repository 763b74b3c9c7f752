"""What is printed in a box: read from files, asked about, told by the owner."""
