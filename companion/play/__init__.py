"""A game being played: the live game, the ladder from cards to commands, clocks, the referee, simulated players."""
