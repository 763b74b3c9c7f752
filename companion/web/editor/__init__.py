"""The facts editor in a browser: what is printed in a box, told card by card or by piles."""
