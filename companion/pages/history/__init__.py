"""Past nights: view, export, play again."""
