"""The board of a game that has none of its own: built from its view, legal commands and texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from companion.contract import Desk, Tellable
from companion.language.i18n import Phrases
from companion.models import Action, CardModel, CardPile, Notice, PlayerRow, TableModel, table_hints
from companion.play.live_game import AskSeat
from companion.play.mat_reading import MAT
from companion.play.number_commands import NumberCommands, by_number
from companion.screens import Outcome, Screen
from companion.screens.table_screen import TableScreen
from companion.screens.tell_screen import Node
from companion.table.headings import heading_of, seat_order
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
        first = self._first()
        options: dict[int | None, list[Any]] = {}
        for option in desk.live.offered:
            options.setdefault(given_by(option), []).append(option)
        seats = {
            seat: tuple(
                replace(node, likely=node.command in first) if node.command is not None else node
                for node in command_tiles(desk.game.slug, given, say)
            )
            for seat, given in options.items()
        }
        if not seats:
            return Tellable("", ())
        seat = desk.live.teller([one for one in seat_order(desk.live.view) if one in seats])
        others = tuple(
            Node(say.player(other), AskSeat(other), seat=other) for other in seats if other not in (seat, None)
        )
        more = (Node(say("page.tell.other_seat"), children=others, icon="people", pinned=True),) if others else ()
        for_all = seats.get(None, ()) if seat is not None else ()
        header, now = heading_of(desk, now_ms=0)
        nodes = (*seats[seat], *for_all, *more)
        title, lying = self._lying_in_words()
        return Tellable(now.text, nodes, header, replace(now, seat=seat), lying, title)

    def _first(self) -> tuple[Any, ...]:
        """Commands that the rules put first and that are the only one of their sort, such as to pass."""
        offered = self._desk.live.offered
        sorts = Counter((type(option), given_by(option)) for option in offered)
        return tuple(takewhile(lambda option: sorts[type(option), given_by(option)] == 1, offered))

    def _lying_in_words(self) -> tuple[str, tuple[Node, ...]]:
        """What is decided about: the open cards of each place."""
        say, places = self._desk.say, self._places()
        if len(places) == 1:
            ((zone, cards),) = places.items()
            return say(f"mat.zone.{zone}"), (Node(" · ".join(card.name for card in cards)),)
        joined = {say(f"mat.zone.{zone}"): " · ".join(card.name for card in cards) for zone, cards in places.items()}
        return "", tuple(Node(say.pair(zone, names)) for zone, names in joined.items())

    def _model(self, notices: tuple[Notice, ...], now_ms: int) -> TableModel:
        desk, say, view = self._desk, self._desk.say, self._desk.live.view
        (header, now), actions = heading_of(desk, now_ms), self._actions()
        places, last = self._places(), desk.live.last_card
        piles = tuple(CardPile("cards", say(f"mat.zone.{zone}"), cards) for zone, cards in places.items())
        first = piles[0] if piles else CardPile("cards", say(f"mat.zone.{MAT}"), ())
        return TableModel(
            header=header,
            now=now,
            cards=first.cards,
            cards_title=first.name,
            spreads=piles[1:],
            players=tuple(self._player(seat) for seat in seat_order(view)),
            last=None if last is None else desk.card(last, "settled"),
            last_title=say("screen.last_card" if desk.context.has_camera else "screen.last_told"),
            actions=actions,
            notices=notices,
            hints=table_hints(say, actions, camera=desk.context.has_camera),
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
            values=" · ".join(seat_values(self._desk.game.slug, view["players"][seat], self._desk.say)),
            tick="waiting" if seat in waiting else "",
        )

    def _places(self) -> dict[str, tuple[CardModel, ...]]:
        """What lies open, zone by zone: what the camera has read, pale while it has not settled; and what the game
        says lies there, which was told."""
        seen, desk = self._desk.live.seen, self._desk
        read = {zone: self._by_name(cards) for zone, cards in seen.table.zones.items() if cards}
        told = desk.live.view.get("lying", {})
        places = {}
        for zone in dict.fromkeys((*read, *told)):
            more = [card for card in told.get(zone, ()) if card not in seen.cards]
            if cards := [*read.get(zone, ()), *more]:
                places[zone] = tuple(desk.card(card, "seen" if card in seen.seen else "settled") for card in cards)
        return places

    def _by_name(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=lambda card: self._desk.say.sort_key(self._desk.say.name("card", card)))

    def _actions(self) -> tuple[Action, ...]:
        slug, say, options = self._desk.game.slug, self._desk.say, self._desk.live.offered
        if len(options) <= MANY:
            return tuple(Action(command_text(slug, option, say), option) for option in options)
        actions = tuple(command_actions(slug, options, say))
        if len(actions) <= MANY:
            return actions
        tell = Action(say("screen.tell"), icon="tell", goto="tell")
        return (*(Action(command_text(slug, option, say), option) for option in self._first()), tell)


def command_tiles(slug: str, commands: Sequence[Any], say: Phrases) -> Iterator[Node]:
    for one in by_number(commands):
        if not isinstance(one, NumberCommands):
            yield Node(command_text(slug, one, say), one)
            continue
        pairs = zip(one.values, one.commands, strict=True)
        numbers = tuple(Node(command_text(slug, command, say), command, number=value) for value, command in pairs)
        yield Node(one.without_number(numbers[-1].label), children=numbers)


def command_actions(slug: str, commands: Sequence[Any], say: Phrases) -> Iterator[Action]:
    """Numbers are told on the page for telling."""
    for tile in command_tiles(slug, commands, say):
        goto = "tell" if tile.children else None
        yield Action(tile.label, tile.command, icon="tell" if goto else "", goto=goto)
