"""A second way of counting a sheet: from the format alone, slow and obvious.

Takes documents as they are in the files and answers as ``companion score --json``. It does not check them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import ceil, floor
from typing import Any

END = None  # the round of a row that is asked at the end


class Unknown(Exception):
    """Something that this number needs has not been said, or was divided by nothing."""


class SlowCount:
    """One sheet and one table."""

    def __init__(self, sheet: Mapping[str, Any], table: Mapping[str, Any]) -> None:
        self.sheet = sheet
        self.rows = {row["id"]: row for row in sheet["rows"]}
        self.players: Sequence[Mapping[str, Any]] = table["players"]
        self.seats = range(len(self.players))
        self.begun = max(len(player.get("rounds", ())) for player in self.players) if "rounds" in sheet else 0
        self.kinds = {kind["id"]: kind for kind in sheet.get("cards", {}).get("kinds", ())}
        self.points_or_none = cache(self._points_or_none)  # formulas that name formulas take too long without

    # What was said, and what it is worth

    def is_of_rounds(self, row: str) -> bool:
        return self.rows[row].get("when", "round" if "rounds" in self.sheet else "end") == "round"

    def times(self, row: str, upto: int | None = END) -> list[int | None]:
        """The rounds of a row as far as they are counted; once, at the end, for a row of the end."""
        return list(range(self.begun if upto is END else upto + 1)) if self.is_of_rounds(row) else [END]

    def said(self, seat: int, row: str, at: int | None) -> Fraction:
        player = self.players[seat]
        if at is END:
            told = player.get("end", {})
        else:
            rounds = player.get("rounds", ())
            told = rounds[at] if at < len(rounds) else {}
        if row not in told:
            raise Unknown
        return exact(told[row])

    def value(self, seat: int, row: str, at: int | None) -> Fraction:
        """What a row's name stands for."""
        return self.points(seat, row, at) if self.rows[row].get("ask") == "none" else self.said(seat, row, at)

    def added(self, seat: int, row: str, upto: int | None = END) -> Fraction:
        return sum((self.value(seat, row, at) for at in self.times(row, upto)), Fraction(0))

    def points(self, seat: int, row: str, at: int | None) -> Fraction:
        points = self.points_or_none(seat, row, at)
        if points is None:
            raise Unknown
        return points

    def _points_or_none(self, seat: int, row: str, at: int | None) -> Fraction | None:
        try:
            return self.worked_out(seat, row, at)
        except Unknown:
            return None

    def worked_out(self, seat: int, row: str, at: int | None) -> Fraction:
        rule = self.rows[row]
        if "points" in rule:
            return Formula(self, seat, at).of(parsed(rule["points"]))
        number = self.said(seat, row, at)
        if "worth" in rule:
            return number * exact(rule["worth"])
        if "steps" in rule:
            return step(rule["steps"], rule.get("beyond", 0), number)
        if "places" in rule:
            return self.placed(seat, row, at)
        return number

    def placed(self, seat: int, row: str, at: int | None) -> Fraction:
        rule = self.rows[row]
        own = self.said(seat, row, at)
        if "needs" in rule and own < exact(rule["needs"]):
            return Fraction(0)
        every = [self.said(other, row, at) for other in self.seats]
        if "needs" in rule:
            every = [number for number in every if number >= exact(rule["needs"])]
        better = sum(number < own if rule.get("places_of") == "least" else number > own for number in every)
        equal = sum(number == own for number in every)
        prizes = [exact(prize) for prize in rule["places"]] + [Fraction(0)] * len(self.players)
        covered = prizes[better : better + equal]
        if equal == 1:
            return covered[0]
        shared = sum(covered, Fraction(0)) / equal
        by_mode = {
            "full": covered[0],
            "share": shared,
            "down": Fraction(floor(shared)),
            "lower": covered[-1],
            "none": Fraction(0),
        }
        return by_mode[rule.get("tied", "full")]

    # Added up

    def row_points(self, seat: int, row: str) -> Fraction | None:
        return added_up([self.points_or_none(seat, row, at) for at in self.times(row)])

    def round_points(self, seat: int, at: int) -> Fraction | None:
        return added_up([self.points_or_none(seat, row, at) for row in self.rows if self.is_of_rounds(row)])

    def total(self, seat: int) -> Fraction | None:
        return added_up([self.row_points(seat, row) for row in self.rows])

    def unknown(self) -> list[dict[str, Any]]:
        return [
            {"player": self.players[seat]["name"], "row": row, "round": None if at is END else at + 1}
            for seat in self.seats
            for row in self.rows
            for at in self.times(row)
            if self.points_or_none(seat, row, at) is None
        ]

    # Who leads

    def is_ahead(self, seat: int, other: int) -> bool:
        """Both totals are known. A tie-break that is unknown parts nobody."""
        ahead, behind = self.total(seat), self.total(other)
        assert ahead is not None
        assert behind is not None
        if ahead != behind:
            return ahead < behind if self.sheet["win"] == "least" else ahead > behind
        for tie in self.sheet.get("ties", ()):
            row = tie.removeprefix("-")
            try:
                mine, theirs = self.added(seat, row), self.added(other, row)
            except Unknown:
                return False
            if mine != theirs:
                return mine < theirs if tie.startswith("-") else mine > theirs
        return False

    def place(self, seat: int) -> int | None:
        if self.total(seat) is None:
            return None
        known = [other for other in self.seats if self.total(other) is not None]
        return 1 + sum(self.is_ahead(other, seat) for other in known if other != seat)

    def winners(self) -> list[int]:
        """Nobody while a tie-break that nobody has said could part the first."""
        first = [seat for seat in self.seats if self.place(seat) == 1]
        for tie in self.sheet.get("ties", ()) if len(first) > 1 else ():
            try:
                for seat in first:
                    self.added(seat, tie.removeprefix("-"))
            except Unknown:
                return []
        return first

    def is_over(self) -> bool:
        rounds = self.sheet.get("rounds")
        if rounds is None or rounds == "open":
            return True
        if self.begun >= self.all_rounds():
            return True
        return "until" in self.sheet and any(
            (added_up([self.round_points(seat, at) for at in range(upto)]) or 0) >= exact(self.sheet["until"])
            for seat in self.seats
            for upto in range(1, self.begun + 1)
        )

    def all_rounds(self) -> int:
        rounds = self.sheet["rounds"]
        return int(rounds[str(len(self.players))] if isinstance(rounds, Mapping) else rounds)

    def answer(self) -> dict[str, Any]:
        unknown = self.unknown()
        complete = not unknown and self.is_over()
        winners = self.winners() if complete else []
        places = [self.place(seat) for seat in self.seats]
        return {
            "sheet": self.sheet["id"],
            "complete": complete,
            "winners": [self.players[seat]["name"] for seat in winners],
            "players": [
                {
                    "name": self.players[seat]["name"],
                    "total": plain(self.total(seat)),
                    "place": places[seat],
                    "rows": {row: plain(self.row_points(seat, row)) for row in self.rows},
                    "rounds": [plain(self.round_points(seat, at)) for at in range(self.begun)],
                }
                for seat in self.seats
            ],
            "unknown": unknown,
        }


