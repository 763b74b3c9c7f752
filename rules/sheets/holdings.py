"""What formulas count about a player's cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.sheets.model import Kind
from rules.sheets.nodes import OfCards
from rules.sheets.numbers import Number, plain

Held = Mapping[str, int]  # how many of which kind


def counted(part: OfCards, held: Held, kinds: Mapping[str, Kind]) -> Number:
    mine = {kind: number for kind, number in held.items() if number}
    match part.about:
        case "card":
            return mine.get(part.names[0], 0)
        case "cards":
            return plain(sum(kinds[kind].marks.get(part.names[0], 0) * number for kind, number in mine.items()))
        case "kinds":
            return sum(1 for kind in mine if part.names[0] in kinds[kind].marks)
        case "sets":
            return _sets(part.names, mine, kinds)


def _sets(marks: Sequence[str], held: Held, kinds: Mapping[str, Kind]) -> int:
    """Complete sets of one card for each mark, no card counted twice.

    By Hall's theorem so many sets can be laid as the scarcest group of marks allows: for every group, the cards that
    carry any of its marks must be enough for all its places in all sets.
    """
    wanted = Counter(marks)
    bits = {mark: 1 << at for at, mark in enumerate(wanted)}
    without = [0] * (1 << len(bits))  # how many cards carry only marks of this group
    for kind, number in held.items():
        without[sum(bit for mark, bit in bits.items() if mark in kinds[kind].marks)] += number
    for bit in bits.values():
        for group in range(len(without)):
            if group & bit:
                without[group] += without[group ^ bit]
    everything = len(without) - 1
    return min(
        (without[everything] - without[everything ^ group])
        // sum(wanted[mark] for mark, bit in bits.items() if group & bit)
        for group in range(1, len(without))
    )
