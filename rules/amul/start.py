"""Builds the state before the first command from seats, options and facts, or refuses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.amul.cards import BAZAAR, TEA, TEA_TRADER, Card
from rules.amul.deck import PLAYERS, expected_cards
from rules.amul.facts import Facts, parse_facts
from rules.amul.palace import comes_later
from rules.amul.rulings import RULINGS, settled
from rules.amul.state import HAND, Hand, State
from rules.core.errors import InvalidValue
from rules.core.game import Setup
from rules.core.players import wrong_players
from rules.core.refusals import Refused, refused
from rules.core.seats import clockwise
from rules.core.turns import all_at_once
from rules.core.words import Words, words

MOST_TEA = 8

PLACES = ("palace", "bazaar")


def new_state(setup: Setup) -> State | Refused:
    """The state before the deal of round 1; each player holds the first five cards."""
    wrong = wrong_players(setup.players, setup.start, PLAYERS) or _wrong_options(setup.options)
    if wrong:
        return wrong
    try:
        facts = parse_facts(setup.facts)
    except InvalidValue as error:
        return refused("bad_facts", place=error.place, expected=error.expected)
    wrong = _wrong_table(setup.table, facts)
    return wrong or _laid_out(setup, facts)


def _wrong_options(options: Mapping[str, Any]) -> Refused | None:
    for key, value in options.items():
        if key == "tea":
            if type(value) is not int or not 0 <= value <= MOST_TEA:
                return refused("bad_tea", n=MOST_TEA)
        elif key not in RULINGS:
            return refused("unknown_option", option=str(key)[:40], known=", ".join(("tea", *RULINGS)))
        elif value not in RULINGS[key]:
            return refused("bad_option", option=key, known=", ".join(RULINGS[key]))
    return None


def _wrong_table(table: Mapping[str, Any], facts: Facts) -> Refused | None:
    for place, cards in table.items():
        if place not in PLACES or not isinstance(cards, list | tuple):
            return refused("bad_table", place=str(place)[:40])
        seen: set[str] = set()
        for given in cards:
            card = facts.normal_id(given) if isinstance(given, str) else None
            if card is None or facts.cards[card].source != place:
                return refused("bad_table_card", place=place, name=str(given)[:40])
            if card in seen:
                return refused("twice_on_table", card=card)
            seen.add(card)
    return None


def _laid_out(setup: Setup, facts: Facts) -> State:
    players, tea = len(setup.players), int(setup.options.get("tea", 0))
    pool = tuple(card.id for card in facts.of_source("market") if _is_used(card, players, tea) is not False)
    laid = {place: _open_cards(place, setup, facts, players, tea) for place in PLACES}
    deck, notes = _deck(facts, players, tea)
    hands = _first_hands(deck, players, setup.start)
    return State(
        names=tuple(name.strip() for name in setup.players),
        start=setup.start,
        tea=tea,
        rulings=settled(setup.options, facts.rulings),
        facts=facts,
        pool=pool,
        spare=_spare(setup, facts),
        deck=deck - sum(hand.count for hand in hands),
        palace=laid["palace"],
        bazaar=laid["bazaar"],
        hands=hands,
        areas=((),) * players,
        shown=((),) * players,
        first_pick=setup.start,
        order=all_at_once(setup.start, players),
        notes=notes + _table_notes(facts, laid, players, tea),
    )


def _is_used(card: Card, players: int, tea: int) -> bool | None:
    """A-DECK-2, A-TEA-1, A-TEA-2; None: unknown. With eight players all cards are used, whatever their minimum."""
    if card.kind in (TEA, TEA_TRADER):
        return tea > 0
    return True if players == PLAYERS[-1] else card.is_used_by(players)


def _open_cards(place: str, setup: Setup, facts: Facts, players: int, tea: int) -> tuple[str, ...]:
    """The cards in palace or bazaar: as told, else as far as the facts prove it."""
    if place in setup.table:
        ids = (facts.normal_id(given) for given in setup.table[place])
        return facts.in_id_order(card for card in ids if card is not None)
    return tuple(card.id for card in facts.of_source(place) if _is_used(card, players, tea))


def _spare(setup: Setup, facts: Facts) -> tuple[str, ...]:
    """Cards that may be open too: their player count is unknown, and the table was not told. Cards that by the
    rulebook's table need more players are not among them."""
    players = len(setup.players)
    return tuple(
        card.id
        for place in PLACES
        if place not in setup.table
        for card in facts.of_source(place)
        if _is_used(card, players, tea=0) is None and not _comes_later(facts, players, card)
    )


def _deck(facts: Facts, players: int, tea: int) -> tuple[int, tuple[Words, ...]]:
    """How many market cards there are, and a note if that contradicts A-DECK-3 (A-DECK-6: nothing is refused)."""
    expected = expected_cards("market", players)
    cards = [card for card in facts.of_source("market") if card.kind != TEA]
    if not cards or any(card.min_players is None for card in cards):
        return expected + tea, ()
    used = sum(card.is_used_by(players) is True for card in cards)
    if used == expected:
        return used + tea, ()
    return used + tea, (words("amul.note.deck_differs", n=used, expected=expected),)


def _first_hands(deck: int, players: int, start: int) -> tuple[Hand, ...]:
    """Five each, dealt one by one from the start player as long as the deck lasts (A-SET-2)."""
    counts = [0] * players
    order = clockwise(start, players)
    for number in range(min(deck, HAND * players)):
        counts[order[number % players]] += 1
    return tuple(Hand(count) for count in counts)


def _table_notes(facts: Facts, laid: Mapping[str, tuple[str, ...]], players: int, tea: int) -> tuple[Words, ...]:
    """Notes about open cards that this player count does not use; they are not refused."""
    cards = (facts.cards[card] for place in PLACES for card in laid[place])
    unused = tuple(
        card.id for card in cards if _is_used(card, players, tea) is False or _comes_later(facts, players, card)
    )
    return (words("amul.note.open_unused", cards=unused, n=players),) if unused else ()


def _comes_later(facts: Facts, players: int, card: Card) -> bool:
    return card.source == "palace" and comes_later(facts, players, card.id)


def lay_place(card: str) -> Literal["palace", "bazaar"]:
    """Where a card of ``State.spare`` belongs."""
    return "bazaar" if card in BAZAAR else "palace"
