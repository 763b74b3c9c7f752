"""A table file (TOML or JSON): the players and the cards in front of each. Parsed strictly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.facts.box import GameBox
from companion.facts.file import refusal
from rules.amul.facts import Facts, parse_facts
from rules.amul.palace import is_used
from rules.amul.rulings import OPTIONS
from rules.amul.scoring import AmulScore, score_json, score_table
from rules.core.errors import InvalidValue, expect
from rules.core.players import LONGEST_NAME
from rules.core.values import choice, listed, table, text, whole, wrong
from rules.core.words import Words, words

MOST_CARDS = 39  # cards in one area; nine rounds with an effect each and five cards from hand make 23
MOST_TOLD = 10_000


@dataclass(frozen=True, slots=True)
class AmulTable:
    """A table ready to score, with normal card ids."""

    facts_name: str
    facts: Facts
    names: tuple[str, ...]
    areas: tuple[tuple[str, ...], ...]
    told: Mapping[str, int]
    first_pick: int
    start: int
    options: Mapping[str, str]

    @property
    def document(self) -> Mapping[str, Any]:
        return self.facts.document

    def score(self) -> AmulScore:
        """The answer of ``score --json``, its sentences still ``Words``."""
        scored = score_table(
            self.facts,
            self.areas,
            names=self.names,
            told=self.told,
            first_pick=self.first_pick,
            start=self.start,
            options=self.options,
        )
        return score_json(scored, facts=self.facts, facts_name=self.facts_name, notes=notes(self))


class AmulScoring:
    """Scores a table of Āmul that was not followed."""

    def cards(self, facts: Mapping[str, Any]) -> Sequence[str]:
        known = parse_facts(facts)
        return known.in_id_order(known.cards)

    def score(
        self,
        facts: Mapping[str, Any],
        areas: Sequence[Sequence[str]],
        names: Sequence[str],
        named: str,
        *,
        told: Mapping[str, int],
        house: Mapping[str, str | int],
    ) -> AmulScore:
        known = parse_facts(facts)
        pad = score_table(known, areas, names=names, told=told, options=house)
        return score_json(pad, facts=known, facts_name=named)

    def read_file(self, document: Mapping[str, Any], path: Path, box: GameBox) -> AmulTable:
        """Checks a table file and the facts it names; raises ``CompanionError`` with one line."""
        given = _without_null(document)
        try:
            name = _facts_name(given)
        except InvalidValue as error:
            raise refusal(path, error) from error
        facts = parse_facts(box.document(name, path.parent))
        try:
            return _parse(given, name, facts)
        except InvalidValue as error:
            raise refusal(path, error) from error


def notes(written: AmulTable) -> tuple[Words, ...]:
    """Cards that this number of players does not use: odd, but not refused."""
    players = len(written.names)
    cards = (written.facts.cards[card] for area in written.areas for card in area)
    unused = [card for card in cards if is_used(written.facts, players, card) is False]
    return tuple(words("amul.note.not_in_use", card=card.id, id=card.id, players=players) for card in unused)


def _without_null(document: Mapping[str, Any]) -> dict[str, Any]:
    """JSON may have null where TOML leaves a key out."""
    return {key: value for key, value in document.items() if value is not None}


def _facts_name(document: Mapping[str, Any]) -> str:
    allowed = ("game", "facts", "first_pick", "start", "options", "players")
    table(document, "", allowed)
    return text(document.get("facts", "own"), "facts", 500)


def _parse(document: Mapping[str, Any], name: str, facts: Facts) -> AmulTable:
    players = document.get("players")
    if not isinstance(players, list) or not 3 <= len(players) <= 8:
        raise wrong("players", expect("players", least=3, most=8), players)
    names = _names(players)
    areas = tuple(_area(player, f"players[{seat}].area", facts) for seat, player in enumerate(players))
    _check_once(areas)
    told: dict[str, int] = {}
    for seat, player in enumerate(players):
        told |= _told(_without_null(player).get("told", {}), f"players[{seat}].told", facts, areas[seat])
    last = len(players) - 1
    return AmulTable(
        facts_name=name,
        facts=facts,
        names=names,
        areas=areas,
        told=told,
        first_pick=whole(document.get("first_pick", 0), "first_pick", 0, last),
        start=whole(document.get("start", 0), "start", 0, last),
        options=_options(document.get("options", {})),
    )


def _names(players: list[Any]) -> tuple[str, ...]:
    names: list[str] = []
    for seat, player in enumerate(players):
        place = f"players[{seat}]"
        name = text(table(player, place, ("name", "area", "told")).get("name"), f"{place}.name", LONGEST_NAME).strip()
        if not name or name in names:
            raise wrong(f"{place}.name", expect("own_name"), name)
        names.append(name)
    return tuple(names)


def _area(player: Mapping[str, Any], place: str, facts: Facts) -> tuple[str, ...]:
    if "area" not in player:
        raise wrong(place, expect("cards"), None)
    return tuple(
        _card(card, f"{place}[{n}]", facts) for n, card in enumerate(listed(player["area"], place, 0, MOST_CARDS))
    )


def _card(given: object, place: str, facts: Facts) -> str:
    ident = facts.normal_id(given) if isinstance(given, str) else None
    if ident is not None:
        return ident
    cards = facts.kinds[given].cards() if isinstance(given, str) and given in facts.kinds else ()
    if cards:
        raise wrong(place, expect("which_card", first=cards[0].id, last=cards[-1].id), given)
    raise wrong(place, expect("box_card"), given)


def _check_once(areas: tuple[tuple[str, ...], ...]) -> None:
    seen: set[str] = set()
    for seat, area in enumerate(areas):
        for n, card in enumerate(area):
            if card in seen:
                raise wrong(f"players[{seat}].area[{n}]", expect("one_place"), card)
            seen.add(card)


def _told(given: object, place: str, facts: Facts, area: tuple[str, ...]) -> dict[str, int]:
    if not isinstance(given, Mapping):
        raise wrong(place, expect("table_like", example='{ "yurt" = 4 }'), given)
    told: dict[str, int] = {}
    for key, points in given.items():
        ident = facts.normal_id(key)
        if ident not in area or ident in told:
            raise wrong(place, expect("area_cards"), key)
        told[ident] = whole(points, f"{place}.{key}", -MOST_TOLD, MOST_TOLD)
    return told


def _options(given: object) -> dict[str, str]:
    options = table(given, "options", tuple(OPTIONS))
    return {rule: choice(value, f"options.{rule}", OPTIONS[rule]) for rule, value in options.items()}
