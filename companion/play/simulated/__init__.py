"""Simulated players: what they can do, their table, and players who make random legal moves."""