class Formula:
    """What a formula comes to for one player, in one round or at the end."""

    def __init__(self, count: SlowCount, seat: int, at: int | None) -> None:
        self.count, self.seat, self.at = count, seat, at

    def of(self, node: ast.expr) -> Fraction:
        match node:
            case ast.Constant():
                return exact(node.value)
            case ast.Name():
                return self.name(node.id)
            case ast.UnaryOp():
                number = self.of(node.operand)
                return Fraction(number == 0) if isinstance(node.op, ast.Not) else -number
            case ast.BoolOp():
                parts = [self.of(part) != 0 for part in node.values]
                return Fraction(all(parts) if isinstance(node.op, ast.And) else any(parts))
            case ast.Compare(ops=[sign], comparators=[right]):
                return Fraction(COMPARE[type(sign)](self.of(node.left), self.of(right)))
            case ast.BinOp():
                return self.worked(node)
            case ast.Call(func=ast.Name(id="if_")):
                condition, yes, no = node.args
                return self.of(yes if self.of(condition) else no)
            case ast.Call(func=ast.Name(id=name)) if name in PLAIN:
                return Fraction(PLAIN[name](*[self.of(part) for part in node.args]))
            case ast.Call(func=ast.Name(id=name)):
                return self.asked(name, *[part.id for part in node.args if isinstance(part, ast.Name)])
        raise AssertionError(ast.dump(node))

    def worked(self, node: ast.BinOp) -> Fraction:
        left, right = self.of(node.left), self.of(node.right)
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
        if right == 0:
            raise Unknown
        match node.op:
            case ast.Div():
                return left / right
            case ast.FloorDiv():
                return Fraction(left // right)
            case ast.Mod():
                return left % right
        raise AssertionError(node.op)

    def name(self, name: str) -> Fraction:
        if name in self.count.rows:
            return self.count.value(self.seat, name, self.at)
        if name == "players":
            return Fraction(len(self.count.players))
        if name == "rounds":
            return Fraction(self.count.all_rounds())
        assert name == "round", name
        assert self.at is not END
        return Fraction(self.at + 1)

    def asked(self, name: str, *args: str) -> Fraction:
        """A function of rows or of cards."""
        if name in ("card", "cards", "kinds", "sets"):
            return Fraction(self.of_cards(name, *args))
        (row,) = args
        if name == "sum":
            return self.count.added(self.seat, row, self.at)
        if name == "pts":
            times = self.count.times(row) if self.at is END else [self.at]
            return sum((self.count.points(self.seat, row, at) for at in times), Fraction(0))
        others = [self.here(seat, row) for seat in self.count.seats if seat != self.seat]
        if name == "others":
            return sum(others, Fraction(0))
        own = self.here(self.seat, row)
        of_all = {
            "total": sum(others) + own,
            "most": max(*others, own),
            "least": min(*others, own),
            "rank": 1 + sum(number > own for number in others),
        }
        return Fraction(of_all[name])

    def here(self, seat: int, row: str) -> Fraction:
        return self.count.added(seat, row) if self.at is END else self.count.value(seat, row, self.at)

    def of_cards(self, name: str, *args: str) -> int | Fraction:
        player = self.count.players[self.seat]
        if "cards" not in player:
            raise Unknown
        cards = player["cards"]
        marks = [self.count.kinds[card].get("marks", {}) for card in cards]
        if name == "card":
            return cards.count(args[0])
        if name == "cards":
            return sum((exact(mark.get(args[0], 0)) for mark in marks), Fraction(0))
        if name == "kinds":
            return len({card for card, mark in zip(cards, marks, strict=True) if args[0] in mark})
        return sets(args, marks)


def sets(wanted: Sequence[str], cards: Sequence[Mapping[str, Any]]) -> int:
    """Any few places of a set need as many cards that can fill them; the scarcest few say how many sets there are."""
    few = [part for size in range(1, len(wanted) + 1) for part in combinations(range(len(wanted)), size)]
    return min(sum(any(wanted[at] in card for at in part) for card in cards) // len(part) for part in few)


def step(steps: Sequence[Any], beyond: Any, number: Fraction) -> Fraction:
    last = len(steps) - 1
    if number <= last:
        return exact(steps[int(number)])
    return exact(steps[last]) + exact(beyond) * (number - last)


def added_up(parts: Sequence[Fraction | None]) -> Fraction | None:
    known = [part for part in parts if part is not None]
    return sum(known, Fraction(0)) if len(known) == len(parts) else None


def exact(number: Any) -> Fraction:
    return Fraction(str(number)) if isinstance(number, float) else Fraction(number)


def plain(number: Fraction | None) -> int | float | None:
    if number is None:
        return None
    return int(number) if number.denominator == 1 else float(number)


@cache
def parsed(formula: str) -> ast.expr:
    """Formulas read as Python does, but for the name of ``if``."""
    return ast.parse(re.sub(r"\bif\s*\(", "if_(", formula.strip()), mode="eval").body


PLAIN = {"min": min, "max": max, "abs": abs, "floor": floor, "ceil": ceil}
COMPARE = {
    ast.Eq: lambda left, right: left == right,
    ast.NotEq: lambda left, right: left != right,
    ast.Lt: lambda left, right: left < right,
    ast.LtE: lambda left, right: left <= right,
    ast.Gt: lambda left, right: left > right,
    ast.GtE: lambda left, right: left >= right,
}


def slow_count(sheet: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    return SlowCount(sheet, table).answer()
