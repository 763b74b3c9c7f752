"""The box of Āmul: its facts in layers (the rulebook's at the bottom), card names and tags."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from companion.facts.box import GameBox, Names, TaggedCard, known_of
from companion.language.i18n import in_language
from companion.resources import asset
from companion.teaching.deck_check import DeckToCheck
from rules.amul.cards import EFFECTS, TEA, TEA_TRADER
from rules.amul.deck import PLAYERS, deck_report, remarks
from rules.amul.fact_layers import TaughtLayer, join_entries, lay_over, tell
from rules.amul.facts import Facts, Kind, needed_format, parse_facts
from rules.amul.palace import is_used
from rules.core.game import Setup
from rules.core.words import Words

SLUG = "amul"
# What the rulebook file has besides facts: names, and the source of each statement.
_ABOUT = ("name", "printed", "source", "note", "guessed")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What the rulebooks prove: facts, and for each kind what is said about it (names, source, doubts)."""

    facts: Facts
    about: Mapping[str, Mapping[str, Any]]


@cache
def rulebook() -> Rulebook:
    document = tomllib.loads(asset("games", SLUG, "cards.toml").read_text("utf-8"))
    about = {slug: {key: entry[key] for key in _ABOUT if key in entry} for slug, entry in document["cards"].items()}
    cards = {
        slug: {key: value for key, value in entry.items() if key not in _ABOUT}
        for slug, entry in document["cards"].items()
    }
    return Rulebook(parse_facts({**document, "cards": cards}), about)


KEPT = 4  # documents: the games on the table and those looked back at


class Layers:
    """A file's facts over the rulebook's. While somebody teaches, each fact is checked, written and read again, so the
    last result is kept, and only what has changed since is parsed again."""

    def __init__(self) -> None:
        self._last: TaughtLayer | None = None
        self._parsed: tuple[tuple[Mapping[str, Any], Facts], ...] = ()  # of other documents, the latest first

    def over(self, told: Mapping[str, Any]) -> Facts:
        last = self._last
        if last is None or repr(last.told) != repr(told):
            last = self._last = TaughtLayer(told, lay_over(rulebook().facts, told, last))
        return last.facts

    def facts(self, document: Mapping[str, Any]) -> Facts:
        """The facts of a document; a game asks for those of its own again and again."""
        last = self._last
        if last is not None and last.facts.document is document:
            return last.facts
        found = next((facts for known, facts in self._parsed if _is_same(known, document)), None)
        if found is None:
            found = parse_facts(document)
            self._parsed = ((dict(document), found), *self._parsed)[:KEPT]
        return found


def _is_same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """The very same values, without a look into them."""
    return one.keys() == other.keys() and all(one[key] is other[key] for key in one)


LAYERS = Layers()


# The kinds that have a fact, and whether it is known.
_Has = tuple[Callable[[Kind], bool], Callable[[Kind], bool]]
SORTS: Mapping[str, _Has] = {
    "colour": (lambda _: True, lambda kind: kind.colour is not None),
    "traits": (lambda _: True, lambda kind: kind.traits is not None and kind.traits_known is None),
    "letter": (lambda kind: bool(kind.symbols("prowess")), lambda kind: kind.knows_letters),
    "position": (lambda _: True, lambda kind: kind.position is not None),
    "min_players": (lambda kind: kind.copies > 0, lambda kind: kind.min_players is not None),
    "palace": (lambda kind: kind.palace_copies > 0, lambda kind: kind.palace_min_players is not None),
    "effect": (lambda kind: kind.slug in EFFECTS, lambda kind: kind.effect is not None),
    "power": (lambda _: True, lambda kind: kind.power is not None),
}


