"""The board of a game that brings none: whose turn it is and why, what may be done, what lies there, how each stands.

All of it comes from the game's view, its legal commands and its texts. A value of the view is shown when there are
words for it: ``<slug>.seat.<key>`` for what each seat has, ``<slug>.do.<command>`` for a command,
``<slug>.now.<phase>`` and ``<slug>.phase.<phase>`` for a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from companion.contract import Desk, Heading, Tellable
from companion.language.i18n import Phrases
from companion.models import (
    Action,
    CardModel,
    Header,
    Notice,
    NowLine,
    Pile,
    PlayerRow,
    TableModel,
    clock_text,
    sentence,
    standing_badges,
    table_hints,
)
from companion.play.clocks import TurnClock, lasted_text, whole_seconds
from companion.play.live_game import AskSeat
from companion.play.mat_reading import MAT
from companion.screens import Outcome, Screen
from companion.screens.table import TableScreen
from companion.screens.tell import Node
from rules.core.codec import name_of
from rules.core.commands import given_by

MANY = 8  # more commands than this get a page of their own


class StockBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screen: TableScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._turn = TurnClock() if desk.context.config.timers.count else None
        self._tellable: tuple[tuple[Any, ...], Tellable] | None = None

    def takes(self, outcome: Outcome, now_ms: int) -> bool:  # noqa: ARG002
        return False

    def tick(self, now_ms: int) -> None:
        live = self._desk.live
        if self._turn is not None:
            self._turn.follow(live.session, live.view["turn"], now_ms)

    def things(self) -> Iterator[str]:
        yield from ()

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        """Made anew only when something it shows has changed."""
        live, camera, lasted = self._desk.live, self._desk.context.has_camera, whole_seconds(self._turn, now_ms)
        shown = (live.session.state, live.seen, live.last_card, live.focus, camera, notices, lasted)
        if self._screen is None:
            self._screen = TableScreen(self._model(notices, lasted), motion=self._desk.context.config.display.motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, lasted))
        self._shown = shown
        return self._screen

    def heading(self, now_ms: int) -> Heading:
        clock = lasted_text(self._turn, now_ms)
        return Heading(
            self._header(), NowLine(self._now_text(), self._why(), seat=self._desk.live.view["turn"], clock=clock)
        )

    def tellable(self) -> Tellable:
        """In the order of play, by name; made anew only when something it shows has changed."""
        live = self._desk.live
        now = (live.session.last_seq, live.teller(range(len(live.view["players"]))), self._desk.context.has_camera)
        if self._tellable is None or self._tellable[0] != now:
            self._tellable = (now, self._to_tell())
        return self._tellable[1]

    def _to_tell(self) -> Tellable:
        desk, say = self._desk, self._desk.say
        seats: dict[int | None, list[Node]] = {}
        for option in desk.live.offered:
            node = Node(command_text(desk.game.slug, option, say), option)
            seats.setdefault(given_by(option), []).append(node)
        if not seats:
            return Tellable("", ())
        seat = desk.live.teller([one for one in self._order() if one in seats])
        others = tuple(
            Node(say.player(other), AskSeat(other), seat=other) for other in seats if other not in (seat, None)
        )
        more = (Node(say("page.tell.other_seat"), children=others, icon="people", pinned=True),) if others else ()
        for_all = seats.get(None, []) if seat is not None else []
        now = NowLine(self._now_text(), self._why(), seat=seat)
        nodes = (*seats[seat], *for_all, *more)
        return Tellable(self._now_text(), nodes, self._header(), now, clock=partial(lasted_text, self._turn))

    def _model(self, notices: tuple[Notice, ...], lasted: int | None) -> TableModel:
        desk, say, view = self._desk, self._desk.say, self._desk.live.view
        actions = self._actions()
        zones = self._zones()
        notes = tuple(Notice(sentence(note, say)) for note in view.get("notes", ()))
        last = desk.live.last_card
        return TableModel(
            header=self._header(),
            now=NowLine(
                self._now_text(), self._why(), seat=view["turn"], clock="" if lasted is None else clock_text(lasted)
            ),
            cards=zones.pop(MAT, ()),
            cards_title=say(f"mat.zone.{MAT}"),
            players=tuple(self._player(seat) for seat in self._order()),
            piles=tuple(Pile("cards", say(f"mat.zone.{zone}"), cards) for zone, cards in zones.items()),
            last=desk.card(last, "settled") if last is not None and last in self._open_cards() else None,
            last_title=say("screen.last_card" if desk.context.has_camera else "screen.last_told"),
            actions=actions,
            notices=(*notes, *notices),
            hints=table_hints(say, actions),
            moment=desk.moment(),
            empty=say("screen.stock.empty" if desk.context.has_camera else "screen.stock.empty_blind"),
        )

    def _header(self) -> Header:
        desk, say, view = self._desk, self._desk.say, self._desk.live.view
        parts = (say("screen.round_short", n=view["round"]), desk.phase)
        practice = bool(desk.live.facts.get("practice"))
        badges = standing_badges(say, practice=practice, camera=desk.context.has_camera)
        return Header(say(f"screen.game.{desk.game.slug}"), " · ".join(filter(None, parts)), badges=badges)

    def _now_text(self) -> str:
        say, view = self._desk.say, self._desk.live.view
        key = f"{self._desk.game.slug}.now.{view['phase']}"
        if not say.has(key):
            key = "screen.stock.all" if view["turn"] is None else "screen.stock.turn"
        return say(key, seat=view["turn"])

    def _why(self) -> str:
        view, turn = self._desk.live.view, self._desk.live.view["turn"]
        order = list(view.get("order", ()))
        return sentence(view["why"][order.index(turn)], self._desk.say) if turn in order and view.get("why") else ""

    def _order(self) -> Sequence[int]:
        view = self._desk.live.view
        return list(view.get("order", ())) or list(range(len(view["players"])))

    def _player(self, seat: int) -> PlayerRow:
        view = self._desk.live.view
        waiting = view.get("waiting", ())
        return PlayerRow(
            seat,
            self._desk.say.player(seat),
            turn=seat == view["turn"],
            reason=" · ".join(seat_values(self._desk.game.slug, view["players"][seat], self._desk.say)),
            tick="waiting" if seat in waiting else "",
        )

    def _zones(self) -> dict[str, tuple[CardModel, ...]]:
        """What the camera has read, zone by zone; pale while it has not settled."""
        seen, desk = self._desk.live.seen, self._desk
        return {
            zone: tuple(desk.card(card, "seen" if card in seen.seen else "settled") for card in sorted(cards))
            for zone, cards in seen.table.zones.items()
        }

    def _open_cards(self) -> frozenset[str]:
        """Cards that lie in view of everybody: one that is told and lies face down is not shown."""
        return frozenset[str]().union(*self._desk.live.seen.table.zones.values())

    def _actions(self) -> tuple[Action, ...]:
        say, options = self._desk.say, self._desk.live.offered
        if len(options) > MANY:
            return (Action(say("screen.tell"), icon="tell", goto="tell"),)
        return tuple(Action(command_text(self._desk.game.slug, option, say), option) for option in options)


def seat_values(slug: str, player: Any, say: Phrases) -> Iterator[str]:
    """What the view shows of a seat, where there are words for it; what is not there yet is left out."""
    for key, value in player.items():
        text = f"{slug}.seat.{key}"
        if value is not None and say.has(text):
            named = tuple(value) if isinstance(value, list) else value
            yield say(text, n=named, card=named, cards=named)


def command_text(slug: str, command: Any, say: Phrases) -> str:
    """A command as its tile says it; without words for it the name of its card, or its own."""
    values = {item.name: getattr(command, item.name) for item in fields(command)}
    key = f"{slug}.do.{name_of(type(command))}"
    if say.has(key):
        return say(key, **values)
    card = values.get("card")
    return say.name("card", card) if isinstance(card, str) else name_of(type(command)).replace("_", " ")
