"""Player names as everyone may read them: a player who does not want to be named appears as a numbered guest."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.club.messages import GameResult
from companion.clubhouse.result_corrections import Counted
from companion.language.i18n import Phrases
from companion.language.names import name_key, name_pattern


class PublicNames:
    """Replaces the names of hidden players, in lists and in free text."""

    def __init__(self, counted: Counted, say: Phrases) -> None:
        self._counted = counted
        self._guests = {name: say("clubhouse.guest", n=number) for number, name in enumerate(counted.hidden, 1)}
        written = {one.name: one.to for one in counted.renames if one.to in self._guests}
        every = {**{name: self._guests[to] for name, to in written.items()}, **self._guests}
        self._anywhere = {name_key(name): guest for name, guest in every.items()}
        longest_first = sorted(map(name_pattern, every), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)", re.IGNORECASE) if every else None

    def name(self, name: str, game: str | None = None) -> str:
        found = self._counted.named(name, game)
        return self._anywhere.get(name_key(found), found)

    def text(self, text: str) -> str:
        """Free text from a box or a table: hidden names in it are replaced too."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._anywhere.get(name_key(match[1]), "…"), text)

    def result(self, result: GameResult) -> GameResult:
        """A result for paper and files."""
        players = tuple(replace(one, name=self._anywhere.get(name_key(one.name), one.name)) for one in result.players)
        return replace(result, players=players, table=self.text(result.table))
