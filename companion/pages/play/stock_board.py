"""The board of a game that has none of its own: built from its view, legal commands and texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.contract import Desk, Tellable
from companion.models import Action, CardModel, CardPile, Notice, PlayerRow, TableModel, sentence, table_hints
from companion.play.live_game import AskSeat
from companion.play.mat_reading import MAT
from companion.screens import Outcome, Screen
from companion.screens.table_screen import TableScreen
from companion.screens.tell_screen import Node
from companion.table.headings import seat_order, stock_heading
from companion.table.texts import command_text, seat_values
from rules.core.commands import given_by

MANY = 8  # more commands than this get a separate page


class StockBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screen: TableScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._tellable: tuple[tuple[Any, ...], Tellable] | None = None

    def takes(self, outcome: Outcome, now_ms: int) -> bool:  # noqa: ARG002
        return False

    def things(self) -> Iterator[str]:
        yield from ()

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        """Rebuilt only when something it shows has changed."""
        live, camera, clock = self._desk.live, self._desk.context.has_camera, self._desk.clock_text(now_ms)
        shown = (live.session.state, live.seen, live.last_card, live.focus, camera, notices, clock)
        if self._screen is None:
            self._screen = TableScreen(self._model(notices, now_ms), motion=self._desk.context.config.display.motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, now_ms))
        self._shown = shown
        return self._screen

    def tellable(self) -> Tellable:
        """In turn order, by name; rebuilt only when something it shows has changed."""
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
        seat = desk.live.teller([one for one in seat_order(desk.live.view) if one in seats])
        others = tuple(
            Node(say.player(other), AskSeat(other), seat=other) for other in seats if other not in (seat, None)
        )
        more = (Node(say("page.tell.other_seat"), children=others, icon="people", pinned=True),) if others else ()
        for_all = seats.get(None, []) if seat is not None else []
        header, now = stock_heading(desk, now_ms=0)
        nodes = (*seats[seat], *for_all, *more)
        return Tellable(now.text, nodes, header, replace(now, seat=seat))

    def _model(self, notices: tuple[Notice, ...], now_ms: int) -> TableModel:
        desk, say, view = self._desk, self._desk.say, self._desk.live.view
        (header, now), actions = stock_heading(desk, now_ms), self._actions()
        zones = self._zones()
        notes = tuple(Notice(sentence(note, say)) for note in view.get("notes", ()))
        last = desk.live.last_card
        return TableModel(
            header=header,
            now=now,
            cards=zones.pop(MAT, ()),
            cards_title=say(f"mat.zone.{MAT}"),
            players=tuple(self._player(seat) for seat in seat_order(view)),
            piles=tuple(CardPile("cards", say(f"mat.zone.{zone}"), cards) for zone, cards in zones.items()),
            last=desk.card(last, "settled") if last is not None and last in self._open_cards() else None,
            last_title=say("screen.last_card" if desk.context.has_camera else "screen.last_told"),
            actions=actions,
            notices=(*notes, *notices),
            hints=table_hints(say, actions),
            moment=desk.moment(),
            empty=say("screen.stock.empty" if desk.context.has_camera else "screen.stock.empty_blind"),
        )

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
        """What the camera has read, zone by zone; pale until it has settled."""
        seen, desk = self._desk.live.seen, self._desk
        return {
            zone: tuple(desk.card(card, "seen" if card in seen.seen else "settled") for card in sorted(cards))
            for zone, cards in seen.table.zones.items()
        }

    def _open_cards(self) -> frozenset[str]:
        """Cards lying open; a told card that lies face down is not shown."""
        return frozenset[str]().union(*self._desk.live.seen.table.zones.values())

    def _actions(self) -> tuple[Action, ...]:
        say, options = self._desk.say, self._desk.live.offered
        if len(options) > MANY:
            return (Action(say("screen.tell"), icon="tell", goto="tell"),)
        return tuple(Action(command_text(self._desk.game.slug, option, say), option) for option in options)
