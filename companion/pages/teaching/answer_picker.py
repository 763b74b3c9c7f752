"""Picks one of many answers: the likeliest on their own buttons, the others behind doors, or by typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.language.i18n import Phrases
from companion.pages.teaching.ask_model import MANY_NUMBERS
from companion.screens import Input, Outcome
from companion.screens.doors import DOORS, Door
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Typed
from companion.screens.number_screen import MOST_BESIDE
from companion.screens.tell_screen import Node
from companion.teaching.dialogue import Ask, ranking

MOST_KEYS = 9
FEW = DOORS * DOORS  # each within two presses
ONE_AHEAD = 1 + FEW - DOORS  # the likeliest within one, the others within two
NEAR = 1 + 2 * DOORS  # of more: the likeliest with one press, the next eight with two


@dataclass(frozen=True, slots=True)
class Shown:
    """In place of an answer: the things laid on the mat, each as often as it lies there."""

    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Like:
    """In place of the first answer: like that card, but …"""

    thing: str


class FindScreen(DoorsScreen):
    """Doors that can be searched: letters find answers behind all of them, a number chooses one at once."""

    def handle(self, wish: Input) -> Outcome | None:
        outcome = super().handle(wish)
        if isinstance(wish, Typed) and self.text.isdecimal() and len(self.found) == 1:
            return self._taken(self.found[0])
        return outcome

    @property
    def doors(self) -> dict[int, Door]:
        """A door with a few likely answers shows them."""
        return {n: door[0].children if _is_group(door) else door for n, door in super().doors.items()}

    @property
    def names(self) -> dict[int, str]:
        """Answers are not names: a range of letters would say nothing about them."""
        if self.entry is not None:
            return super().names
        return {n: door[0].label if len(door) == 1 else self.model.more for n, door in self.doors.items()}

    @property
    def found(self) -> tuple[Node, ...]:
        """A digit means the answer's own number, not one inside a card's name."""
        found, typed = super().found, self.text.strip()
        return tuple(node for node in found if node.label.startswith(typed)) if typed.isdecimal() else found


def _is_group(door: Door) -> bool:
    return len(door) == 1 and bool(door[0].children) and door[0].likely


def ranked(ask: Ask, say: Phrases) -> list[Node]:
    """Every answer, the likeliest first; numbers behind one node if there are so many that one is entered."""
    nodes = {n: Node(say.say(o.words), o.value, colour=o.colour) for n, o in enumerate(ask.options)}
    found = [nodes[n] for n in ranking(ask)]
    whole = tuple(replace(node, number=node.command) for node in found if type(node.command) is int)
    if len(whole) <= MANY_NUMBERS or len(found) - len(whole) > MOST_BESIDE:
        return found
    return [Node("", children=whole), *(node for node in found if type(node.command) is not int)]


def numbered(nodes: list[Node]) -> list[Node]:
    """The likeliest answers with a digit in front, unless an answer is itself a number."""
    if any(node.children or node.label.lstrip("-−")[:1].isdecimal() for node in nodes):
        return nodes
    return [replace(node, label=f"{n} {node.label}") if n <= MOST_KEYS else node for n, node in enumerate(nodes, 1)]


def behind_doors(
    nodes: Sequence[Node], otherwise: str, more: tuple[Node, ...] = (), *, most: int = FEW
) -> tuple[Node, ...]:
    """The likeliest on their own buttons; of more than ``most``, the others behind the last door. ``more``: what is no
    answer, and comes last."""
    if len(nodes) + len(more) <= most:
        return (*(replace(node, likely=True) for node in nodes[: DOORS - 1]), *nodes[DOORS - 1 :], *more)
    near, far = nodes[1:NEAR], nodes[NEAR:]
    groups = (_group(near[:DOORS]), _group(near[DOORS:]))
    return (replace(nodes[0], likely=True), *groups, Node(otherwise, children=(*far, *more), pinned=True))


def _group(nodes: Sequence[Node]) -> Node:
    """A few answers behind one door."""
    return Node(" · ".join(node.label for node in nodes), children=tuple(nodes), likely=True)
