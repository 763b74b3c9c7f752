"""What can be wrong with a value handed to the rules. What a player may not do is a refusal, not an error."""

from __future__ import annotations

from rules.core.words import Value, Words


class RulesError(Exception):
    """Anything the rules raise."""


class InvalidValue(RulesError, ValueError):
    """A value that cannot be read: names the place and, as a clause in any language, what was expected there.

    ``wanted`` is that alone; ``expected`` adds what stood there instead, if that is worth saying.
    """

    def __init__(self, place: str, wanted: Words, got: Value = None) -> None:
        self.place = place
        self.wanted = wanted
        self.expected = wanted if got is None else expect("but_got", expected=wanted, got=got)
        super().__init__(f"{self.expected!r} at {place!r}")


def expect(name: str, /, **values: Value) -> Words:
    """What was expected, as a clause: ``expect("whole", low=3, high=8)`` has its words at ``expect.whole``."""
    return Words(f"expect.{name}", values)
