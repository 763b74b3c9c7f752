"""The board of Āmul: the market and the order during play, and at the end everybody's cards on the mat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.contract import Desk, Tellable
from companion.games.amul.finale import Finale
from companion.games.amul.table_view import table_model
from companion.games.amul.telling import cards_to_tell
from companion.models import Notice, kind_of
from companion.screens import Outcome, Screen
from companion.screens.table_screen import TableScreen
from rules.amul.cards import EFFECTS, TEA
from rules.amul.view import AmulView, amul_view

Notices = tuple[Notice, ...]


class AmulBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screen: TableScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._finale = Finale(desk)
        self._tellable: tuple[tuple[Any, ...], Tellable] | None = None

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        return self._desk.live.is_laying and self._finale.takes(outcome, now_ms)

    def screen(self, notices: Notices, now_ms: int) -> Screen:
        """Rebuilt only when something it shows has changed."""
        live, camera = self._desk.live, self._desk.context.has_camera
        if live.is_laying:
            return self._finale.screen(notices)
        clock = self._desk.clock_text(now_ms)
        shown = (live.session.state, live.seen.seen, live.last_card, live.focus, camera, notices, clock)
        if self._screen is None:
            motion = self._desk.context.config.display.motion
            self._screen = TableScreen(table_model(self._desk, notices, clock), motion=motion)
        elif shown != self._shown:
            self._screen.show(table_model(self._desk, notices, clock))
        self._shown = shown
        return self._screen

    def things(self) -> Iterator[str]:
        return things(amul_view(self._desk.live.view), self._desk.live.facts)

    def tellable(self) -> Tellable:
        """Rebuilt only when something it shows has changed."""
        live, camera = self._desk.live, self._desk.context.has_camera
        now = (live.session.last_seq, live.teller(live.view["order"]), camera)
        if self._tellable is None or self._tellable[0] != now:
            self._tellable = (now, self._to_tell())
        return self._tellable[1]

    def _to_tell(self) -> Tellable:
        model = table_model(self._desk)
        told = cards_to_tell(self._desk.live, self._desk.say)
        asked = told.now or model.now
        reason = model.now.why if self._desk.live.view["turn"] is not None or not asked.why else ""
        why = " · ".join(filter(None, (asked.why, reason)))
        now = replace(model.now, text=told.text, why=why, seat=asked.seat)
        return told._replace(header=model.header, now=now)


MARKET_IN_SIGHT = ("replenish", "offer", "pick")  # also where it is told by hand
BY_NAME = tuple(f"amul.card_{sort}" for sort in ("hand", "area", "both", "prowess", "effect"))  # which card
STEPS = ("replenish", "offer", "pick", "reveal", "effects", "upkeep", "hands")


def things(view: AmulView, facts: Mapping[str, Any]) -> Iterator[str]:
    """What may need a line of help: steps first, then what happened, then the cards in the market."""
    phase, count = view["phase"], len(view["players"])
    if phase in STEPS:
        yield f"amul.{phase}"
    if phase == "replenish":
        yield "amul.first_pick"
    if phase == "pick" and view["round"] > count and any(player["prowess"] for player in view["players"]):
        yield "amul.prowess_order"
    if any(note.key == "amul.note.left" for note in view["notes"]):
        yield "amul.left"
    for effect in view["effects"][:1]:
        yield from (f"amul.{place}" for place in effect["places"] if place != "market")
    if view["tea"]:
        yield "amul.tea"
    for card in view["market"] if phase in MARKET_IN_SIGHT else ():
        told = _card_things(kind_of(card), facts.get("cards", {}).get(kind_of(card), {}))
        yield from (f"{thing} {card}" if thing in BY_NAME else thing for thing in told)


def _card_things(kind: str, known: Mapping[str, Any]) -> Iterator[str]:
    traits = known.get("traits") or {}
    if kind in EFFECTS:
        yield "amul.card_effect"
    if kind == TEA:
        yield "amul.tea"
    if known.get("position"):
        yield f"amul.card_{known['position']}"
    if traits.get("prowess"):
        yield "amul.card_prowess"
    if traits.get("arab") or traits.get("mongol"):
        yield "amul.card_people"
