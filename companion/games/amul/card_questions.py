"""With how many players each copy of a card comes in, asked column by column of the rulebook's table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.amul.box import rulebook
from companion.games.amul.powers.asking import OTHER
from companion.games.amul.powers.likely import likely_players
from companion.teaching.course import Told
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.amul.deck import PLAYERS
from rules.amul.facts import Facts, Kind
from rules.core.words import Words, words

MOST_COPIES = 20


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the distribution table: cards that come in with the same number of players."""

    market: int
    palace: int

    def question(self, kind: str) -> Words:
        if self.market:
            return words("teach.ask.players", kind=kind, n=self.market)
        return words("teach.ask.palace_players", kind=kind, n=self.palace)


def ask_players(facts: Facts, kind: Kind) -> Script[Told]:
    """Each column comes in with more players than the one before."""
    columns = columns_of(kind)
    chosen: list[int] = []
    for number, column in enumerate(columns):
        least = chosen[-1] + 1 if chosen else PLAYERS.start
        most = PLAYERS.stop - len(columns) + number
        if least == most:
            chosen.append(least)
            continue
        options = numbers(range(least, most + 1))
        if not chosen and kind.copies:
            options = (*options, Option(OTHER, words("teach.option.copies")))
        lacking = likely_players(facts, palace=not column.market)
        likely = max(range(least, most + 1), key=lambda players: lacking[players])
        value = yield Ask(column.question(kind.slug), options, start_at(options, likely))
        if value == OTHER:
            return (yield from _ask_copies(kind))
        chosen.append(value)
    return dict(_players_told(kind, columns, chosen))


def _ask_copies(kind: Kind) -> Script[Told]:
    """A box with other copies than the rulebook's table: counted, then told card by card."""
    options = numbers(range(1, MOST_COPIES + 1))
    likely = start_at(options, kind.copies)
    copies = yield Ask(words("teach.ask.copies", kind=kind.slug), options, likely)
    chosen: list[int] = []
    while len(chosen) < copies:
        least = chosen[-1] if chosen else PLAYERS.start
        asked = words("teach.ask.copy_players", kind=kind.slug, number=len(chosen) + 1)
        chosen.append((yield Ask(asked, numbers(range(least, PLAYERS.stop)))))
    name = f"cards.{kind.slug}"
    return {f"{name}.copies": copies, f"{name}.min_players": chosen}


def columns_of(kind: Kind) -> tuple[Column, ...]:
    """``2,P P 1``: two market cards and a palace card, a palace card, a market card."""
    printed = str(rulebook().about[kind.slug].get("printed", ""))
    columns = tuple(_column(entry) for entry in printed.split())
    fits = sum(column.market for column in columns) == kind.copies
    fits = fits and sum(column.palace for column in columns) == kind.palace_copies
    if fits and len(columns) <= len(PLAYERS):
        return columns
    return (*(Column(1, 0) for _ in range(kind.copies)), *(Column(0, 1) for _ in range(kind.palace_copies)))


def _column(entry: str) -> Column:
    parts = entry.split(",")
    return Column(sum(int(part) for part in parts if part.isdecimal()), parts.count("P"))


def _players_told(kind: Kind, columns: tuple[Column, ...], chosen: list[int]) -> Iterator[tuple[str, Any]]:
    market = [least for column, least in zip(columns, chosen, strict=True) for _ in range(column.market)]
    palace = [least for column, least in zip(columns, chosen, strict=True) for _ in range(column.palace)]
    if market:
        yield f"cards.{kind.slug}.min_players", market
    if palace:
        yield f"cards.{kind.slug}.palace", {"copies": len(palace), "min_players": palace}
