"""Telling by hand what no camera saw: in turn order, one thing after another."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.contract import Board, Desk, Tellable
from companion.language.i18n import Phrases
from companion.models import Header, Hints, Notice, NowLine, rules_hint
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.doors import APART
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.number_screen import number_words
from companion.screens.searching import leaves
from companion.screens.tell_screen import Node
from companion.table.elsewhere import elsewhere


@dataclass(frozen=True, slots=True)
class WayOut:
    """The last tile, which leaves the screen."""

    label: str
    outcome: Outcome
    icon: str = "back"

    @property
    def node(self) -> Node:
        return Node(self.label, self.outcome, icon=self.icon, pinned=True)


class TellView:
    """The screen of what can be told now."""

    def __init__(self, desk: Desk, board: Board, way_out: WayOut, *, menu: bool) -> None:
        self._desk = desk
        self._board = board
        self._way_out = way_out
        self._menu = menu
        self._known: tuple[Tellable, tuple[Node, ...]] | None = None
        self._others: tuple[Tellable, tuple[Node, ...]] | None = None
        self._screen: DoorsScreen | None = None

    def _look(self) -> tuple[Tellable, tuple[Node, ...]]:
        """Cached: a board returns the same object while nothing has changed."""
        told = self._board.tellable()
        if self._known is None or self._known[0] is not told:
            self._known = (told, (*told.nodes, self._way_out.node))
        return self._known

    @property
    def is_empty(self) -> bool:
        return not self._look()[0].nodes

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        model = self._model(notices, now_ms)
        if self._screen is None:
            self._screen = DoorsScreen(model)
        self._screen.show(model)
        return self._screen

    def _model(self, notices: tuple[Notice, ...], now_ms: int) -> DoorsModel:
        say, (told, nodes) = self._desk.say, self._look()
        header = told.header or Header(say("screen.tell"), self._desk.phase, rules=True)
        now = replace(told.now or NowLine(told.text), clock=self._desk.clock_text(now_ms))
        made = doors_model(
            say, header, now, nodes, notices=notices, so_far=(told.so_far_title, told.so_far), menu=self._menu
        )
        view = self._desk.live.view
        return replace(made, elsewhere=self._elsewhere, step=f"{view['round']}.{view['phase']}")

    def _elsewhere(self) -> tuple[Node, ...]:
        told = self._look()[0]
        if self._others is None or self._others[0] is not told:
            self._others = (told, not_here(self._desk, told.nodes))
        return self._others[1]


def not_here(desk: Desk, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Every other card of the game, with the reason why it cannot be told now."""
    told = {node.label.split(APART)[0] for node in leaves(nodes)}
    return tuple(Node(name, why=why) for name, why in elsewhere(desk, told))


def doors_model(
    say: Phrases,
    header: Header,
    now: NowLine,
    nodes: tuple[Node, ...],
    *,
    notices: tuple[Notice, ...] = (),
    so_far: tuple[str, tuple[Node, ...]] = ("", ()),
    menu: bool = False,
    leaves: bool = False,
) -> DoorsModel:
    """A model with the texts that all screens for telling share. ``leaves``: holding back leaves the page."""
    walk = say("screen.hint.choose")
    return DoorsModel(
        header=header,
        now=now,
        nodes=nodes,
        so_far=so_far[1],
        so_far_title=so_far[0],
        hints=Hints(
            walk,
            walk,
            say("screen.hint.ok"),
            say("screen.hint.delete"),
            hold_ok=say("screen.hint.menu") if menu else "",
            hold_back=say("screen.number.hold_leave" if leaves else "screen.hint.undo"),
            hold_next=rules_hint(say, header),
        ),
        up=say("screen.doors.up"),
        nothing=say("screen.doors.nothing"),
        more=say("screen.doors.more"),
        number=number_words(say),
        notices=notices,
        order=say("language.order"),
    )


class TellPage(Lasting):
    """Stays open while something of this step is left to tell; each thing is a command of the game."""

    def __init__(self, desk: Desk, board: Board) -> None:
        self._desk = desk
        self._context = desk.context
        self._live = desk.live
        self._say = desk.say
        self._telling = TellView(desk, board, WayOut(desk.say("screen.hint.back"), Leave()), menu=False)
        self._phase = desk.live.view["phase"]

    def screen(self, now_ms: int) -> Screen:
        return self._telling.screen(self._context.notices(self._live.notice(now_ms), say=self._say), now_ms)

    @property
    def is_stale(self) -> bool:
        is_over = self._live.view["phase"] != self._phase or self._live.question is not None
        return is_over or self._telling.is_empty

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(command):
                self._live.tell(command, now_ms)
            case Leave():
                return Close()
            case Undo(to):
                self._live.undo(now_ms, to)
        return None
