"""Cards into a pile by hand: through doors, or by typing. Holding back takes the last one out again."""

from __future__ import annotations

from collections.abc import Callable

from companion.models import Header, NowLine
from companion.pages.play.tell_page import doors_model
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.intents import Typed
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.tell_screen import Node
from companion.teaching.classroom import Classroom
from companion.teaching.piles import Sorting


class TickPage(Lasting):
    """Cards into the pile by hand: through doors, or by typing; holding back takes the last one out again."""

    def __init__(self, room: Classroom, sorting: Callable[[], Sorting | None], typed: str = "") -> None:
        self._room = room
        self._sorting = sorting
        self._screen = DoorsScreen(self._model())
        if typed:
            self._screen.handle(Typed(typed))

    @property
    def is_stale(self) -> bool:
        return self._sorting() is None

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model())
        return self._screen

    def _model(self) -> DoorsModel:
        say, sorting = self._room.say, self._sorting()
        assert sorting is not None
        ticked = sorting.ticked
        there = {unit for unit, value in sorting.values.items() if value == sorting.pile.value}
        nodes = [self._node(sorting, unit) for unit in sorting.sort.units if unit not in {*ticked, *there}]
        done = Node(say("teach.piles.tick_done"), Leave(), icon="tick", pinned=not ticked, likely=bool(ticked))
        so_far = tuple(self._node(sorting, unit) for unit in ticked)
        header = Header(say.say(sorting.sort.words), say("teach.piles.left", n=len(sorting.left)))
        now = NowLine(say.say(sorting.pile.words), say("teach.piles.which_card"))
        title = say("teach.piles.in_pile")
        return doors_model(
            say, header, now, (done, *nodes) if ticked else (*nodes, done), so_far=(f"{len(ticked)} {title}", so_far)
        )

    def _node(self, sorting: Sorting, unit: str) -> Node:
        return Node(self._room.say.say(sorting.sort.name_of(unit)), unit)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        sorting = self._sorting()
        assert sorting is not None
        match outcome:
            case Chosen(str(unit)):
                sorting.tick(unit)
            case Undo() if sorting.ticked:
                sorting.tick(sorting.ticked[-1])
            case Leave() | Undo():
                return Close()
        return None


class PickPage(Lasting):
    """A pile by hand: names through doors, or by typing."""

    def __init__(
        self, room: Classroom, left: tuple[str, ...], pick: Callable[[tuple[str, ...]], None], typed: str = ""
    ) -> None:
        self._room = room
        self._left = left
        self._pick = pick
        self._chosen: tuple[str, ...] = ()
        self._screen = DoorsScreen(self._model())
        if typed:
            self._screen.handle(Typed(typed))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model())
        return self._screen

    def _model(self) -> DoorsModel:
        say = self._room.say
        nodes = [Node(self._room.name(thing), thing) for thing in self._left if thing not in self._chosen]
        done = Node(say("teach.made.begin"), Leave(), icon="tick", likely=True)
        so_far = tuple(Node(self._room.name(thing), thing) for thing in self._chosen)
        header = Header(say("teach.piles.title"), say("teach.piles.left", n=len(nodes)))
        all_nodes = (done, *nodes) if self._chosen else tuple(nodes)
        title = f"{len(so_far)} {say('teach.piles.in_pile')}"
        return doors_model(say, header, NowLine(say("teach.which_thing")), all_nodes, so_far=(title, so_far))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Chosen(str(thing)):
                self._chosen = (*self._chosen, thing)
            case Undo() if self._chosen:
                self._chosen = self._chosen[:-1]
            case Leave() | Undo():
                self._pick(self._chosen)
                return Close()
        return None
