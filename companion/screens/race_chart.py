"""Points round by round as a drawn race: a line for each player, and where it ends the name and the total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.drawing.theme import mix

ROUND_MS = 420  # time from one round to the next
SCALE, LABELS, GAP = 56, 30, 40  # for the numbers at the left, the rounds below, between the lines and the names
NAMES, MOST_OF_WIDTH = 430, 0.5
LOWEST_LABEL, TALLEST_LABEL = 24, 58
OTHERS, THREAD = 0.45, 0.65  # how far the lines of all but the leader fade, and those that lead from them to the names
LEAST_ROUND = 44  # apart, so that their numbers can be read


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One player: the total after each round (None: unknown), the place so far, the total in words, what is new."""

    seat: int
    name: str
    place: int | None
    points: tuple[float | None, ...]
    figure: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Race:
    """``rounds``: the name of each; ``lines``: the best first."""

    rounds: tuple[str, ...]
    lines: tuple[RaceLine, ...]


def paint_race(canvas: Canvas, region: Region, race: Race, shown: int) -> None:
    """The first ``shown`` rounds, on the scale of all of them."""
    names, chart = region.cut_right(min(NAMES, region.w * MOST_OF_WIDTH), GAP)
    below, chart = chart.cut_bottom(LABELS, 2)
    scale, chart = chart.inset(0, LABELS / 2).cut_left(SCALE, 8)
    known = [points for line in race.lines for points in line.points if points is not None]
    low, high = min([0, *known]), max([1, *known])

    def at(number: float, points: float) -> tuple[float, float]:
        x = chart.x + chart.w * number / max(1, len(race.rounds))
        return x, chart.bottom - chart.h * (points - low) / (high - low)

    named: list[float] = []
    for points in dict.fromkeys((0, high, low)):
        y = at(0, points)[1]
        canvas.line((chart.x, y), (chart.right, y), "line", 1)
        if any(abs(y - other) < LABELS for other in named):
            continue  # it would stand on the other number
        named.append(y)
        spot = Region(scale.x, y - LABELS / 2, scale.w, LABELS)
        canvas.text(spot, f"{points:g}".replace("-", "\u2212"), "small", "text_soft", align="right")
    _paint_rounds(canvas, Region(chart.x, below.y, chart.w, below.h), race.rounds)
    ends = []
    for line in reversed(race.lines):  # the leader's on top
        colour = canvas.theme.seat(line.seat).colour
        way = [(0.0, 0.0), *((number + 1.0, points) for number, points in enumerate(line.points[:shown])
                             if points is not None)]  # fmt: skip
        spots = [at(number, points) for number, points in way]
        canvas.smooth_line(spots, colour if line.place == 1 else mix(colour, canvas.theme.colours["panel"], OTHERS), 5)
        ends.append((line, spots[-1]))
    _paint_ends(canvas, names, ends)


def _paint_rounds(canvas: Canvas, region: Region, rounds: Sequence[str]) -> None:
    """Every one, or every second …, as far as they can be read; the last always."""
    width = region.w / max(1, len(rounds))
    every = max(1, -(-LEAST_ROUND * canvas.zoom // width))
    for number, label in enumerate(rounds, start=1):
        if (len(rounds) - number) % every == 0:
            spot = Region(region.x + width * number - width * every / 2, region.y, width * every, region.h)
            canvas.text(spot, label, "small", "text_soft", align="centre", size=20)


def _paint_ends(canvas: Canvas, region: Region, ends: Sequence[tuple[RaceLine, tuple[float, float]]]) -> None:
    """Names beside the ends of their lines, in their order and moved apart where they would overlap."""
    height = max(LOWEST_LABEL, min(TALLEST_LABEL, region.h / max(1, len(ends))))
    ranked = sorted(ends, key=lambda end: (end[1][1], end[0].place or len(ends)))
    tops = apart([y - height / 2 for _, (_, y) in ranked], height, region.y, region.bottom)
    for (line, (x, y)), top in zip(ranked, tops, strict=True):
        spot = Region(region.x, top, region.w, height)
        colour = canvas.theme.seat(line.seat).colour
        thread = mix(colour, canvas.theme.colours["ground"], THREAD)  # it leads to the name and is no part of the race
        canvas.smooth_line([(x, y), (spot.x, spot.centre[1])], thread, 1)
        _paint_end(canvas, spot, line)


def _paint_end(canvas: Canvas, region: Region, line: RaceLine) -> None:
    place, rest = region.cut_left(34, 6)
    ink = "accent" if line.place == 1 else "text_soft"
    canvas.text(place, "" if line.place is None else str(line.place), "digits", ink, align="right", size=26)
    figure, rest = rest.cut_right(canvas.width_of(line.figure, "digits") + 6, 6)
    canvas.text(figure, line.figure, "digits", "text", align="right")
    if line.detail:
        detail, rest = rest.cut_right(min(rest.w * 0.4, canvas.width_of(line.detail, "small") + 4), 6)
        canvas.text(detail, line.detail, "small", "text_soft", align="right", lines=2)
    widgets.seat_name(canvas, rest, line.seat, line.name, lines=2, size=23)


def apart(tops: Sequence[float], height: float, low: float, high: float) -> list[float]:
    """From the top down, each at least a label below the one before; what would leave the box is pushed back up."""
    placed: list[float] = []
    for top in tops:
        placed.append(max(top, placed[-1] + height if placed else low))
    room = high - height
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], room)
        room = placed[index] - height
    return placed
