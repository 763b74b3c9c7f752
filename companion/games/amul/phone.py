"""Āmul on phones: open cards, what players may know of their own hand, and choices by kind, as copies are alike.

Phones offer what the shared screen offers, independent of face-down cards: see ``rules.amul.public``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.contract import Block, PhoneLine, PhonePart, Sign
from companion.language.i18n import Phrases
from companion.models import Action, kind_of
from rules.amul import commands as c
from rules.amul.state import State
from rules.amul.view import AmulView, view
from rules.core.codec import name_of


def places(state: State, say: Phrases) -> tuple[Block, ...]:
    shown = view(state)
    lying = {"market": shown["market"], "palace": shown["palace"], "bazaar": shown["bazaar"]}
    return tuple(Block(say(f"amul.phone.at_{place}"), _cards(cards)) for place, cards in lying.items() if cards)


def of_seat(state: State, seat: int, say: Phrases) -> tuple[PhoneLine, ...]:
    return tuple(_of_seat(view(state), seat, say))


def _of_seat(shown: AmulView, seat: int, say: Phrases) -> Iterator[PhoneLine]:
    player = shown["players"][seat]
    if shown["first_pick"] == seat:
        yield Sign(say("amul.phone.first_pick"), "first-pick")
    if seat in shown["offered"] or seat in shown["revealed"]:
        yield say("amul.phone.laid")
    if player["prowess"]:
        yield Sign(say("amul.phone.prowess", n=player["prowess"], letter=player["letter"] or ""), "prowess")
    yield from _cards(player["area"])


def own(state: State, seat: int, say: Phrases) -> tuple[Block, ...]:
    """Openly picked cards and the face-down card; the box does not know the other cards of a hand."""
    mine = view(state, seat)["own"]
    down = (mine["face_down"],) if mine["face_down"] else ()
    found = {"hand": mine["known"], "face_down": down, "shown": mine["shown"]}
    blocks = [Block(say(f"amul.phone.{part}"), _cards(cards)) for part, cards in found.items() if cards]
    return (*blocks, *(Block("", (say.say(note),)) for note in mine["notes"]))


def acts(state: State, commands: tuple[Any, ...], say: Phrases) -> tuple[Action, ...]:  # noqa: ARG001
    """One act for each kind of card and each action with it: cards by their names in this language, then the rest."""
    found: dict[tuple[type, str], Action] = {}
    for command in commands:
        card = None
        match command:
            case c.Upkeep():
                label = say("screen.amul.do.upkeep")
            case c.Decline():
                label = say("screen.amul.do.decline")
            case c.Done():
                label = say("screen.reading.all_shown")
            case _:
                card = kind_of(command.card)
                label = say.name("kind", card)
        key = f"amul.phone.{name_of(type(command))}"
        detail = say(key) if say.has(key) else ""
        found.setdefault((type(command), label), Action(label, command, card=card, detail=detail))
    return tuple(sorted(found.values(), key=lambda act: (act.card is None, say.sort_key(act.label))))


def _cards(cards: Iterable[str]) -> tuple[Sign, ...]:
    return tuple(Sign(card=card) for card in cards)


PHONE = PhonePart(places=places, of_seat=of_seat, own=own, acts=acts)
