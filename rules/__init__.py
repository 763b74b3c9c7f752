"""The rules of each game in a folder of their own, and what they share: pure, standard library only."""
