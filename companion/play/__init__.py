"""A game being played: the night, the ladder from cards to commands, the auction clock, the referee."""
