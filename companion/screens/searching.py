"""Finds things by typed letters: the exact name first, then what can be chosen, then what cannot, with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from companion.language.sorting import sort_key
from companion.screens.doors import APART
from companion.screens.tell_screen import Node


def search(nodes: Iterable[Node], elsewhere: Iterable[Node], typed: str) -> tuple[Node, ...]:
    """``elsewhere``: what cannot be chosen now; each says ``why``. Nothing typed fits everything."""
    wanted, found = sort_key(typed.strip()), [*leaves(nodes), *elsewhere]
    ranked = [(rank, bool(node.why), node) for node in found if (rank := _rank(node.label, wanted)) is not None]
    exact = [node for rank, _, node in ranked if rank == 0]
    others = sorted((one for one in ranked if one[0]), key=lambda one: (one[1], one[0]))
    return (*exact, *(node for _, _, node in others))


def _rank(label: str, wanted: str) -> int | None:
    """0: that is its name, 1: it begins with the letters, 2: one of its words does.

    A number in front is the key to press: what has one is quicker chosen by it, so letters find the others first.
    """
    key = sort_key(label)
    if wanted in {key, key.split(APART)[0], re.sub(r"^\d+ ", "", key)}:
        return 0
    if key.startswith(wanted):
        return 1
    return 2 if re.search(rf"\b{re.escape(wanted)}", key) else None


def leaves(nodes: Iterable[Node]) -> Iterator[Node]:
    """Everything that can be chosen, through all doors."""
    for node in nodes:
        if node.children:
            yield from leaves(node.children)
        else:
            yield node
