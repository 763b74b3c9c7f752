"""The count of a sheet as the score of a game: a line for each row and round, places, who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.core.scoring import PointsScore
from rules.core.words import Words, words
from rules.sheets.counting import count
from rules.sheets.game.state import State
from rules.sheets.model import When, Win
from rules.sheets.numbers import Points, rounded
from rules.sheets.result import Cell, Count
from rules.sheets.workings import working

MOST_NAMED = 4  # of what is unknown


def score(slug: str, state: State) -> PointsScore:
    """As all may see it: a number that is still secret is unknown."""
    counted = count(state.sheet, state.told(hidden=False))
    places = _places(state, counted)
    winners = counted.winners or _early_winners(state, counted)
    if state.gone and winners:
        winners = tuple(seat for seat in state.seats if places[seat] == 1)
    complete = state.finished and bool(winners)
    players = [_player(state, counted, seat, places[seat]) for seat in state.seats]
    found: PointsScore = {
        "kind": "points",
        "game": slug,
        "facts": "",
        "practice": False,
        "complete": complete,
        "missing": [],
        "rows": [row.id for row in state.sheet.rows if row.is_counted] or [row.id for row in state.sheet.rows],
        "players": players,
        "winners": [state.players[seat] for seat in winners] if complete else [],
        "notes": [refused.why for refused in counted.refused],
        "rests_on": [],
    }
    if state.sheet.win is Win.LEAST:
        found["least"] = True
    if complete:
        found["verdict"] = _verdict(counted, winners)
    elif state.finished:
        found["unknown"] = [counted.undecided_words] if counted.undecided else list(_unknown(counted))
    return found


def _unknown(counted: Count) -> Iterator[Words]:
    """What is not known, cell by cell, as far as anybody wants to read it."""
    cells = counted.unknown
    for cell in cells[:MOST_NAMED]:
        name = counted.players[cell.seat].name
        if cell.round is None:
            yield words("sheets.open.cell", name=name, row=cell.row)
        else:
            yield words("sheets.open.cell_of_round", name=name, row=cell.row, n=cell.round)
    if len(cells) > MOST_NAMED:
        yield words("sheets.open.more", n=len(cells) - MOST_NAMED)


def _early_winners(state: State, counted: Count) -> tuple[int, ...]:
    """Of rounds that were ended by hand before their number was played: the result as it stands, if all is known."""
    if not state.by_hand or counted.undecided or any(player.total is None for player in counted.players):
        return ()
    return tuple(seat for seat in state.seats if counted.players[seat].place == 1)


def _places(state: State, counted: Count) -> list[int]:
    """Where the fewest points win, who has left comes after all who played on."""
    ranks = [counted.players[seat].place or len(state.players) for seat in state.seats]
    if not state.gone or state.sheet.win is not Win.LEAST:
        return ranks
    behind = [(seat in state.gone, rank) for seat, rank in enumerate(ranks)]
    return [1 + sum(other < mine for other in behind) for mine in behind]


def _player(state: State, counted: Count, seat: int, place: int) -> dict[str, Any]:
    mine = counted.players[seat]
    lines = list(_lines(state, counted, seat))
    known = {row: sum(line["points"] for line in lines if line["row"] == row) for row in mine.rows}
    total = rounded(mine.total) if mine.total is not None else sum(known.values())
    rounds = [None if points is None else rounded(points) for points in mine.rounds]
    return {
        "name": mine.name,
        "place": place,
        "total": total,
        **({"rounds": rounds} if rounds else {}),
        "scores": {row: rounded(points) if points is not None else known[row] for row, points in mine.rows.items()},
        "lines": lines,
    }


def _lines(state: State, counted: Count, seat: int) -> Iterator[dict[str, Any]]:
    begun = state.told(hidden=False).rounds_begun
    for row in state.sheet.rows:
        for number in range(1, begun + 1) if row.when is When.ROUND else (None,):
            cell = Cell(seat, row.id, number)
            points = counted.points(cell)
            if points != 0:
                yield _line(cell, points, working(counted, cell))


def _line(cell: Cell, points: Points, because: Words) -> dict[str, Any]:
    if cell.round is not None:
        because = words("sheet.round_line", n=cell.round, why=because)
    line = {"row": cell.row, "card": None, "points": 0 if points is None else rounded(points), "because": because}
    return {**line, "unknown": True} if points is None else line


def _verdict(counted: Count, winners: tuple[int, ...]) -> Words:
    best = counted.players[winners[0]].total
    assert best is not None
    key = "score.won" if len(winners) == 1 else "score.shared"
    return words(key, seats=winners, n=rounded(best))
