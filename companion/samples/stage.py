"""One way to see every screen: a language, a number of players, names that are long, practice values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.i18n import Phrases
from companion.shelves import find_shelf, phrases_for

NAMES = ("Maximiliane-Charlotte", "Bo", "Linda", "Jörg", "Ōtomo", "Anneliese", "Tim", "Weiß")


@dataclass(frozen=True, slots=True)
class Stage:
    """One way to see every screen: a language and a number of players."""

    language: str
    players: int

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    @property
    def say(self) -> Phrases:
        return phrases_for("amul", self.language, practice_facts(), self.names)


@cache
def practice_facts() -> Mapping[str, Any]:
    return find_shelf("amul").document("practice", Path())
