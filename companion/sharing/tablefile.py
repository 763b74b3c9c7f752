"""A table written down in a file (TOML or JSON): who sat there, and what lay before each. Read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.facts.amul import load_facts
from companion.facts.file import read_document, refusal
from rules.amul.facts import Facts
from rules.amul.scoring import OPTIONS, AmulScore, ScorePad, score_json, score_table
from rules.core.errors import InvalidValue, expect
from rules.core.players import LONGEST_NAME
from rules.core.values import choice, listed, table, text, whole, wrong
from rules.core.words import Words, words

MOST_CARDS = 39  # of one area; nine rounds with an effect each and five cards from hand make 23
MOST_TOLD = 10_000


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table ready to score: ids are normal ids."""

    facts_name: str
    facts: Facts
    names: tuple[str, ...]
    areas: tuple[tuple[str, ...], ...]
    told: Mapping[str, int]
    first_pick: int
    start: int
    options: Mapping[str, str]


def read_table(path: Path, home: Path | None = None) -> WrittenTable:
    """Reads and checks a table file, and the facts it names; raises ``CompanionError`` in one line.

    ``home``: the data folder with the owner's facts; None: where the settings say.
    """
    document = _without_null(read_document(path))
    try:
        name = _facts_name(document)
    except InvalidValue as error:
        raise refusal(path, error) from error
    facts = load_facts(name, path.parent, home)
    try:
        return _parse(document, name, facts)
    except InvalidValue as error:
        raise refusal(path, error) from error


def score_written(written: WrittenTable) -> ScorePad:
    return score_table(
        written.facts,
        written.areas,
        names=written.names,
        told=written.told,
        first_pick=written.first_pick,
        start=written.start,
        options=written.options,
    )


def answer(written: WrittenTable) -> AmulScore:
    """The answer of ``score --json``, its sentences still ``Words``."""
    score = score_written(written)
    return score_json(score, facts=written.facts, facts_name=written.facts_name, notes=notes(written))


def notes(written: WrittenTable) -> tuple[Words, ...]:
    """Cards that this number of players does not use: odd, but the table is right."""
    players = len(written.names)
    cards = (written.facts.cards[card] for area in written.areas for card in area)
    unused = [card for card in cards if card.is_used_by(players) is False]
    return tuple(words("amul.note.not_in_use", card=card.id, id=card.id, players=players) for card in unused)


def _without_null(document: Mapping[str, Any]) -> dict[str, Any]:
    """JSON may say null for what TOML leaves out."""
    return {key: value for key, value in document.items() if value is not None}


def _facts_name(document: Mapping[str, Any]) -> str:
    allowed = ("game", "facts", "first_pick", "start", "options", "players")
    table(document, "", allowed)
    choice(document.get("game"), "game", ("amul",))
    return text(document.get("facts", "own"), "facts", 500)


def _parse(document: Mapping[str, Any], name: str, facts: Facts) -> WrittenTable:
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
    return WrittenTable(
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
