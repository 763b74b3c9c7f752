"""Simulated people: what they can do at a table, the table itself, and people who just play any legal move."""
