"""The keyboard for a person's name: names that begin with what is written are a row of their own, above the letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from companion.language.names import plain_name
from companion.screens import Finished, Outcome
from companion.screens.keyboard_screen import DELETE, KeyboardModel, KeyboardScreen

MOST_LIKELY = 4  # names in their row


class NameScreen(KeyboardScreen):
    """After each letter the focus is on the likely names, so that most are written by one or two letters."""

    def __init__(self, model: KeyboardModel, names: Sequence[str]) -> None:
        """``names``: the likely ones first."""
        super().__init__(model)
        self._names = [(plain_name(name), name) for name in names]

    @property
    def keys(self) -> tuple[Sequence[str], ...]:
        letters = self.model.letters
        return (likely, *letters) if (likely := self._likely()) else letters

    def _likely(self) -> tuple[str, ...]:
        begun = "" if self.is_whole else plain_name(self.text)
        found = (name for plain, name in self._names if begun and plain.startswith(begun) and name != self.text)
        return tuple(islice(found, MOST_LIKELY))

    def _key(self, key: str) -> Outcome | None:
        if len(key) > 1:
            return Finished(key)
        done = super()._key(key)
        self.row = len(self.keys) - 1 if key == DELETE else 0
        return done

    def _back(self) -> Outcome | None:
        is_row = self.column is None
        done = super()._back()
        self.row = 0 if is_row else self.row
        return done
