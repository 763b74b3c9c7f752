"""Telling the box what is printed on the cards: one by one, by piles, by faces, from another box."""
