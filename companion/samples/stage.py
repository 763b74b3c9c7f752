"""One way to see every screen: a language, a number of players, names that are long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.language.i18n import Phrases
from companion.screens import Screen

NAMES = ("Maximiliane-Charlotte", "Bo", "Linda", "Jörg", "Ōtomo", "Anneliese", "Tim", "Weiß")


@dataclass(frozen=True, slots=True)
class SampleTable:
    """One way to see every screen: a language and a number of players."""

    language: str
    players: int

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    @property
    def say(self) -> Phrases:
        return Phrases(self.language, players=self.names)


Sample: TypeAlias = Callable[[SampleTable], Screen]
