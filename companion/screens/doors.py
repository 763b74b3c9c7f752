"""Shares out many things behind four doors, and names the doors; see ``doors_screen``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from companion.language.sorting import sort_key
from companion.screens.intents import Intent
from companion.screens.tell_screen import Node

DOORS = 4
BUTTONS = (Intent.PREVIOUS, Intent.NEXT, Intent.OK, Intent.BACK)
WIDTHS = (1, 1, 1.25, 1.25)  # as in the hint line, so that each door is above its button
LONG_WORD = 6  # letters; a longer word is shortened on a door
Door: TypeAlias = tuple[Node, ...]  # what is behind it; a single node is the thing itself


def doors(nodes: tuple[Node, ...], order: str = "") -> tuple[Door, ...]:
    """What is behind each button: as few presses as possible for everything, fewer for likely things.

    ``order``: the alphabet by which the others are sorted, see ``sort_key``.
    """
    likely = [node for node in nodes if node.likely]
    pinned = [node for node in nodes if node.pinned]
    others = [node for node in nodes if not node.likely and not node.pinned]
    return _doors(likely, [*sorted(others, key=lambda node: sort_key(node.label, order)), *pinned])


def _doors(likely: Sequence[Node], rest: Sequence[Node]) -> tuple[Door, ...]:
    """Likely things get doors of their own if nothing else gets further away by that."""
    room = _room(len(likely) + len(rest))
    for alone in range(min(len(likely), DOORS - 1), 0, -1):
        behind = [*likely[alone:], *rest]
        if len(behind) <= (DOORS - alone) * room:
            return (*((node,) for node in likely[:alone]), *_shared(behind, DOORS - alone))
    if not likely:
        return _shared(rest, DOORS)
    near = max(0, len(rest) - (DOORS - 1) * room)
    return ((*likely, *rest[:near]), *_shared(rest[near:], DOORS - 1))


def _room(count: int) -> int:
    """How many things one door must hold."""
    room = 1
    while room * DOORS < count:
        room *= DOORS
    return room


def _shared(nodes: Sequence[Node], most: int) -> tuple[Door, ...]:
    """In order, as evenly as possible, no more doors than things; a few too many only make the last door deeper."""
    count, full = min(most, len(nodes)), _room(len(nodes)) // DOORS
    if 0 < len(nodes) - most * full <= full:
        cuts = [*range(0, most * full, full), len(nodes)]
    else:
        cuts = [round(len(nodes) * place / count) for place in range(count + 1)] if count else []
    return tuple(tuple(nodes[start:end]) for start, end in pairwise(cuts))


def places(count: int) -> tuple[int, ...]:
    """Which buttons this many doors use; a single door is OK."""
    return {1: (2,), 2: (0, 1), 3: (0, 1, 2)}.get(count, (0, 1, 2, 3))


def door_names(found: Sequence[Door], more: str = "…") -> tuple[str, ...]:
    """The thing itself, or a range of letters: as many as it takes to tell the doors apart."""
    named = [[node.label for node in door if not node.pinned and not node.likely] for door in found]
    return tuple(
        door[0].label if len(door) == 1 else _range(named, place) if named[place] else more
        for place, door in enumerate(found)
    )


def _range(named: Sequence[Sequence[str]], place: int) -> str:
    mine = named[place]
    if len(mine) == 1:
        return f"{mine[0].split()[0]} …"
    before = next((other[-1] for other in reversed(named[:place]) if other), "")
    after = next((other[0] for other in named[place + 1 :] if other), "")
    first, last = _short(mine[0], before), _short(mine[-1], after)
    if first == last:
        first, last = _short(mine[0], mine[-1]), _short(mine[-1], mine[0])
    shared, _, rest = last.partition(" ")
    return f"{first} – {rest if rest and first.startswith(f'{shared} ') else last}"


def _short(label: str, other: str) -> str:
    """As much of a name as it takes to tell it from its neighbour behind the next door; a number is never cut."""
    same = 0
    while same < min(len(label), len(other)) and sort_key(label[same]) == sort_key(other[same]):
        same += 1
    end = same + 1
    while end < len(label) and label[end].isdecimal() and (label[end - 1].isdecimal() or label[end - 1] in "-−"):
        end += 1
    *shared, last = label[:end].rstrip().split(" ")
    return " ".join([*(word if len(word) < LONG_WORD else f"{word[:4]}." for word in shared), last])
