"""What can be wrong with a value handed to the rules. What a player may not do is a refusal, not an error."""

from __future__ import annotations


class RulesError(Exception):
    """Anything the rules raise."""


class InvalidValue(RulesError, ValueError):
    """A value that cannot be read: names the place and what was expected there."""

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(f"expected {expected} at {place}" if place else f"expected {expected}")
        self.place = place
        self.expected = expected
