"""People whose box the companion does not know: they call some cards and areas otherwise, and answer what it asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from companion.inbox import TableSeen
from companion.play.simulated.players import Act, OnView, Say, SimulatedPlayers
from companion.play.simulated.simulated_table import SimulatedTable
from rules.amulett.board import PYRAMID_CITY, start_area
from rules.amulett.facts import parse_facts
from rules.core.questions import Question
from rules.core.table import Move, TableCards
from rules.core.view import View
from tests.games import game_box

Names = Mapping[str, str]  # what the companion says -> what the people say


def names_between(slug: str, known: Mapping[str, Any], box: Mapping[str, Any]) -> dict[str, str]:
    """Cards by the tags they carry, however many copies there are thought to be; the first area without a board."""
    carton = game_box(slug)
    theirs = {card.tag: card.card for card in carton.cards(box) if card.tag is not None}
    pairs = ((card.card, theirs.get(card.tag, card.card)) for card in carton.cards(known) if card.tag is not None)
    names = {ours: other for ours, other in pairs if ours != other}
    if slug == "amulett" and start_area(parse_facts(known).areas) is None:
        names[PYRAMID_CITY] = start_area(parse_facts(box).areas) or PYRAMID_CITY
    return names


def renamed(value: Any, names: Names) -> Any:
    """The same value with every name in it replaced, keys included."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {renamed(key, names): renamed(item, names) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return type(value)(renamed(item, names) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{item.name: renamed(getattr(value, item.name), names) for item in fields(value)})
    return value


class Strangers:
    """Simulated people behind an interpreter. See ``companion.play.simulated.players.SimulatedPlayers``."""

    def __init__(self, people: SimulatedPlayers, names: Names) -> None:
        self._people = people
        self._names = dict(names)
        self._back = {theirs: ours for ours, theirs in names.items()}

    @property
    def table(self) -> SimulatedTable:
        return self._people.table

    @table.setter
    def table(self, table: SimulatedTable) -> None:
        self._people.table = table

    def next_act(self, shown: OnView[View]) -> Act | None:
        act = self._people.next_act(renamed(shown, self._names))
        return renamed(act, self._back) if isinstance(act, Say) else act

    def answer(self, question: Question) -> Any:
        sort, name, *rest = question.fact.split(".")
        fact = ".".join((sort, self._names.get(name, name), *rest))
        return self._people.answer(replace(question, fact=fact))

    def put_back(self, move: Move) -> Act:
        return self._people.put_back(renamed(move, self._names))

    def follow(self, command: Any) -> None:
        self._people.follow(renamed(command, self._names))

    def take_up(self, views: Sequence[View]) -> None:
        self._people.take_up(renamed(views, self._names))

    def truth(self) -> dict[str, Any]:
        return self._people.truth()

    def belief(self, view: View) -> dict[str, Any]:
        return self._people.belief(renamed(view, self._names))

    def look(self, _people: SimulatedPlayers, now_ms: int) -> TableSeen:
        """What a perfect camera reads: tags, so the companion's own names."""
        zones = {zone: renamed(cards, self._back) for zone, cards in self.table.zones.items()}
        return TableSeen(TableCards(zones), frozenset(), at_ms=now_ms)
