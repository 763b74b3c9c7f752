"""Every game that was found, and those that were found broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.contract.game import TableGame
from companion.facts.box import GameBox
from companion.language.wording import Trouble
from rules.core.game import Game
from rules.core.values import readable
from rules.core.words import Words, words

if TYPE_CHECKING:
    from companion.keeping.session import Session


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A game that was found and cannot be used, and why."""

    name: str
    why: Words


class Games:
    """Every game that was found, by slug, in the order of their names."""

    def __init__(self, found: Iterable[TableGame], broken: Iterable[BrokenGame] = ()) -> None:
        self._games = {game.slug: game for game in sorted(found, key=lambda game: game.slug)}
        self.broken = tuple(broken)

    def __iter__(self) -> Iterator[TableGame]:
        return iter(self._games.values())

    def __contains__(self, slug: object) -> bool:
        return slug in self._games

    def __getitem__(self, slug: str) -> TableGame:
        """Raises ``CompanionError`` for a game nobody knows."""
        if slug not in self._games:
            raise Trouble(words("facts.trouble.no_game", games=", ".join(self.slugs), got=readable(slug)))
        return self._games[slug]

    @property
    def slugs(self) -> tuple[str, ...]:
        return tuple(self._games)

    @property
    def columns(self) -> dict[str, str]:
        """Of a spreadsheet: those of all games, whichever is in it, so that two of them fit below each other."""
        return {column: key for game in self for column, key in game.columns.items()}

    def rules(self, slug: str) -> Game[Any] | None:
        """The rules of that name, if there are such."""
        return self._games[slug].rules if slug in self._games else None

    def playable(self, slug: str) -> tuple[Game[Any], GameBox] | None:
        """Rules and box of that name, if there is such a game."""
        return (self._games[slug].rules, self._games[slug].box) if slug in self._games else None

    def box(self, slug: str, home: Path | None = None) -> GameBox:
        """``home``: the data folder with the owner's facts, None: where the settings say."""
        return self[slug].box.at(home)

    def session(self, session: Session) -> TableGame:
        """The game that is played in a session."""
        return self[session.game.slug]
