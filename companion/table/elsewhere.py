"""Why a card of the game cannot be told now: where it lies open, or that it is not in use."""

from __future__ import annotations

from collections.abc import Collection

from companion.contract import Desk
from companion.models import kind_of

HIDDEN = ("hand", "down")  # never said: what a hand holds is not for all


def elsewhere(desk: Desk, told: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Name and reason of each kind of card except those ``told`` by name."""
    kinds: dict[str, list[str]] = {}
    for card in desk.game.box.cards(desk.live.facts):
        kinds.setdefault(kind_of(card.card), []).append(card.card)
    rare, say = not_in_use(desk), desk.say
    named = ((say.name("card", cards[0]), kind, cards) for kind, cards in kinds.items())
    return tuple((name, _why(desk, cards, is_rare=kind in rare)) for name, kind, cards in named if name not in told)


def _why(desk: Desk, cards: list[str], *, is_rare: bool) -> str:
    say, places = desk.say, tuple(dict.fromkeys(place for card in cards if (place := _place(desk, card))))
    seats = tuple(int(place.partition("-")[2]) for place in places if place.startswith("seat-"))
    parts = [say("page.elsewhere.seats", seats=tuple(map(say.player, seats)))] if seats else []
    parts += [text for place in places if (text := _zone(desk, place))]
    if not parts:
        return say(
            "page.elsewhere.unused" if is_rare else "page.elsewhere.not_now", n=len(desk.live.session.setup.players)
        )
    return say.join(parts)


def _place(desk: Desk, card: str) -> str | None:
    """Where everybody sees it."""
    session = desk.live.session
    if not desk.live.is_followed:
        owner = session.pad.owner(card)
        return None if owner is None else f"seat-{owner}"
    place = desk.game.lies_open(session.state, card)
    return None if place is None or place.partition("-")[0] in HIDDEN else place


def _zone(desk: Desk, place: str) -> str:
    say = desk.say
    if say.has(f"name.spot.{place}"):
        return say("page.elsewhere.spot", spot=place)
    return say(f"page.elsewhere.{place}") if say.has(f"page.elsewhere.{place}") else ""


def not_in_use(desk: Desk) -> frozenset[str]:
    """Kinds that are not in use with this many players; they can still be told."""
    if desk.game.deck is None:
        return frozenset()
    deck = desk.game.deck(desk.live.session.setup)
    return frozenset(map(kind_of, deck.unused)) - frozenset(map(kind_of, (*deck.used, *deck.unsure)))
