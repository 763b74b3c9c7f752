"""The facts of a box as values: what is known of each kind of card, read from the merged mapping. Unknown is None.

The mapping has the file format, version 1 or 2, all layers merged (see ``fact_layers``), and is journaled as it is.
Version 2 adds a letter for each copy, effects with several places, positions of which only half is told, and rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rules.amul.cards import (
    BAZAAR,
    COLOURS,
    POSITIONS,
    SOURCES,
    STAYS,
    TRAITS,
    Card,
    PlaceCopies,
    Source,
    cards_of,
    parse_id,
)
from rules.amul.letters import Letters, each, parse_letters
from rules.amul.power import Kinds, parse_power
from rules.amul.rulings import parse_rulings
from rules.amul.terms import Term
from rules.core.errors import expect
from rules.core.origins import of_entry, parse_origins
from rules.core.values import choice, listed, named, table, text, truth, whole, wrong

Document: TypeAlias = Mapping[str, Any]

FORMAT, NEWEST = 1, 2
MOST_COPIES = 99
MOST_SYMBOLS = 99
MOST_KINDS = 200
_TOP_KEYS = ("format", "game", "title", "practice", "cards", "rulings")
_KIND_KEYS = (
    "colour",
    "traits",
    "traits_known",
    "letter",
    "position",
    "copies",
    "min_players",
    "palace",
    "effect",
    "power",
    "origin",
)
_PROVEN = ("copies", "min_players", "palace")  # proven by the rulebooks, as is the colour of a Trader
_TRAIT = re.compile(r"[^\W_][\w -]{0,39}")


@dataclass(frozen=True, slots=True)
class Kind:
    """Everything known of one kind of card."""

    slug: str
    colour: str | None = None
    traits: Mapping[str, int] | None = None
    traits_known: frozenset[str] | None = None  # None: all of them, if any; otherwise only these
    letter: Letters = None
    position: str | None = None
    stays: bool | None = None  # when it is revealed (A-REV-2); may be known without the position
    copies: int = 0
    min_players: tuple[int, ...] | None = None
    palace_copies: int = 0
    palace_min_players: tuple[int, ...] | None = None
    palace_letter: Letters = None  # None: as the others, if those are all alike
    effect: tuple[Source, ...] | None = None  # where its immediate effect may take from
    power: tuple[Term, ...] | None = None
    origin: Mapping[str, str] = field(default_factory=dict, compare=False)  # where each fact comes from

    def symbols(self, trait: str) -> int | None:
        """How many symbols of this trait each card shows; None: unknown."""
        if self.traits is None or (self.traits_known is not None and trait not in self.traits_known):
            return None
        return self.traits.get(trait, 0)

    def cards(self) -> tuple[Card, ...]:
        common = self.letter if isinstance(self.letter, str) else None
        in_palace = each(self.palace_letter or common, self.palace_copies)
        return cards_of(
            self.slug,
            PlaceCopies(self.copies, self.min_players, each(self.letter, self.copies)),
            PlaceCopies(self.palace_copies, self.palace_min_players, in_palace),
        )

    @property
    def knows_letters(self) -> bool:
        """Whether the letter of every copy is known."""
        return isinstance(self.letter, str) or None not in [card.letter for card in self.cards()]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of the box. ``cards`` holds every card by id, in id order."""

    kinds: Mapping[str, Kind]
    cards: Mapping[str, Card]
    title: str = ""
    practice: bool = False
    rulings: Mapping[str, str] = field(default_factory=dict)
    document: Document = field(default_factory=dict, repr=False)

    def kind_of(self, card: str) -> Kind:
        """The kind of an existing card id."""
        return self.kinds[self.cards[card].kind]

    def normal_id(self, given: str) -> str | None:
        """The one id of the card meant (``yurt#p1`` is ``yurt``); None when there is no such card."""
        if given in self.cards:
            return given
        name = parse_id(given)
        if name is None or name.slug not in self.kinds:
            return None
        alone = name.number == 1 and name.slug in self.cards
        return name.slug if alone else None

    def symbols(self, card: str, trait: str) -> int | None:
        return self.kind_of(card).symbols(trait)

    def letter_fact(self, card: str) -> str:
        """The path of this card's letter: of the kind if all copies share it, otherwise of the copy."""
        slug = self.cards[card].kind
        return f"cards.{slug}.letter" if card == slug else f"cards.{slug}.letter.{self.cards[card].copy}"

    def origin(self, slug: str, key: str) -> str:
        """Where a known fact of a kind comes from (see ``rules.core.origins``)."""
        entry = {"origin": self.kinds[slug].origin}
        proven = key in _PROVEN or (key == "colour" and slug in BAZAAR)
        return of_entry(entry, key, practice=self.practice, title=self.title, proven=proven)

    def in_id_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(cards, key=lambda card: self.cards[card].rank))

    def of_source(self, source: str) -> tuple[Card, ...]:
        """All cards of the market, the palace or the bazaar, in id order."""
        return tuple(card for card in self.cards.values() if card.source == source)


