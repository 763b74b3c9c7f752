"""Laying out the table of Āmul: cards to sort out, palace and bazaar, hands, First Pick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.contract import Desk, SetupStep, setup_step
from companion.games.amul.cards import card_model
from companion.language.i18n import Phrases
from companion.models import BACK, SLOT, CardModel, Choice, Shelf, Thing
from rules.amul.commands import Lay
from rules.amul.events import Place
from rules.amul.invariants import cards_in_play
from rules.amul.start import lay_place
from rules.amul.state import HAND, State, kind_of, place_of
from rules.amul.steps import (
    current_effect,
    effect_places,
    is_laying_out,
    layable,
    place_size,
    room_left,
    surely_open,
)

OPEN: tuple[Place, ...] = ("palace", "bazaar")
CARRIED = ("start", "first_pick", "tracker")  # cards that the start player gets


def setup_steps(desk: Desk) -> tuple[SetupStep, ...]:
    return steps_of(desk.live.session.state, desk.say, desk.live.facts, camera=desk.context.has_camera)


def steps_of(state: State, say: Phrases, facts: Mapping[str, Any], *, camera: bool = False) -> tuple[SetupStep, ...]:
    """In the order of the rulebook."""
    return (
        _sort(state, say),
        *(_open_cards(state, say, facts, place, camera=camera) for place in OPEN),
        _hands(state, say),
        _first_pick(state, say),
    )


def untold(state: State) -> int:
    """How many cards of palace and bazaar are untold, while the table is laid out or one of them can be taken."""
    effect = current_effect(state)
    places = OPEN if is_laying_out(state) else () if effect is None else effect_places(state, effect)
    open_places = {lay_place(card) for card in layable(state)} if places else set()
    return sum(room_left(state, place) for place in OPEN if place in places and place in open_places)


def _sort(state: State, say: Phrases) -> SetupStep:
    """A-DECK-2, A-TEA-1, A-TEA-2."""
    players, deck = state.players, cards_in_play(state) or 0
    tea = {"tea": str(state.tea)} if state.tea else {"no_tea": ""}
    counts = {"market": deck, **{place: place_size(players, state.tea, place) for place in OPEN}}
    shelves = tuple(
        Shelf((BACK,) * 3 if place == "market" else (SLOT,) * 3, say(f"mat.zone.{place}"), place, figure=str(count))
        for place, count in counts.items()
    )
    lines = {"use": str(players), "box": "", **tea}
    values = {"n": state.tea, "players": players}
    step = setup_step(say, "amul.setup.sort", "cards", lines, values, shelves=shelves)
    use, *others = step.lines
    return replace(step, lines=(replace(use, is_whole=True), *others))


def _open_cards(state: State, say: Phrases, facts: Mapping[str, Any], place: Place, *, camera: bool) -> SetupStep:
    """A-DECK-4, A-SET-1. Untold cards that must be there are shown pale."""
    size, left = place_size(state.players, state.tea, place), room_left(state, place)
    key = f"amul.setup.{place}"
    sure = surely_open(state) if place == "palace" else ()
    told: tuple[CardModel, ...] = tuple(card_model(card, say, facts) for card in getattr(state, place))
    pale = tuple(card_model(card, say, facts, "seen") for card in sure)
    slots: tuple[Thing, ...] = (*told, *pale, *(SLOT,) * max(0, left - len(sure)))
    first = "all" if not left else "read" if camera else "sure" if sure else "left"
    lines = {first: str(left or size), "number": "", "never": ""}
    values = {"n": left or size, "of": size, "players": state.players}
    laid = {"all": str(size), "number": "", "never": ""}
    to_lay = setup_step(say, key, place, laid, {**values, "n": size}).lines
    return setup_step(
        say,
        key,
        place,
        lines,
        values,
        shelves=(Shelf(slots),),
        zones=(place,),
        left=left,
        likely=_likely(state, say, place, sure),
        others=_others(state, say, place),
        first=() if camera else to_lay,
    )


def _likely(state: State, say: Phrases, place: Place, sure: tuple[str, ...]) -> tuple[Choice, ...]:
    """What can be there, one tile per kind, as copies are alike. Cards that must be there can be told at once."""
    kinds: dict[str, str] = {}
    for card in layable(state):
        if lay_place(card) == place:
            kinds.setdefault(kind_of(card), card)
    tiles = _tiles(state, say, kinds)
    if len(sure) < 2:
        return tiles
    together = Choice(say("amul.setup.palace.pale", n=len(sure)), tuple(Lay(state.start, card) for card in sure))
    return (together, *tiles)


def _others(state: State, say: Phrases, place: Place) -> tuple[Choice, ...]:
    """Every other card of that place without a known place; if one cannot be there, the refusal says why."""
    kinds: dict[str, str] = {}
    for card in state.facts.of_source(place):
        if place_of(state, card.id) is None:
            kinds.setdefault(card.kind, card.id)
    return _tiles(state, say, kinds)


def _tiles(state: State, say: Phrases, kinds: Mapping[str, str]) -> tuple[Choice, ...]:
    named = [(say.name("kind", kind), card) for kind, card in kinds.items()]
    named.sort(key=lambda pair: say.sort_key(pair[0]))
    return tuple(Choice(name, (Lay(state.start, card),)) for name, card in named)


def _hands(state: State, say: Phrases) -> SetupStep:
    """A-SET-2, and the reminder cards with the steps of a round."""
    players, deck = state.players, cards_in_play(state) or 0
    lines = {"shuffle": str(deck), "deal": str(HAND), "rest": str(max(0, deck - HAND * players)), "summary": "1"}
    shelves = tuple(Shelf((BACK,) * HAND, say.player(seat), seat=seat) for seat in range(players))
    values = {"n": HAND, "deck": deck, "tea": state.tea}
    return setup_step(say, "amul.setup.hands", "hands", lines, values, shelves=shelves)


def _first_pick(state: State, say: Phrases) -> SetupStep:
    """A-SET-3, A-SET-4."""
    cards = tuple(CardModel(name, say(f"amul.setup.first.card.{name}"), plain=True) for name in CARRIED)
    shelf = Shelf(cards, say.player(state.start), seat=state.start)
    lines = {"gets": str(len(CARRIED)), "tracker": "1", "area": ""}
    return setup_step(say, "amul.setup.first", "first-pick", lines, {"seat": state.start}, shelves=(shelf,))
