"""What is told of a table beside its rules: round by round what stays, or card by card at the end.

Following, scribing and just scoring are ways of telling one game, in one journal: an entry holds a command of the game
or one of these. The pad knows no game: cards, seats and rounds come in as a ``KnownTable``.
"""
