"""The piles of Āmul: cards by colour, number of symbols or place; copies by letter or player count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from companion.games.amul.box import rulebook
from companion.games.amul.card_questions import traits_of
from companion.games.amul.fact_words import effect_words
from companion.teaching.piles import Pile, PileSort, Told
from rules.amul.cards import COLOURS, EFFECTS, POSITIONS, SOURCES, TEA, TEA_TRADER, Card
from rules.amul.deck import PLAYERS, DeckCount, expected_cards
from rules.amul.facts import Facts, Kind
from rules.amul.questions import ANSWERS
from rules.core.words import Words, words

COUNTED = (1, 2, 3, 4)
OTHER = "traits"


def pile_sorts(facts: Facts, named: tuple[str, ...]) -> tuple[PileSort, ...]:
    """In the best order for teaching: only prowess has letters, and player counts show which copies there are."""
    traits = tuple(dict.fromkeys((*traits_of(facts), *named)))
    return (
        _colours(facts),
        *(_symbols(facts, trait) for trait in traits),
        _other_symbols(facts),
        _players(facts),
        _letters(facts),
        _positions(facts),
        _effects(facts),
    )


def _of_kinds(facts: Facts, key: str, kinds: tuple[str, ...], piles: tuple[Pile, ...]) -> PileSort:
    """A fact that all copies of a kind share."""
    found = {slug: getattr(facts.kinds[slug], key) for slug in kinds}
    return PileSort(
        name=key,
        words=words(f"teach.sort.{key}"),
        units=kinds,
        piles=piles,
        known={slug: value for slug, value in found.items() if value is not None},
        unit_of=partial(_kind_of, facts),
        name_of=_kind_name,
        told=partial(_told_of_kinds, key),
    )


def _kind_of(facts: Facts, card: str) -> str | None:
    found = facts.cards.get(card)
    return None if found is None else found.kind


def _kind_name(kind: str) -> Words:
    return words("teach.name.kind", kind=kind)


def _told_of_kinds(key: str, values: Mapping[str, Any]) -> Told:
    return {f"cards.{slug}.{key}": list(value) if isinstance(value, tuple) else value for slug, value in values.items()}


def _colours(facts: Facts) -> PileSort:
    printed = rulebook().facts.kinds
    kinds = tuple(slug for slug in facts.kinds if printed[slug].colour is None)
    names = {colour: words(f"screen.row.{colour}") for colour in COLOURS if colour != "bazaar"}
    piles = tuple(Pile(colour, words("teach.pile.colour", colour=name), name, colour) for colour, name in names.items())
    return _of_kinds(facts, "colour", kinds, piles)


def _positions(facts: Facts) -> PileSort:
    piles = tuple(
        Pile(place, words(f"teach.pile.position.{place}"), words(f"page.answer.position.{place}"))
        for place in POSITIONS
    )
    return _of_kinds(facts, "position", tuple(facts.kinds), piles)


def _effects(facts: Facts) -> PileSort:
    kinds = tuple(slug for slug in EFFECTS if slug in facts.kinds)
    piles = tuple(
        Pile(_places(places), words("teach.pile.effect", places=effect_words(places)), effect_words(places))
        for places in ANSWERS["effect"]
    )
    sort = _of_kinds(facts, "effect", kinds, piles)

    def told(values: Mapping[str, Any]) -> Told:
        return {f"cards.{slug}.effect": value[0] if len(value) == 1 else list(value) for slug, value in values.items()}

    return PileSort(**{**_fields(sort), "told": told})


def _places(places: str | list[str]) -> tuple[str, ...]:
    given = (places,) if isinstance(places, str) else tuple(places)
    return tuple(source for source in SOURCES if source in given)


def _fields(sort: PileSort) -> dict[str, Any]:
    return {name: getattr(sort, name) for name in PileSort.__dataclass_fields__}


# Symbols: one sort of pile for each, by number; a card in no pile has none.


def _symbols(facts: Facts, trait: str) -> PileSort:
    name = words("teach.name.trait", trait=trait)
    found = {slug: kind.symbols(trait) for slug, kind in facts.kinds.items()}
    return PileSort(
        name=f"traits.{trait}",
        words=name,
        units=tuple(facts.kinds),
        piles=tuple(
            Pile(n, words("teach.pile.symbols", trait=trait, n=n), words("teach.symbols", trait=trait, number=n))
            for n in COUNTED
        ),
        known={slug: count for slug, count in found.items() if count is not None},
        unit_of=partial(_kind_of, facts),
        name_of=_kind_name,
        told=lambda values: {f"cards.{slug}.traits.{trait}": count for slug, count in values.items()},
        rest=0,
    )


def _other_symbols(facts: Facts) -> PileSort:
    """All symbols of a kind are known once somebody says that there are no others."""
    known = {slug: True for slug, kind in facts.kinds.items() if kind.traits is not None and kind.traits_known is None}

    def told(values: Mapping[str, Any]) -> Told:
        return {f"cards.{slug}.traits": _shown(facts.kinds[slug]) for slug in values if slug not in known}

    return PileSort(
        name=OTHER,
        words=words("teach.pile.other_symbols"),
        units=tuple(facts.kinds),
        piles=(),
        known=known,
        unit_of=partial(_kind_of, facts),
        name_of=_kind_name,
        told=told,
        rest=True,
        asks_more=words("teach.pile.any_other"),
    )


def _shown(kind: Kind) -> dict[str, int]:
    return {trait: count for trait, count in (kind.traits or {}).items() if count}


# Single copies: only their tags tell them apart.


def _letters(facts: Facts) -> PileSort:
    cards = {card.id: card for kind in facts.kinds.values() if kind.symbols("prowess") for card in kind.cards()}
    return PileSort(
        name="letter",
        words=words("teach.sort.letter"),
        units=tuple(cards),
        piles=tuple(
            Pile(letter, words("teach.pile.letter", letter=letter), words("teach.value", value=letter))
            for letter in ANSWERS["letter"]
        ),
        known={card: found.letter for card, found in cards.items() if found.letter is not None},
        unit_of=lambda card: card if card in cards else None,
        name_of=partial(_copy_name, facts),
        told=partial(_told_letters, facts),
        of_copies=True,
    )


def _copy_name(facts: Facts, card: str) -> Words:
    found = facts.cards[card]
    if len(facts.kinds[found.kind].cards()) == 1:
        return _kind_name(found.kind)
    return words("teach.copy", kind=found.kind, copy=found.copy.upper())


def _told_letters(facts: Facts, values: Mapping[str, Any]) -> Told:
    """One letter for the kind if all its copies are alike."""
    told: dict[str, Any] = {}
    for kind, cards in _by_kind(facts, values):
        letters = {values.get(card.id) for card in facts.kinds[kind].cards()}
        if len(letters) == 1 and None not in letters:
            told[f"cards.{kind}.letter"] = letters.pop()
        else:
            told |= {facts.letter_fact(card.id): values[card.id] for card in cards}
    return told


def _by_kind(facts: Facts, values: Mapping[str, Any]) -> Iterator[tuple[str, list[Card]]]:
    kinds: dict[str, list[Card]] = {}
    for card in values:
        kinds.setdefault(facts.cards[card].kind, []).append(facts.cards[card])
    yield from kinds.items()


def _players(facts: Facts) -> PileSort:
    printed = rulebook().facts.kinds
    asked = [kind for kind in facts.kinds.values() if _is_asked(printed[kind.slug])]
    cards = {card.id: card for kind in asked for card in kind.cards()}
    return PileSort(
        name="players",
        words=words("teach.sort.players"),
        units=tuple(cards),
        piles=tuple(
            Pile(least, words("teach.pile.players", n=least), words("teach.number", n=least)) for least in PLAYERS
        ),
        known={card: found.min_players for card, found in cards.items() if found.min_players is not None},
        unit_of=lambda card: card if card in cards else None,
        name_of=partial(_copy_name, facts),
        told=partial(_told_players, facts),
        cannot_be=partial(_sums, facts),
        of_copies=True,
        gone=partial(_gone, facts),
    )


def _is_asked(kind: Kind) -> bool:
    return (kind.copies > 0 and kind.min_players is None) or (
        kind.palace_copies > 0 and kind.palace_min_players is None
    )


def _told_players(facts: Facts, values: Mapping[str, Any]) -> Told:
    """Only if every copy of a kind was in a pile: the file cannot hold only some of them."""
    told: dict[str, Any] = {}
    for slug, _ in _by_kind(facts, values):
        cards = facts.kinds[slug].cards()
        market = [values.get(card.id) for card in cards if card.source != "palace"]
        palace = [values.get(card.id) for card in cards if card.source == "palace"]
        if None in market or None in palace:
            continue
        if market:
            told[f"cards.{slug}.min_players"] = market
        if palace:
            told[f"cards.{slug}.palace"] = {"copies": len(palace), "min_players": palace}
    return told


def _gone(facts: Facts, values: Mapping[str, Any]) -> Told:
    """Fewer copies than in the rulebook's table: those that were in a pile, if their tags are the first ones."""
    told: dict[str, Any] = {}
    for slug, laid in _by_kind(facts, values):
        market = [card for card in facts.kinds[slug].cards() if card.source != "palace"]
        there = [card for card in market if card in laid]
        if there and there == market[: len(there)] and len(there) < len(market):
            told[f"cards.{slug}.copies"] = len(there)
            told[f"cards.{slug}.min_players"] = [values[card.id] for card in there]
    return told


def _sums(facts: Facts, values: Mapping[str, Any]) -> tuple[Words, ...]:
    """Deck sums that cannot work out any more, whatever the cards in no pile are."""
    return tuple(count.words for players in PLAYERS for count in _counts(facts, values, players) if not count.fits)


def _counts(facts: Facts, values: Mapping[str, Any], players: int) -> Iterator[DeckCount]:
    for source in SOURCES:
        cards = [card for card in facts.of_source(source) if card.kind not in (TEA, TEA_TRADER)]
        least = (values.get(card.id, card.min_players) for card in cards)
        used = Counter(None if value is None else value <= players for value in least)
        yield DeckCount(source, players, expected_cards(source, players), used[True], used[None])
