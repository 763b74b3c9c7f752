"""A count as JSON values, and as a page of text with its workings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.language.i18n import Phrases
from rules.core.words import Words, words
from rules.sheets.model import Sheet, When, name_in
from rules.sheets.numbers import Points, rounded, said
from rules.sheets.result import Cell, Count
from rules.sheets.workings import working


def as_json(sheet: Sheet, count: Count) -> dict[str, Any]:
    """As the format has it; ``refused`` is there only if something could not be counted, in ``Words``, and
    ``undecided`` only if a tie at the top depends on what is not known."""
    names = [player.name for player in count.players]
    answer: dict[str, Any] = {
        "sheet": sheet.id,
        "complete": count.complete,
        "winners": [names[seat] for seat in count.winners],
        "players": [
            {
                "name": player.name,
                "total": _plain(player.total),
                "place": player.place,
                "rows": {row: _plain(points) for row, points in player.rows.items()},
                "rounds": [_plain(points) for points in player.rounds],
            }
            for player in count.players
        ],
        "unknown": [{"player": names[cell.seat], "row": cell.row, "round": cell.round} for cell in count.unknown],
    }
    if count.refused:
        answer["refused"] = [
            {"player": names[one.cell.seat], "row": one.cell.row, "round": one.cell.round, "why": one.why}
            for one in count.refused
        ]
    if count.undecided:
        answer["undecided"] = [{"player": names[cell.seat], "row": cell.row} for cell in count.undecided]
    return answer


def as_text(sheet: Sheet, count: Count, say: Phrases) -> str:
    """The standing, then everybody's workings, round by round."""
    parts = [name_in(sheet.names, say.code), "\n".join(_standing(count, say))]
    parts.append(say.say(_verdict(count)))
    parts += [say.say(one.why) for one in count.refused]
    parts += ["\n".join(_workings(sheet, count, seat, say)) for seat in range(len(count.players))]
    return "\n\n".join(parts)


def _plain(points: Points) -> int | float | None:
    return None if points is None else rounded(points)


def _standing(count: Count, say: Phrases) -> Iterator[str]:
    for player in sorted(count.players, key=lambda player: player.place or len(count.players) + 1):
        if player.total is None or player.place is None:
            yield say("sheets.command.standing_unknown", name=player.name)
        else:
            points = said(player.total)
            yield say("sheets.command.standing", rank=player.place, name=player.name, points=points)


def _verdict(count: Count) -> Words:
    if count.undecided:
        return count.undecided_words
    names = tuple(count.players[seat].name for seat in count.winners)
    if not names:
        return words("sheets.command.incomplete")
    return words("sheets.command.won" if len(names) == 1 else "sheets.command.shared", names=names)


def _workings(sheet: Sheet, count: Count, seat: int, say: Phrases) -> Iterator[str]:
    player = count.players[seat]
    yield say("list.heading", name=player.name)
    in_rounds = [row.id for row in sheet.rows if row.when is When.ROUND]
    for number in range(1, len(player.rounds) + 1):
        yield f"  {say('sheets.command.round', n=number)}"
        yield from (f"    {say.say(working(count, Cell(seat, row, number)))}" for row in in_rounds)
    at_end = [row.id for row in sheet.rows if row.when is When.END]
    if at_end and sheet.has_rounds:
        yield f"  {say('sheets.command.at_end')}"
    yield from (f"    {say.say(working(count, Cell(seat, row)))}" for row in at_end)
