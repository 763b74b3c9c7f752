"""The symbols on a card: asked by what most cards show, or counted one by one."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amul.powers.asking import OTHER
from companion.games.amul.powers.likely import from_counterpart
from companion.teaching.course import Told
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.amul.cards import TRAITS
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
    """The three with a meaning, then whatever other symbols this box has shown so far."""
    others = {trait for kind in facts.kinds.values() for trait in kind.traits or () if trait not in TRAITS}
    return (*TRAITS, *sorted(others))


def symbols_words(symbols: Mapping[str, int]) -> Words:
    shown = tuple(words("teach.symbols", trait=trait, number=number) for trait, number in symbols.items() if number)
    return words("teach.list", items=shown) if shown else words("teach.option.no_symbols")


def _likely_symbols(slug: str) -> dict[str, int]:
    return {trait: 1 for trait in ("arab", "mongol") if trait in slug.split("-")}
