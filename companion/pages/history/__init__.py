"""Past nights: looked at, taken home, played again."""
