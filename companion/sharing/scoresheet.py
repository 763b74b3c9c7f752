"""The scoring pad as text: the rows, the totals, and below them the workings of every player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark
from rules.core.origins import origin_words
from rules.core.scoring import (
    PlayerScore,
    PointsLine,
    PointsPlayer,
    PointsScore,
    RaceScore,
    Score,
    figure,
    has_ranks,
    is_unknown,
    ranked_seats,
    rows_of,
)

_NARROW, _WIDE = 6, 14  # of a player's column


def sheet(answer: Score, say: Phrases, figures: Sequence[str] = ()) -> str:
    """The answer of ``score --json``, its sentences already put into words, as a page of text.

    ``figures``: shown for each player beside the total; a game without points has standings instead of a pad.
    """
    if answer["kind"] == "race":
        return _standings(answer, say)
    parts = [_head(answer, say), _pad(answer, say, figures), str(answer.get("verdict", ""))]
    parts.append(unknown_text(answer, say))
    parts.append("\n\n".join(_workings(player, say) for player in answer["players"]))
    parts += [rests(answer, say)] if answer["rests_on"] else []
    if answer["notes"]:
        parts.append(_listed("sheet.text.notes", answer["notes"], say))
    return "\n\n".join(filter(None, parts))


def rests(answer: Score, say: Phrases) -> str:
    """Where the facts behind the result come from, one line per origin."""
    return _listed("origin.title", [part["words"] for part in answer["rests_on"]], say)


def _listed(title: str, lines: Iterable[object], say: Phrases) -> str:
    return "\n".join([say("list.heading", name=say(title)), *(f"  {line}" for line in lines)])


def unknown_text(answer: Score, say: Phrases) -> str:
    """That the score is incomplete, and what is unknown; empty if it is complete."""
    named = say.row(map(str, answer.get("unknown", answer["missing"])))
    if not answer["missing"]:
        return named
    return say("sheet.text.incomplete", missing=named)


def place_text(answer: Score, player: PlayerScore) -> str:
    """A player's place; a dash while the count is open."""
    return str(player["place"]) if has_ranks(answer) else "–"


def figure_texts(answer: PointsScore, key: str, say: Phrases) -> list[str]:
    """``total``, ``place`` or another figure of all players, with a question mark where something is unknown."""
    players = answer["players"]
    if key == "place":
        return [place_text(answer, player) for player in players]
    doubtful = [is_unknown(player) if key == "total" else key in player.get("unknown", ()) for player in players]
    mark = decimal_mark(say)
    return [figure(player[key], unknown=unknown, mark=mark) for player, unknown in zip(players, doubtful, strict=True)]


def row_texts(answer: PointsScore, row: str, say: Phrases) -> list[str]:
    """What each player has in a row of the pad."""
    return [row_text(player, row, say) for player in answer["players"]]


def row_text(player: PointsPlayer, row: str, say: Phrases) -> str:
    return figure(player["scores"].get(row, 0), unknown=is_unknown(player, row), mark=decimal_mark(say))


def line_text(line: PointsLine, say: Phrases) -> str:
    """The points of one line of the workings."""
    return figure(line["points"], unknown=bool(line.get("unknown")), mark=decimal_mark(say))


def _standings(answer: RaceScore, say: Phrases) -> str:
    """The end of a race, one line per player."""
    ranked = (answer["players"][seat] for seat in ranked_seats(answer))
    lines = [
        say("sheet.text.standing", place=place_text(answer, one), name=one["name"], line=one["line"]) for one in ranked
    ]
    return "\n".join([*lines, *(["", rests(answer, say)] if answer["rests_on"] else [])])


def _head(answer: PointsScore, say: Phrases) -> str:
    title = say("sheet.text.title", game=say(f"screen.game.{answer['game']}"))
    facts = say("sheet.text.practice") if answer["practice"] else say("sheet.text.facts", facts=answer["facts"])
    return f"{title}\n{facts}"


def _pad(answer: PointsScore, say: Phrases, figures: Sequence[str]) -> str:
    players = answer["players"]
    rows = [(say(f"screen.row.{row}"), row_texts(answer, row, say)) for row in rows_of(answer)]
    keys = {key: f"{answer['game']}.sheet.{key}" for key in figures} | {
        key: f"sheet.text.{key}" for key in ("total", "place")
    }
    ends = [(say(keys[key]), figure_texts(answer, key, say)) for key in ("total", *figures, "place")]
    first = max(len(label) for label, _ in rows + ends)
    widths = [min(max(len(player["name"]), _NARROW), _WIDE) for player in players]
    names = [_cut(player["name"], width) for player, width in zip(players, widths, strict=True)]
    rule = "  ".join(["-" * first, *("-" * width for width in widths)])
    lines = [_line("", names, first, widths), rule]
    lines += [_line(label, numbers, first, widths) for label, numbers in rows]
    return "\n".join([*lines, rule, *(_line(label, numbers, first, widths) for label, numbers in ends)])


def _line(label: str, cells: Sequence[str], first: int, widths: Sequence[int]) -> str:
    numbers = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return "  ".join([f"{label:<{first}}", *numbers]).rstrip()


def _workings(player: PointsPlayer, say: Phrases) -> str:
    """One player's lines, row by row, each row headed by its sum."""
    lines = [say.pair(player["name"], say("sheet.text.workings"))]
    row = None
    for line in player["lines"]:
        if line["row"] != row:
            row = line["row"]
            lines.append("  " + say.pair(say(f"screen.row.{row}"), row_text(player, row, say)))
        because = str(line["because"])
        if line["card"]:
            because = say.pair(say.name("card", line["card"]), because)
        whence = f" ({say.say(origin_words(line['origin']))})" if line.get("origin") else ""
        lines.append(f"    {line_text(line, say):>4}  {because}{whence}")
    return "\n".join(lines)


def _cut(name: str, width: int) -> str:
    return name if len(name) <= width else name[: width - 1] + "…"
