"""The table of Āmul while it is played: the market and the order, and at the end everybody's cards on the mat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.contract import Desk, Heading, Tellable
from companion.games.amul.finale import Finale
from companion.games.amul.laying_out import untold
from companion.games.amul.table_view import Around, table_view
from companion.games.amul.telling import cards_to_tell
from companion.models import Notice, TableModel, kind_of
from companion.play.clocks import TurnClock, lasted_text, whole_seconds
from companion.screens import Outcome, Screen
from companion.screens.table import TableScreen
from rules.amul.cards import EFFECTS, TEA
from rules.amul.view import AmulView, amul_view

Notices = tuple[Notice, ...]


class AmulBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screen: TableScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._finale = Finale(desk)
        self._turn = TurnClock() if desk.context.config.timers.count else None
        self._tellable: tuple[tuple[Any, ...], Tellable] | None = None

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        return self._desk.live.is_laying and self._finale.takes(outcome, now_ms)

    def screen(self, notices: Notices, now_ms: int) -> Screen:
        """Made anew only when something it shows has changed."""
        live, camera = self._desk.live, self._desk.context.has_camera
        if live.is_laying:
            return self._finale.screen(notices)
        lasted = whole_seconds(self._turn, now_ms)
        shown = (live.session.state, live.seen.seen, live.last_card, live.focus, camera, notices, lasted)
        if self._screen is None:
            self._screen = TableScreen(self._model(notices, lasted), motion=self._desk.context.config.display.motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, lasted))
        self._shown = shown
        return self._screen

    def _model(self, notices: Notices, lasted: int | None) -> TableModel:
        live, view = self._desk.live, amul_view(self._desk.live.view)
        around = Around(
            facts=live.facts,
            options=live.offered,
            notices=(*(Notice(self._desk.say.say(note)) for note in view["notes"]), *notices),
            ticks=frozenset([*view["offered"], *view["revealed"], *view["done"]]),
            seen=live.seen.seen,
            last=live.last_card,
            practice=view["practice"],
            camera=self._desk.context.has_camera,
            incomplete=bool(view["missing"]),
            untold=untold(live.session.state),
            focus=live.focus,
            clock_ms=lasted,
        )
        return table_view(view, self._desk.say, around)

    def heading(self, now_ms: int) -> Heading:
        model = self._model((), whole_seconds(self._turn, now_ms))
        return Heading(model.header, model.now)

    def tick(self, now_ms: int) -> None:
        """Nobody is hurried in Āmul; only how long a turn lasts is noted."""
        live = self._desk.live
        if self._turn is not None:
            self._turn.follow(live.session, live.view["turn"], now_ms)

    def things(self) -> Iterator[str]:
        return things(amul_view(self._desk.live.view), self._desk.live.facts)

    def tellable(self) -> Tellable:
        """Made anew only when something it shows has changed."""
        live, camera = self._desk.live, self._desk.context.has_camera
        now = (live.session.last_seq, live.teller(live.view["order"]), camera)
        if self._tellable is None or self._tellable[0] != now:
            self._tellable = (now, self._to_tell())
        return self._tellable[1]

    def _to_tell(self) -> Tellable:
        model = self._model((), None)
        told = cards_to_tell(self._desk.live, self._desk.say)
        now = replace(model.now, text=told.text, seat=told.now.seat if told.now else model.now.seat)
        return told._replace(header=model.header, now=now, clock=partial(lasted_text, self._turn))


STEPS = ("replenish", "offer", "pick", "reveal", "effects", "upkeep", "hands")


def things(view: AmulView, facts: Mapping[str, Any]) -> Iterator[str]:
    """Steps, then what happened, then the cards in the open market."""
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
    for card in view["market"]:
        yield from _card_things(kind_of(card), facts.get("cards", {}).get(kind_of(card), {}))


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
