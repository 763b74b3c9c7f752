"""Picks cards into a pile by hand, through doors or by typing. Holding back removes the last one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.models import Header, NowLine
from companion.pages.play.tell_page import doors_model
from companion.pages.screen_page import ModelPage
from companion.screens import Chosen, Leave, Outcome, Undo
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.intents import Typed
from companion.screens.navigation import Close, Navigation
from companion.screens.tell_screen import Node
from companion.teaching.classroom import Classroom
from companion.teaching.piles import Sorting


@dataclass(frozen=True, slots=True)
class HandPickedPile:
    """A pile being picked: the cards in it (``picked``), and all choices, *done* among them."""

    header: Header
    now: NowLine
    nodes: tuple[Node, ...]
    picked: tuple[Node, ...]


class PickPage(ModelPage[DoorsScreen]):
    """``pile``: None once nothing is left to pick. ``turn``: puts a card into the pile, or takes it out."""

    def __init__(
        self, room: Classroom, pile: Callable[[], HandPickedPile | None], turn: Callable[[str], None], typed: str = ""
    ) -> None:
        self._room, self._pile, self._turn = room, pile, turn
        self._screen = DoorsScreen(self._model())
        if typed:
            self._screen.handle(Typed(typed))

    @property
    def is_stale(self) -> bool:
        return self._pile() is None

    def _model(self) -> DoorsModel:
        pile = self._pile()
        assert pile is not None
        title = f"{len(pile.picked)} {self._room.say('teach.piles.in_pile')}"
        return doors_model(self._room.say, pile.header, pile.now, pile.nodes, so_far=(title, pile.picked))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        pile = self._pile()
        match outcome:
            case Chosen(str(card)):
                self._turn(card)
            case Undo() if pile is not None and pile.picked:
                self._turn(str(pile.picked[-1].command))
            case Leave() | Undo():
                return Close()
        return None


def sorted_by_hand(room: Classroom, sorting: Sorting) -> HandPickedPile:
    """The pile of a fact that is being sorted."""
    say, ticked, sort = room.say, sorting.ticked, sorting.sort
    there = {unit for unit, value in sorting.values.items() if value == sorting.pile.value}
    nodes = {unit: Node(say.say(sort.name_of(unit)), unit) for unit in sort.units}
    others = tuple(node for unit, node in nodes.items() if unit not in {*ticked, *there})
    done = Node(say("teach.piles.tick_done"), Leave(), icon="tick", pinned=not ticked, likely=bool(ticked))
    header = Header(say.say(sort.words), say("teach.piles.left", n=len(sorting.left)))
    now = NowLine(say.say(sorting.pile.words), say("teach.piles.which_card"))
    return HandPickedPile(
        header, now, (done, *others) if ticked else (*others, done), tuple(nodes[unit] for unit in ticked)
    )


def composed_by_hand(room: Classroom, left: tuple[str, ...], picked: tuple[str, ...]) -> HandPickedPile:
    """The pile for which a fact is composed."""
    say, nodes = room.say, {thing: Node(room.name(thing), thing) for thing in left}
    others = tuple(node for thing, node in nodes.items() if thing not in picked)
    done = Node(say("teach.made.begin"), Leave(), icon="tick", likely=True)
    header = Header(say("teach.piles.title"), say("teach.piles.left", n=len(others)))
    doors = (done, *others) if picked else others
    return HandPickedPile(header, NowLine(say("teach.which_thing")), doors, tuple(nodes[thing] for thing in picked))
