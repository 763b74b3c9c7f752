"""What people tell of a table without following its rules: what stays, round by round, or the cards at the end.

Following, scribing and just scoring are ways of telling one game, in one journal: an entry holds a command of the game
or one of these. The pad knows no game: cards, seats and rounds come in as a ``KnownTable``.
"""
