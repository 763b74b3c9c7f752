"""Scribe: only what stays in the play areas is told, one card per player and round, and scored at the end.

There is no turn order; players are asked one after another, and what was not told is unknown.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.contract import Desk
from companion.models import Notice
from companion.pages.play.pad_board import Kinds
from companion.pages.play.tell_page import doors_model, not_here
from companion.screens import Goto, Outcome, Screen
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.navigation import Page
from companion.screens.tell_screen import Node
from companion.table.pad_heading import pad_heading
from rules.core.game import known_table
from rules.core.pad.commands import Ask, SkipSeat, TellStay
from rules.core.pad.state import Pad


class ScribeBoard:
    """One card at a time, player after player."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kinds = Kinds(desk, self._stay, self._label)
        self._screen: DoorsScreen | None = None

    def _leaves(self, card: str) -> bool:
        """Whether it is known to leave the game once it was played."""
        session = self._desk.live.session
        known = known_table(session.game, session.state)
        return known is not None and card in known.leaving

    def _stay(self, pad: Pad, card: str) -> TellStay:
        return TellStay(pad.seat, "" if self._leaves(card) else card)

    def _label(self, card: str) -> str:
        say = self._desk.say
        return say("page.scribe.leaves", card=card) if self._leaves(card) else say.name("card", card)

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:  # noqa: ARG002
        model = self._model(self._desk.live.session.pad, notices)
        if self._screen is None:
            self._screen = DoorsScreen(model)
        self._screen.show(model)
        return self._screen

    def takes(self, outcome: Outcome, now_ms: int) -> bool:  # noqa: ARG002
        return False

    def asks(self, outcome: Outcome) -> Page | None:  # noqa: ARG002
        return None

    def _model(self, pad: Pad, notices: tuple[Notice, ...]) -> DoorsModel:
        say, (header, now) = self._desk.say, pad_heading(self._desk)
        told = tuple(
            Node(say.name("card", stay.card) if stay.card else say("page.scribe.nothing"), seat=stay.seat)
            for stay in pad.stays
            if stay.round == pad.round
        )
        so_far = (say("page.scribe.so_far"), told)
        nodes = self._nodes(pad)
        made = doors_model(say, header, now, nodes, notices=notices, so_far=so_far, menu=True)
        return replace(made, elsewhere=partial(not_here, self._desk, nodes), step="scribe")

    def _nodes(self, pad: Pad) -> tuple[Node, ...]:
        say = self._desk.say
        others = tuple(Node(say.player(seat), Ask(seat), seat=seat) for seat in range(pad.seats) if seat != pad.seat)
        return (
            *self._kinds.nodes(pad),
            Node(say("page.scribe.nothing"), TellStay(pad.seat), icon="no", pinned=True),
            Node(say("page.scribe.later"), SkipSeat(pad.seat), icon="clock", pinned=True),
            Node(say("page.tell.other_seat"), children=others, icon="people", pinned=True),
            Node(say("page.scribe.menu"), Goto("menu"), icon="list", pinned=True),
        )
