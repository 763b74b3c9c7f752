"""The editor of facts in a browser: what is printed in a box, told card by card or by piles."""
