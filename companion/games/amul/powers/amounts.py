"""Questions about the numbers of a power: points, counts, and rows of points by count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.amul.powers.asking import DONE, MORE, Asker
from companion.games.amul.powers.likely import next_step
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.core.words import Words, words

POINTS = tuple(range(-10, 31))
ALL_POINTS = range(-50, 100)
MOST_COUNTED = 149
USUAL_POINTS = (1, 2, 3, 5, 4, 6, 8, 10, 7, 9, -1, -2)
USUAL_COUNTS = (3, 2, 1, 4, 5, 6, 7, 8, 9, 0, 10, 12)
LIKELY_LIMIT = 4
MOST_STEPS = 12
MOST_NEAR = 6
MOST_ROWS = 2  # rows of points told before, offered as a whole
USUAL_LENGTH = 5
# Rows that are common in games: points for n of a thing.
ROWS: Mapping[str, Callable[[int], int]] = {
    "ones": lambda n: n,
    "growing": lambda n: n * (n + 1) // 2,
    "growing_more": lambda n: n * (n + 3) // 2,
    "squares": lambda n: n * n,
}


def ask_points(asker: Asker, key: str, likely: int) -> Script[int]:
    named = (*numbers(asker.few(likely, USUAL_POINTS, POINTS)), _other_number())
    number = yield asker.ask(key, named, start_at(named, likely))
    return (yield from _other(asker, key, ALL_POINTS, named)) if number == MORE else int(number)


def ask_count(asker: Asker, key: str, low: int | None, last: int | None) -> Script[int]:
    least = 0 if low is None else low
    likely = LIKELY_LIMIT if key == "limit" else least + 1
    near = likely if last is None or last < least else last
    every = range(least, least + 21)
    named = (*numbers(asker.few(near, [n + least for n in USUAL_COUNTS], every)), _other_number())
    start = start_at(named, near, start_at(named, likely))
    number = yield asker.ask(f"teach.ask.{key}", named, start)
    if number == MORE:
        return (yield from _other(asker, f"teach.ask.{key}", range(least, MOST_COUNTED + 1), named))
    return int(number)


def _other_number() -> Option:
    return Option(MORE, words("teach.option.more"))


def _other(asker: Asker, asked: str | Words, every: range, offered: Sequence[Option]) -> Script[int]:
    """One that was not offered: so many are entered, not looked for. The least above zero is the likeliest."""
    known = {option.value for option in offered}
    others = [value for value in every if value not in known]
    number: int = yield asker.ask(asked, numbers(others), next(n for n, value in enumerate(others) if value > 0))
    return number


def ask_steps(asker: Asker, rows: Sequence[Sequence[int]], value: dict[str, Any], key: str) -> Script[None]:
    """Points by count; the next step probably grows like the last one. ``rows``: told before."""
    steps: list[int] = []
    value[key] = steps
    while len(steps) < MOST_STEPS:
        ask = _step(asker, rows, steps)
        number = yield ask
        if number == DONE:
            return
        if isinstance(number, tuple) and number[0] in ROWS:
            lengths = numbers(range(2, MOST_STEPS + 1))
            length = yield asker.ask("teach.ask.row_length", lengths, start_at(lengths, USUAL_LENGTH))
            steps.extend(ROWS[number[0]](n) for n in range(1, length + 1))
            return
        if isinstance(number, tuple):
            steps.extend(number)
            continue
        steps.append((yield from _other(asker, ask.words, ALL_POINTS, ask.options)) if number == MORE else int(number))


def _step(asker: Asker, rows: Sequence[Sequence[int]], steps: list[int]) -> Ask:
    likely = min(max(next_step(steps, rows), POINTS[0]), POINTS[-1])
    done = (Option(DONE, words("teach.option.all")),) if steps else ()
    above, below = numbers(range(likely, POINTS[-1] + 1)), numbers(range(POINTS[0], likely))
    if asker.is_whole:
        above = numbers(range(likely, likely + MOST_NEAR - 2 * asker.is_shared))
        below = numbers(range(likely - 2, likely)) if steps else ()
    # "That is all" and the likeliest number side by side, then the others upwards.
    whole = () if steps else tuple(_whole_rows(rows, is_whole=asker.is_whole))
    named = (*done, *above, _other_number(), *below, *whole)
    start = 0 if tuple(steps) in map(tuple, rows) else len(done)
    ahead = (named[len(done)].value, *(option.value for option in (*done, *whole)))
    return replace(asker.ask(words("teach.ask.step", n=len(steps) + 1), named, start), ahead=ahead)


def _whole_rows(rows: Sequence[Sequence[int]], *, is_whole: bool) -> Iterator[Option]:
    for row in rows[:MOST_ROWS]:
        yield Option(tuple(row), words("teach.value", value=", ".join(map(str, row))))
    if is_whole:
        yield from (Option((name,), words(f"teach.row.{name}")) for name in ROWS)
