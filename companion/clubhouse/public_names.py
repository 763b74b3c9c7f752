"""Player names as everyone may read them: a player who does not want to be named appears as a numbered guest."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace

from companion.club.messages import GameResult
from companion.clubhouse.result_corrections import Counted
from companion.language.i18n import Phrases
from companion.language.names import name_key, name_pattern


class PublicNames:
    """Replaces the names of hidden players, in lists and in free text."""

    def __init__(self, counted: Counted, say: Phrases) -> None:
        self._counted = counted
        self._game: str | None = None
        self._box = ""
        self._guests = {name: say("clubhouse.guest", n=number) for number, name in enumerate(counted.hidden, 1)}
        written = {one.name: one.to for one in counted.renames if one.to in self._guests}
        written |= {name: sign for sign in self._guests for name in counted.persons.spellings(sign)}
        every = {**{name: self._guests[to] for name, to in written.items()}, **self._guests}
        self._anywhere = {name_key(name): guest for name, guest in every.items()}
        longest_first = sorted(map(name_pattern, every), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)", re.IGNORECASE) if every else None

    def at(self, game: str | None, box: str) -> PublicNames:
        """The same for names of one game at one box."""
        found = copy(self)
        found._game, found._box = game, box  # noqa: SLF001 - our own copy
        return found

    def name(self, name: str) -> str:
        """A name as a box has it."""
        return self.shown(self._counted.named(name, self._game, self._box))

    def shown(self, shown: str) -> str:
        """A name as it stands in counted results. A person's sign means nobody else, even one who is hidden."""
        if self._counted.persons.by_sign(shown) is not None:
            return self._guests.get(shown, shown)
        return self._anywhere.get(name_key(shown), shown)

    def text(self, text: str) -> str:
        """Free text from a box or a table: hidden names in it are replaced too."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._anywhere.get(name_key(match[1]), "…"), text)

    def result(self, result: GameResult) -> GameResult:
        """A result for paper and files."""
        players = tuple(replace(one, name=self.shown(one.name)) for one in result.players)
        return replace(result, players=players, table=self.text(result.table))
