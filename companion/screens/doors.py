"""Shares out many things behind four doors, and names the doors; see ``doors_screen``."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TypeAlias

from companion.language.sorting import sort_key
from companion.screens.intents import Intent
from companion.screens.tell_screen import Node

DOORS = 4
BUTTONS = (Intent.PREVIOUS, Intent.NEXT, Intent.OK, Intent.BACK)
WIDTHS = (1, 1, 1.25, 1.25)  # as in the hint line, so that each door is above its button
PINNED = 2  # things at the end of the last door, as a rule
APART = " · "  # what follows it in a label says where a thing is, or what is told of it, not what it is called
BETWEEN, OR, AND_MORE = " – ", " / ", " …"  # in the names of doors
Door: TypeAlias = tuple[Node, ...]  # what is behind it; a single node is the thing itself


def doors(
    nodes: tuple[Node, ...], *, keeps: bool = False, among: Collection[str] = (), order: str = "", inside: bool = False
) -> tuple[Door, ...]:
    """What is behind each button: as few presses as possible for everything, fewer for likely things.

    ``keeps``: several are chosen one after another, see ``_in_turn``. ``among``: labels that were or will be there too:
    the borders between doors are those of all of them, so that they stay where they are, until a door would be empty.
    ``order``: the alphabet, see ``sort_key``. ``inside``: these are behind a door.
    """
    if keeps:
        return _in_turn(nodes)
    likely = [node for node in nodes if node.likely]
    pinned = [node for node in nodes if node.pinned]
    others = [node for node in nodes if not node.likely and not node.pinned]
    if len(nodes) <= DOORS:
        return tuple((node,) for node in (*likely, *_by_name(others, order), *pinned))
    there = {node.label for node in others}
    gone = [Node(label) for label in among if label not in there]
    rest = [*_by_name([*others, *gone], order), *pinned]
    room = _room(max(len(nodes), len(nodes) - len(likely) + len(gone)))
    is_long = room > DOORS and not inside and any(node.often for node in others)
    found = _first(likely, rest, order) if is_long else _doors(likely, rest, room)
    kept = tuple(tuple(node for node in door if not any(node is one for one in gone)) for door in found)
    return kept if all(kept) else doors(nodes, order=order, inside=inside)


def _in_turn(nodes: tuple[Node, ...]) -> tuple[Door, ...]:
    """Two at a time, each on its own button, and all that follows behind the next one; the last node ends it."""
    first, rest = nodes[: DOORS - 2], nodes[DOORS - 2 : -1]
    return (*((node,) for node in first if node is not nodes[-1]), *((rest,) if rest else ()), nodes[-1:])


def _by_name(nodes: Sequence[Node], order: str) -> list[Node]:
    return sorted(nodes, key=lambda node: sort_key(node.label, order))


def _doors(likely: Sequence[Node], rest: Sequence[Node], room: int) -> tuple[Door, ...]:
    """Likely things get doors of their own if nothing else gets further away by that."""
    for alone in range(min(len(likely), DOORS - 1), 0, -1):
        behind = [*likely[alone:], *rest]
        if len(behind) <= (DOORS - alone) * room:
            return (*((node,) for node in likely[:alone]), *_shared(behind, DOORS - alone))
    if not likely or all(node.pinned for node in rest):
        return _shared([*likely, *rest], DOORS)
    near = max(0, len(rest) - (DOORS - 1) * room)
    return ((*likely, *rest[:near]), *_shared(rest[near:], DOORS - 1))


def _first(likely: Sequence[Node], rest: Sequence[Node], order: str) -> tuple[Door, ...]:
    """A single likely thing on the first button, or several behind it with those of which there are most; behind the
    others all the rest, from A to Z. Their borders are those of all names: they stay where they are, whoever is asked.
    """
    room = 0 if len(likely) == 1 else DOORS - len(likely)
    most = sorted((node for node in rest if node.often > 1), key=lambda node: -node.often)[: max(0, room)]
    names = sorted({sort_key(node.label, order) for node in (*likely, *rest) if not node.pinned})
    count = len(names) + PINNED
    borders = [names[count * place // (DOORS - 1)] for place in range(1, DOORS - 1)]
    shares: tuple[list[Node], ...] = ([], [], [])
    for node in (node for node in rest if not any(node is one for one in most)):
        place = bisect_right(borders, sort_key(node.label, order))
        shares[-1 if node.pinned else place].append(node)
    return ((*likely, *_by_name(most, order)), *map(tuple, shares))


def _room(count: int) -> int:
    """How many things one door must hold."""
    room = 1
    while room * DOORS < count:
        room *= DOORS
    return room


def _shared(nodes: Sequence[Node], most: int) -> tuple[Door, ...]:
    """In order, as evenly as possible, no more doors than things; a few too many only make one door deeper, the last or
    that with the least likely things."""
    count, full = min(most, len(nodes)), _room(len(nodes)) // DOORS
    if 0 < (extra := len(nodes) - most * full) <= full * (DOORS - 1):
        deep = min(reversed(range(most)), key=lambda door: sum(n.often for n in nodes[door * full :][: full + extra]))
        cuts = [door * full + extra * (door > deep) for door in range(most + 1)]
    else:
        cuts = [round(len(nodes) * place / count) for place in range(count + 1)] if count else []
    return tuple(tuple(nodes[start:end]) for start, end in pairwise(cuts))


def places(count: int) -> tuple[int, ...]:
    """Which buttons this many doors use; a single door is OK."""
    return {1: (2,), 2: (0, 1), 3: (0, 1, 2)}.get(count, (0, 1, 2, 3))


def door_names(found: Sequence[Door], more: str = "…") -> tuple[str, ...]:
    """The thing itself, or from where to where: as many whole words as it takes to tell the doors apart."""
    named = [[node.label.split(APART)[0] for node in door if not node.pinned and not node.likely] for door in found]
    return tuple(_door_name(door, named, place, more) for place, door in enumerate(found))


def _door_name(door: Door, named: Sequence[Sequence[str]], place: int, more: str) -> str:
    if len(door) <= 1:
        return door[0].label if door else ""
    if len(door) == 2 and len(named[place]) < 2:
        return OR.join(node.label for node in door)
    if any(node.likely for node in door):
        return door[0].label + AND_MORE
    return _range(named, place) if named[place] else more


def _range(named: Sequence[Sequence[str]], place: int) -> str:
    mine = named[place]
    if len(mine) == 1:
        return mine[0] + AND_MORE
    before = next((other[-1] for other in reversed(named[:place]) if other), "")
    after = next((other[0] for other in named[place + 1 :] if other), "")
    first, last = _short(mine[0], before), _short(mine[-1], after)
    if first == last:
        first, last = _short(mine[0], mine[-1]), _short(mine[-1], mine[0])
    shared, _, rest = last.partition(" ")
    return first + BETWEEN + (rest if rest.isdecimal() and first.startswith(f"{shared} ") else last)


def _short(label: str, other: str) -> str:
    """As many words of a name as it takes to tell it from its neighbour behind the next door."""
    words, others = label.split(), sort_key(other).split()
    same = 0
    while same < min(len(words) - 1, len(others)) and sort_key(words[same]) == others[same]:
        same += 1
    return " ".join(words[: same + 1])
