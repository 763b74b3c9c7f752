"""Questions about a kind of card: the player counts of its copies, column by column of the rulebook's table, and its
symbols: first what most cards show, else counted one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.amul.box import rulebook
from companion.games.amul.powers.asking import OTHER
from companion.games.amul.powers.likely import from_counterpart, likely_players
from companion.teaching.course import Told
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.amul.cards import TRAITS
from rules.amul.deck import PLAYERS
from rules.amul.facts import Facts, Kind
from rules.core.words import Words, words

COUNTED = (0, 1, 2, 3, 4)
# What most cards show; anything else is counted symbol by symbol.
COMMON: tuple[Mapping[str, int], ...] = (
    {},
    {"prowess": 1},
    {"arab": 1},
    {"arab": 1, "prowess": 1},
    {"mongol": 1},
    {"mongol": 1, "prowess": 1},
    {"prowess": 2},
    {"prowess": 3},
)

MOST_COPIES = 20


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the distribution table: cards that come in at the same player count."""

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
    """For a box whose copies differ from the rulebook's table: counted, then told card by card."""
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


def ask_symbols(facts: Facts, kind: Kind) -> Script[Told]:
    common = tuple(Option(dict(symbols), symbols_words(symbols)) for symbols in COMMON)
    options = (*common, Option(OTHER, words("teach.option.count")))
    twin = from_counterpart(facts.document["cards"], kind.slug, "traits")
    likely = dict(kind.traits) if kind.traits is not None else twin or _likely_symbols(kind.slug)
    value = yield Ask(words("teach.ask.symbols", kind=kind.slug), options, start_at(options, likely))
    if value == OTHER:
        value = yield from _ask_each(facts, kind)
    return {f"cards.{kind.slug}.traits": value}


def _ask_each(facts: Facts, kind: Kind) -> Script[dict[str, int]]:
    counted: dict[str, int] = {}
    likely = _likely_symbols(kind.slug)
    for trait in traits_of(facts):
        asked = words("teach.ask.how_many", kind=kind.slug, trait=trait)
        options = numbers(COUNTED)
        counted[trait] = yield Ask(asked, options, start_at(options, likely.get(trait, 0)))
    while True:
        asked = words("teach.ask.other_symbol", kind=kind.slug)
        done, other = Option("done", words("teach.option.all")), Option(OTHER, words("teach.option.other"))
        if (yield Ask(asked, (done, other))) == "done":
            return {trait: number for trait, number in counted.items() if number}
        name = str((yield Ask(words("teach.ask.trait_name"), is_text=True))).strip().lower()
        asked = words("teach.ask.how_many", kind=kind.slug, trait=name)
        counted[name] = yield Ask(asked, numbers(COUNTED), 1)


def ask_symbol(fact: str, kind: str, trait: str) -> Script[Told]:
    """How many of one symbol."""
    value = yield Ask(words("teach.ask.how_many", kind=kind, trait=trait), numbers(COUNTED), 1)
    return {fact: value}


def traits_of(facts: Facts) -> tuple[str, ...]:
    """The three symbols that the rules know, then any others that a card of this box shows or counts."""
    shown = {trait for kind in facts.kinds.values() for trait in kind.traits or ()}
    counted = {trait for entry in facts.document["cards"].values() for trait in _counted(entry.get("power", ()))}
    return (*TRAITS, *sorted((shown | counted).difference(TRAITS)))


def _counted(value: Any) -> Iterator[str]:
    """Every symbol that a power, or a part of one, counts."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from [str(item)] if key == "trait" else _counted(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _counted(item)


def symbols_words(symbols: Mapping[str, int]) -> Words:
    shown = tuple(words("teach.symbols", trait=trait, number=number) for trait, number in symbols.items() if number)
    return words("teach.list", items=shown) if shown else words("teach.option.no_symbols")


def _likely_symbols(slug: str) -> dict[str, int]:
    return {trait: 1 for trait in ("arab", "mongol") if trait in slug.split("-")}
