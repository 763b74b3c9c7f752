"""A game in progress and its end: table, questions, menu, log, score."""
