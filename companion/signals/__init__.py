"""Lamps, sounds and speech that follow the game."""
