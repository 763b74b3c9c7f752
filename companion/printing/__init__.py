"""What is printed in true size: labels, table cards, mats; and from how high a camera sees them."""
