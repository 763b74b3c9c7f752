"""What can be wrong with a value handed to the rules. What a player may not do is a refusal, not an error."""

from __future__ import annotations

from rules.core.words import Value, Words


class RulesError(Exception):
    """Anything the rules raise."""


class InvalidValue(RulesError, ValueError):
    """A value that cannot be read: names the place and, as a clause in any language, what was expected there."""

    def __init__(self, place: str, expected: Words) -> None:
        super().__init__(f"{expected!r} at {place!r}")
        self.place = place
        self.expected = expected


def expect(name: str, /, **values: Value) -> Words:
    """What was expected, as a clause: ``expect("whole", low=3, high=8)`` has its words at ``expect.whole``."""
    return Words(f"expect.{name}", values)