def parse_facts(document: Document) -> Facts:
    """Parses a whole mapping; raises ``InvalidValue`` naming the key that does not fit."""
    given = parse_top(document)
    cards = given["cards"]
    return facts_of(given, {slug: parse_kind(slug, cards[slug], cards) for slug in sorted(cards)})


def facts_of(given: Document, kinds: Mapping[str, Kind]) -> Facts:
    rulings = parse_rulings(given.get("rulings", {}))
    return Facts(kinds, cards_by_id(kinds), given["title"], given["practice"], rulings, given)


def needed_format(cards: Mapping[str, Mapping[str, Any]]) -> int:
    """The lowest format version that can hold these entries."""
    return NEWEST if any(_new_keys(entry) for entry in cards.values()) else FORMAT


def _new_keys(entry: object) -> tuple[str, ...]:
    """The keys that format 1 cannot hold."""
    if not isinstance(entry, Mapping):
        return ()
    palace = entry.get("palace")
    found = [key for key in ("letter", "effect") if isinstance(entry.get(key), list | tuple)]
    found += ["position"] if entry.get("position") == STAYS else []
    return (*found, "palace") if isinstance(palace, Mapping) and "letter" in palace else tuple(found)


def parse_top(document: Document) -> dict[str, Any]:
    """The mapping with all top-level keys checked; ``cards`` is not looked into."""
    given = table(document, "", _TOP_KEYS)
    version = whole(given.get("format"), "format", FORMAT, NEWEST)
    choice(given.get("game"), "game", ("amul",))
    cards = given.get("cards", {})
    if not isinstance(cards, Mapping) or len(cards) > MOST_KINDS:
        raise wrong("cards", expect("kinds_table", most=MOST_KINDS), cards)
    for slug in cards:
        name = parse_id(slug) if isinstance(slug, str) else None
        if name is None or name.number is not None:
            raise wrong(f"cards.{named(slug)}", expect("kind"), slug)
        if version == FORMAT and (new := _new_keys(cards[slug])):
            raise wrong(f"cards.{slug}.{new[0]}", expect("format_two"), cards[slug][new[0]])
    if "rulings" in given and version == FORMAT:
        raise wrong("rulings", expect("format_two"), given["rulings"])
    return {
        **({"rulings": given["rulings"]} if "rulings" in given else {}),
        "format": version,
        "game": "amul",
        "title": text(given["title"], "title", 80) if given.get("title", "") != "" else "",
        "practice": truth(given.get("practice", False), "practice"),
        "cards": cards,
    }


def cards_by_id(kinds: Mapping[str, Kind]) -> dict[str, Card]:
    return {card.id: card for kind in kinds.values() for card in kind.cards()}


