"""Errors in values passed to the rules. A move that a player may not make is a refusal, not an error."""

from __future__ import annotations

from rules.core.words import Value, Words


class RulesError(Exception):
    """Anything the rules raise."""


class InvalidValue(RulesError, ValueError):
    """A value that cannot be read: where it is and, as a translatable clause, what was expected there.

    ``wanted`` is that clause alone; ``expected`` adds what was found instead, if that helps.
    """

    def __init__(self, place: str, wanted: Words, got: Value = None) -> None:
        self.place = place
        self.wanted = wanted
        self.expected = wanted if got is None else expect("but_got", expected=wanted, got=got)
        super().__init__(f"{self.expected!r} at {place!r}")


def expect(name: str, /, **values: Value) -> Words:
    """What was expected, as a clause: the words of ``expect("whole", low=3, high=8)`` are at ``expect.whole``."""
    return Words(f"expect.{name}", values)
