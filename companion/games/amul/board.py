"""The table of Āmul while it is played: the market and the order, and at the end everybody's cards on the mat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from companion.contract import Desk
from companion.games.amul.finale import Finale
from companion.games.amul.help import things
from companion.games.amul.table_view import Around, table_view
from companion.i18n import Phrases
from companion.models import Notice, TableModel
from companion.play.clocks import TurnClock, whole_seconds
from companion.play.night import Night
from companion.screens import Outcome, Screen
from companion.screens.table import TableScreen
from companion.screens.tell import Node, by_letters
from rules.amul.view import AmulView

Notices = tuple[Notice, ...]


class AmulBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screen: TableScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._finale = Finale(desk)
        self._turn = TurnClock() if desk.context.config.timers.count else None

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        return self._desk.night.is_laying and self._finale.takes(outcome, now_ms)

    def screen(self, notices: Notices, now_ms: int) -> Screen:
        """Made anew only when something it shows has changed."""
        night, camera = self._desk.night, self._desk.context.has_camera
        if night.is_laying:
            return self._finale.screen(notices)
        lasted = whole_seconds(self._turn, now_ms)
        shown = (night.session.state, night.seen.seen, night.last_card, night.focus, camera, notices, lasted)
        if self._screen is None:
            self._screen = TableScreen(self._model(notices, lasted), motion=self._desk.context.config.display.motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, lasted))
        self._shown = shown
        return self._screen

    def _model(self, notices: Notices, lasted: int | None) -> TableModel:
        night, view = self._desk.night, cast("AmulView", self._desk.night.view)
        encode = night.session.game.commands.encode
        around = Around(
            facts=night.facts,
            options=tuple((option, encode(option)) for option in night.options),
            notices=(*(Notice(self._desk.say.say(note)) for note in view["notes"]), *notices),
            ticks=frozenset([*view["offered"], *view["revealed"], *view["done"]]),
            seen=night.seen.seen,
            last=night.last_card,
            practice=bool(view["practice"]),
            camera=self._desk.context.has_camera,
            incomplete=bool(view["missing"]),
            focus=night.focus,
            clock_ms=lasted,
        )
        return table_view(view, self._desk.say, around)

    def tick(self, now_ms: int) -> None:
        """Nobody is hurried in Āmul; only how long a turn lasts is noted."""
        night = self._desk.night
        if self._turn is not None:
            self._turn.follow(night.session, night.view["turn"], now_ms)

    def things(self) -> Iterator[str]:
        return things(self._desk.night.view, self._desk.night.facts)

    def tellable(self) -> tuple[str, tuple[Node, ...]]:
        return cards_to_tell(self._desk.night, self._desk.say)


def cards_to_tell(night: Night, say: Phrases) -> tuple[str, tuple[Node, ...]]:
    """Cards of Āmul by seat: one command for each kind, because copies of a kind are alike."""
    seats: dict[int, dict[str, Any]] = {}
    for option in night.options:
        if card := getattr(option, "card", None):
            seats.setdefault(option.seat, {}).setdefault(card.partition("#")[0], option)
    cards = {seat: _card_nodes(kinds, night.facts.get("cards", {}), say) for seat, kinds in seats.items()}
    if len(cards) == 1:
        seat = next(iter(cards))
        return say(f"page.tell.{night.view['phase']}", seat=seat), cards[seat]
    return say("page.tell.whose"), tuple(Node(say.player(s), children=nodes, seat=s) for s, nodes in cards.items())


def _card_nodes(kinds: Mapping[str, Any], facts: Mapping[str, Any], say: Phrases) -> tuple[Node, ...]:
    nodes = [
        Node(say.name("kind", kind), option, colour=facts.get(kind, {}).get("colour")) for kind, option in kinds.items()
    ]
    return by_letters(nodes)