def parse_kind(slug: str, value: object, kinds: Kinds) -> Kind:
    """Parses one kind strictly; ``kinds`` are all that exist."""
    place = f"cards.{slug}"
    given = table(value, place, _KIND_KEYS)
    palace = table(given.get("palace", {}), f"{place}.palace", ("copies", "min_players", "letter"))
    if palace and slug in BAZAAR:
        raise wrong(f"{place}.palace", expect("no_palace"), palace)
    copies, min_players = _counts(given, place)
    palace_copies, palace_min_players = _counts(palace, f"{place}.palace")
    traits, traits_known = _traits(given, place)
    position = choice(given["position"], f"{place}.position", (*POSITIONS, STAYS)) if "position" in given else None
    return Kind(
        slug=slug,
        colour=choice(given["colour"], f"{place}.colour", COLOURS) if "colour" in given else None,
        traits=traits,
        traits_known=traits_known,
        letter=_letters(given, place),
        position=None if position == STAYS else position,
        stays=None if position is None else position != "hand",
        copies=copies,
        min_players=min_players,
        palace_copies=palace_copies,
        palace_min_players=palace_min_players,
        palace_letter=_letters(palace, f"{place}.palace"),
        effect=_effect(given["effect"], f"{place}.effect") if "effect" in given else None,
        power=parse_power(given["power"], f"{place}.power", kinds) if "power" in given else None,
        origin=parse_origins(given.get("origin", {}), f"{place}.origin", _KIND_KEYS),
    )


def _counts(given: Mapping[str, Any], place: str) -> tuple[int, tuple[int, ...] | None]:
    copies = whole(given["copies"], f"{place}.copies", 0, MOST_COPIES) if "copies" in given else None
    if "min_players" not in given:
        return copies or 0, None
    name = f"{place}.min_players"
    if not isinstance(given["min_players"], list | tuple):
        raise wrong(name, expect("counts_like", example="3, 3, 4"), given["min_players"])
    counts = listed(given["min_players"], name, 0, MOST_COPIES)
    if copies is not None and len(counts) != copies:
        raise wrong(name, expect("each_copy", copies=copies), counts)
    return len(counts), tuple(whole(count, f"{name}[{n}]", 3, 8) for n, count in enumerate(counts))


def _traits(given: Mapping[str, Any], place: str) -> tuple[Mapping[str, int] | None, frozenset[str] | None]:
    known = None
    if "traits_known" in given:
        name = f"{place}.traits_known"
        known = frozenset(_trait(word, name) for word in listed(given["traits_known"], name, 0, MOST_SYMBOLS))
    elif "traits" not in given:
        return None, None
    name = f"{place}.traits"
    traits = given.get("traits", {})
    if not isinstance(traits, Mapping) or len(traits) > MOST_SYMBOLS:
        raise wrong(name, expect("table_like", example="{ arab = 1, prowess = 1 }"), traits)
    counted = {_trait(word, name): whole(count, f"{name}.{word}", 0, MOST_SYMBOLS) for word, count in traits.items()}
    if known is not None and not known.issuperset(counted):
        raise wrong(f"{place}.traits_known", expect("counted_traits"), given["traits_known"])
    return counted, known


def _trait(word: object, place: str) -> str:
    if not isinstance(word, str) or _TRAIT.fullmatch(word) is None:
        raise wrong(place, expect("words_like", examples=", ".join(TRAITS)), word)
    return word


def _letters(given: Mapping[str, Any], place: str) -> Letters:
    """The number of copies is known only if the same entry says it."""
    counted = "copies" in given or "min_players" in given
    copies = _counts(given, place)[0] if counted else None
    return parse_letters(given["letter"], f"{place}.letter", copies) if "letter" in given else None


def _effect(value: object, place: str) -> tuple[Source, ...]:
    """One place, or a list of places to choose from; their order means nothing."""
    if isinstance(value, list | tuple):
        told = listed(value, place, 1, len(SOURCES))
        places = [choice(item, f"{place}[{n}]", SOURCES) for n, item in enumerate(told)]
    else:
        places = [choice(value, place, SOURCES)]
    return tuple(source for source in SOURCES if source in places)