@dataclass(frozen=True, slots=True)
class AmulBox(GameBox):
    slug: str = SLUG
    sections: tuple[str, ...] = ("cards",)
    lists: tuple[str, ...] = ("rulings",)
    told_in_part: ClassVar[Mapping[str, str]] = {"traits": "traits_known"}

    def rulebook(self) -> Mapping[str, Any]:
        return rulebook().facts.document

    def guessed(self) -> frozenset[str]:
        return frozenset(slug for slug, about in rulebook().about.items() if "copies" in about.get("guessed", ()))

    def laid_over(self, told: Mapping[str, Any]) -> Mapping[str, Any]:
        return LAYERS.over(told).document

    def judge(self, document: Mapping[str, Any]) -> None:
        LAYERS.over(document)

    def facts(self, name: str, folder: Path) -> Facts:
        """The facts of a table or game, parsed by the rules."""
        return LAYERS.facts(self.document(name, folder))

    def tell(self, entry: Mapping[str, Any], fact: str, value: Any, origin: str) -> dict[str, Any]:
        if fact.startswith("rulings."):
            return GameBox.tell(self, entry, fact, value, origin)
        below = self.rulebook()["cards"].get(fact.split(".")[1])
        return tell(entry, fact, value, origin, below)

    def is_of_copy(self, fact: str) -> bool:
        return ".letter." in fact

    def format_for(self, document: Mapping[str, Any]) -> int:
        return max(
            GameBox.format_for(self, document),
            needed_format(document.get("cards", {})),
            2 if "rulings" in document else 1,
        )

    def join(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
        return join_entries(first, second)

    def remarks(self, document: Mapping[str, Any]) -> tuple[Words, ...]:
        return remarks(LAYERS.over(document))

    def known(self, document: Mapping[str, Any]) -> list[dict[str, Any]]:
        facts = LAYERS.facts(document)
        return [_known_kinds(sort, facts) for sort in SORTS]

    def sums(self, document: Mapping[str, Any]) -> tuple[Words, ...]:
        facts = LAYERS.facts(document)
        return tuple(count.words for players in PLAYERS for count in deck_report(facts, players))

    def names(self, document: Mapping[str, Any], language: str) -> Names:
        return card_names(LAYERS.facts(document), language)

    def cards(self, document: Mapping[str, Any]) -> tuple[TaggedCard, ...]:
        facts, tags = LAYERS.facts(document), self.tags
        return tuple(
            TaggedCard(
                card.id,
                tags.get((card.kind, "palace" if card.source == "palace" else "market", card.number)),
                card.number,
                card.min_players,
                card.source,
            )
            for card in facts.cards.values()
        )


def card_names(facts: Facts, language: str) -> dict[str, dict[str, str]]:
    """Names for ``Phrases``: for every card (without its copy number) and every kind."""
    kinds = {slug: in_language(about["name"], language) for slug, about in rulebook().about.items()}
    return {"card": {card.id: kinds.get(card.kind, card.kind) for card in facts.cards.values()}, "kind": kinds}


def _known_kinds(sort: str, facts: Facts) -> dict[str, Any]:
    needed, has = SORTS[sort]
    kinds = [kind for kind in facts.kinds.values() if needed(kind)]
    printed = sum(has(kind) and has(rulebook().facts.kinds[kind.slug]) for kind in kinds)
    return known_of(sort, len(kinds), printed, [kind.slug for kind in kinds if not has(kind)])


def lacking(document: Mapping[str, Any]) -> Iterator[str]:
    """The unknown facts that simulated players need: which cards there are, and where they stay."""
    for slug, kind in LAYERS.facts(document).kinds.items():
        if kind.copies and kind.min_players is None:
            yield f"cards.{slug}.min_players"
        if kind.palace_copies and kind.palace_min_players is None:
            yield f"cards.{slug}.palace"
        if kind.position is None:
            yield f"cards.{slug}.position"


def deck_of(setup: Setup) -> DeckToCheck:
    return deck_for(setup.facts, len(setup.players), int(setup.options.get("tea", 0)))


def deck_for(document: Mapping[str, Any], players: int, tea: int = 0) -> DeckToCheck:
    facts = LAYERS.facts(document)
    sorts: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for card in facts.cards.values():
        if card.kind in (TEA, TEA_TRADER):
            sorts[card.kind == TEA_TRADER and tea > 0].append(card.id)
        else:
            sorts[is_used(facts, players, card)].append(card.id)
    is_tea = frozenset(card.id for card in facts.cards.values() if card.kind == TEA)
    unused = tuple(card for card in sorts[False] if not (tea and card in is_tea))
    return DeckToCheck(tuple(sorts[True]), tuple(sorts[None]), unused, tea, is_tea)
