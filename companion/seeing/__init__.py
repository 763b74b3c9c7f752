"""The camera's side of the program: eyes for a game, what they saw, what is recorded."""
