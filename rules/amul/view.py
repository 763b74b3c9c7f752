"""What may be shown, as plain values: to everybody, or to one seat with what only that player may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict, cast

from rules.amul.events import Place
from rules.amul.hands import must_show
from rules.amul.prowess import prowess_of
from rules.amul.questions import missing
from rules.amul.state import Phase, State
from rules.amul.steps import effect_places, outstanding, whose_turn
from rules.core.seats import Seat, clockwise
from rules.core.turns import Order, all_at_once
from rules.core.view import PlayerView, View, ViewOf
from rules.core.words import Words, words

# Steps in which one player acts for everybody: the reason for that player, and for the others.
_FOR_ALL: dict[Phase, tuple[str, str]] = {
    "replenish": ("amul.why.deals", "amul.why.is_dealt"),
    "upkeep": ("amul.why.clears", "amul.why.waits"),
}


class AmulPlayerView(PlayerView):
    """``letter`` is None without prowess."""

    area: list[str]
    hand_count: int
    prowess: int
    letter: str | None


class EffectView(TypedDict):
    """An immediate effect that is still to come, and where it may take from."""

    seat: Seat
    card: str
    places: list[Place]


class OwnView(TypedDict):
    """What only this player may know: their own hand, and what they still have to do."""

    seat: Seat
    known: list[str]
    face_down: str | None
    shown: list[str]
    must_show: list[str]
    to_do: bool
    notes: list[Words]


class AmulView(ViewOf[AmulPlayerView]):
    """``offered``, ``revealed`` and ``done`` are ticks by seat; ``shown`` counts the cards each has shown."""

    game: Literal["amul"]
    first_pick: Seat
    market: list[str]
    palace: list[str]
    bazaar: list[str]
    removed: list[str]
    deck_count: int
    to_fill: int
    tea: int
    offered: list[Seat]
    revealed: list[Seat]
    shown: list[int]
    done: list[Seat]
    effects: list[EffectView]
    own: NotRequired[OwnView]  # only in the view of one seat


def amul_view(view: View) -> AmulView:
    """The view of Āmul, typed."""
    return cast("AmulView", view)


def view(state: State, seat: Seat | None = None) -> AmulView:
    order = view_order(state)
    shown: AmulView = {
        "game": "amul",
        "round": state.round,
        "phase": state.phase,
        "order": list(order.seats),
        "why": list(order.why),
        "turn": whose_turn(state),
        "first_pick": state.first_pick,
        "start": state.start,
        "market": list(state.market),
        "palace": list(state.palace),
        "bazaar": list(state.bazaar),
        "removed": list(state.removed),
        "players": [_player(state, number) for number in range(state.players)],
        "deck_count": state.deck,
        "to_fill": state.to_fill,
        "tea": state.tea,
        "practice": state.facts.practice,
        "offered": _laid(state, "offer"),
        "revealed": _laid(state, "reveal"),
        "waiting": _waiting(state),
        "shown": [len(cards) for cards in state.shown],
        "done": sorted(state.done),
        "effects": _effects(state),
        "missing": list(missing(state)),
        "notes": list(_notes(state)),
    }
    if seat is not None:
        shown["own"] = _own(state, seat)
    return shown


def _player(state: State, seat: Seat) -> AmulPlayerView:
    area = state.areas[seat]
    mine = prowess_of(state.facts, area)
    return {
        "name": state.names[seat],
        "area": list(area),
        "hand_count": state.hands[seat].count,
        "prowess": mine.symbols,
        "letter": mine.letter,
    }


def view_order(state: State) -> Order:
    """The order of the current step."""
    if state.phase in ("pick", "effects"):
        return state.order
    if state.phase in _FOR_ALL:
        seats = clockwise(state.start, state.players)
        one, others = _FOR_ALL[state.phase]
        return Order(seats, (words(one), *(words(others) for _ in seats[1:])))
    return all_at_once(state.first_pick, state.players)


def _laid(state: State, phase: Phase) -> list[Seat]:
    """Who has laid a card face down; never which card."""
    if state.phase != phase:
        return []
    if not state.face_down:
        return list(range(state.players))  # turned up; a question is open
    return [seat for seat, card in enumerate(state.face_down) if card is not None]


def _waiting(state: State) -> list[Seat]:
    """Who still has cards to lay on the mat."""
    if state.phase == "reveal":
        return list(outstanding(state))
    return [seat for seat in range(state.players) if seat not in state.done] if state.phase == "hands" else []


def _effects(state: State) -> list[EffectView]:
    """Effects still to be resolved, the next one first."""
    if state.phase != "effects":
        return []
    effects = sorted(state.effects, key=lambda effect: state.waiting.index(effect.seat))
    return [
        {"seat": effect.seat, "card": effect.card, "places": list(effect_places(state, effect))} for effect in effects
    ]


def _notes(state: State) -> Iterator[Words]:
    """What everybody should know in this round."""
    yield from (note for note in state.notes if note.values.get("round", 1) == state.round)
    if state.left:
        leaves = tuple(words("amul.note.his", seat=seat, card=card) for seat, card in state.left)
        yield words("amul.note.left", leaves=leaves)


def _own(state: State, seat: Seat) -> OwnView:
    """What this player may know of their own hand: openly picked cards, and their face-down card."""
    down = state.face_down[seat] if state.face_down else None
    return {
        "seat": seat,
        "known": list(state.facts.in_id_order(state.hands[seat].known)),
        "face_down": down,
        "shown": list(state.shown[seat]),
        "must_show": list(must_show(state, seat)) if state.phase == "hands" else [],
        "to_do": _to_do(state, seat),
        "notes": [words("amul.note.will_leave", card=down)] if down and _leaves(state, down) else [],
    }


def _to_do(state: State, seat: Seat) -> bool:
    if state.phase in ("offer", "reveal"):
        return seat in outstanding(state)
    if state.phase == "hands":
        return seat not in state.done
    return whose_turn(state) == seat


def _leaves(state: State, card: str) -> bool:
    """A-REV-2: only a hand icon."""
    return state.phase == "reveal" and state.facts.kind_of(card).stays is False
