"""The camera's side of the program: eyes for a game, learnt faces, previews and recordings."""
