"""A game in progress and its end: the table, what is asked, the menu, the log, the score."""
