"""Cards into a pile by hand: through doors, or by typing. Holding back takes the last one out again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from companion.models import Header, NowLine
from companion.pages.play.tell_page import doors_model
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.intents import Typed
from companion.screens.navigation import Close, Lasting, Navigation
from companion.screens.quad_picker import DoorsModel, DoorsScreen
from companion.screens.tell_screen import Node
from companion.teaching.classroom import Classroom
from companion.teaching.piles import Sorting


class _ByHandPage(Lasting):
    def __init__(self, room: Classroom, typed: str) -> None:
        self._room = room
        self._screen = DoorsScreen(self._model())
        if typed:
            self._screen.handle(Typed(typed))

    @property
    @abstractmethod
    def _picked(self) -> Sequence[str]: ...

    @abstractmethod
    def _turn(self, card: str) -> None:
        """Into the pile, or out of it again."""

    @abstractmethod
    def _model(self) -> DoorsModel: ...

    def _doors(self, header: Header, now: NowLine, nodes: Sequence[Node], picked: Sequence[Node]) -> DoorsModel:
        title = f"{len(picked)} {self._room.say('teach.piles.in_pile')}"
        return doors_model(self._room.say, header, now, tuple(nodes), so_far=(title, tuple(picked)))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model())
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Chosen(str(card)):
                self._turn(card)
            case Undo() if self._picked:
                self._turn(self._picked[-1])
            case Leave() | Undo():
                self._end()
                return Close()
        return None

    def _end(self) -> None:
        """Somebody has picked all."""


class TickPage(_ByHandPage):
    """Into the pile of a fact that is being sorted; what was ticked counts at once."""

    def __init__(self, room: Classroom, sorting: Callable[[], Sorting | None], typed: str = "") -> None:
        self._find_sorting = sorting
        super().__init__(room, typed)

    @property
    def is_stale(self) -> bool:
        return self._find_sorting() is None

    @property
    def _sorting(self) -> Sorting:
        sorting = self._find_sorting()
        assert sorting is not None
        return sorting

    @property
    def _picked(self) -> Sequence[str]:
        return self._sorting.ticked

    def _turn(self, card: str) -> None:
        self._sorting.tick(card)

    def _model(self) -> DoorsModel:
        say, sorting = self._room.say, self._sorting
        ticked, sort, values = sorting.ticked, sorting.sort, sorting.values
        there = {unit for unit, value in values.items() if value == sorting.pile.value}
        nodes = {unit: Node(say.say(sort.name_of(unit)), unit) for unit in sort.units}
        others = [node for unit, node in nodes.items() if unit not in {*ticked, *there}]
        done = Node(say("teach.piles.tick_done"), Leave(), icon="tick", pinned=not ticked, likely=bool(ticked))
        header = Header(say.say(sort.words), say("teach.piles.left", n=len(sorting.left)))
        now = NowLine(say.say(sorting.pile.words), say("teach.piles.which_card"))
        return self._doors(
            header, now, [done, *others] if ticked else [*others, done], [nodes[unit] for unit in ticked]
        )


class PickPage(_ByHandPage):
    """Into a pile about which something is put together; ``pick`` is given all of it in the end."""

    def __init__(
        self, room: Classroom, left: tuple[str, ...], pick: Callable[[tuple[str, ...]], None], typed: str = ""
    ) -> None:
        self._left, self._pick = left, pick
        self._chosen: tuple[str, ...] = ()
        super().__init__(room, typed)

    @property
    def _picked(self) -> Sequence[str]:
        return self._chosen

    def _turn(self, card: str) -> None:
        self._chosen = self._chosen[:-1] if card in self._chosen else (*self._chosen, card)

    def _model(self) -> DoorsModel:
        say = self._room.say
        nodes = {thing: Node(self._room.name(thing), thing) for thing in self._left}
        others = [node for thing, node in nodes.items() if thing not in self._chosen]
        done = [Node(say("teach.made.begin"), Leave(), icon="tick", likely=True)] if self._chosen else []
        header = Header(say("teach.piles.title"), say("teach.piles.left", n=len(others)))
        picked = [nodes[thing] for thing in self._chosen]
        return self._doors(header, NowLine(say("teach.which_thing")), [*done, *others], picked)

    def _end(self) -> None:
        self._pick(self._chosen)
