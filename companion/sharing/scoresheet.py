"""The scoring pad as text: the rows, the totals, and below them the workings of every player."""

from __future__ import annotations

from collections.abc import Sequence

from companion.language.i18n import Phrases
from rules.core.origins import origin_words
from rules.core.scoring import PointsPlayer, PointsScore, RaceScore, Score

_NARROW, _WIDE = 6, 14  # of a player's column


def sheet(answer: Score, say: Phrases, figures: Sequence[str] = ()) -> str:
    """The answer of ``score --json``, its sentences already said, as a page of text.

    ``figures``: of each player beside the total; a game without points has standings instead of a pad.
    """
    if answer["kind"] == "race":
        return _standings(answer, say)
    parts = [_head(answer, say), _pad(answer, say, figures), str(answer.get("verdict", ""))]
    if answer["missing"]:
        parts.append(say("sheet.text.incomplete", missing=", ".join(answer["missing"])))
    parts.append("\n\n".join(_workings(player, say) for player in answer["players"]))
    parts += [rests(answer, say)] if answer["rests_on"] else []
    if answer["notes"]:
        parts.append("\n".join([say("sheet.text.notes") + ":", *(f"  {note}" for note in answer["notes"])]))
    return "\n\n".join(filter(None, parts))


def rests(answer: Score, say: Phrases) -> str:
    """Where the facts come from that the result rests on, a line for each origin."""
    return "\n".join([say("origin.title") + ":", *(f"  {part['words']}" for part in answer["rests_on"])])


def _standings(answer: RaceScore, say: Phrases) -> str:
    """The end of a race, a line a player."""
    ranked = sorted(answer["players"], key=lambda player: player["place"])
    lines = [say("sheet.text.standing", place=one["place"], name=one["name"], line=one["line"]) for one in ranked]
    return "\n".join([*lines, *(["", rests(answer, say)] if answer["rests_on"] else [])])


def _head(answer: PointsScore, say: Phrases) -> str:
    lines = [
        say("sheet.text.title", game=say(f"screen.game.{answer['game']}")),
        say("sheet.text.facts", facts=answer["facts"]),
    ]
    return "\n".join(lines + ([say("sheet.text.practice")] if answer["practice"] else []))


def _pad(answer: PointsScore, say: Phrases, figures: Sequence[str]) -> str:
    players = answer["players"]
    rows = [(say.name("row", row), [player["scores"][row] for player in players]) for row in answer["rows"]]
    keys = {key: f"{answer['game']}.sheet.{key}" for key in figures} | {
        key: f"sheet.text.{key}" for key in ("total", "place")
    }
    ends = [(say(keys[key]), [player[key] for player in players]) for key in ("total", *figures, "place")]
    first = max(len(label) for label, _ in rows + ends)
    widths = [min(max(len(player["name"]), _NARROW), _WIDE) for player in players]
    names = [_cut(player["name"], width) for player, width in zip(players, widths, strict=True)]
    rule = "  ".join(["-" * first, *("-" * width for width in widths)])
    lines = [_line("", names, first, widths), rule]
    lines += [_line(label, numbers, first, widths) for label, numbers in rows]
    return "\n".join([*lines, rule, *(_line(label, numbers, first, widths) for label, numbers in ends)])


def _line(label: str, cells: Sequence[object], first: int, widths: Sequence[int]) -> str:
    numbers = (f"{cell!s:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return "  ".join([f"{label:<{first}}", *numbers]).rstrip()


def _workings(player: PointsPlayer, say: Phrases) -> str:
    """One player's lines, row by row; a row's sum stands at its head."""
    lines = [f"{player['name']}: {say('sheet.text.workings')}"]
    row = None
    for line in player["lines"]:
        if line["row"] != row:
            row = line["row"]
            lines.append(f"  {say.name('row', row)}: {player['scores'].get(row, 0)}")
        card = f"{say.name('card', line['card'])}: " if line["card"] else ""
        whence = f" ({say.say(origin_words(line['origin']))})" if line.get("origin") else ""
        lines.append(f"    {line['points']:>4}  {card}{line['because']}{whence}")
    return "\n".join(lines)


def _cut(name: str, width: int) -> str:
    return name if len(name) <= width else name[: width - 1] + "…"
