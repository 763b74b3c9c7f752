"""What the vision benchmark found, as tables in Markdown: the form in which it stands in docs/measurements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.bench.comparison import Row
from tests.bench.intervals import with_interval
from tests.bench.readers import NAMES, OURS, PEERS, QR_ONLY, READ
from tests.bench.scenes import LEVELS
from tests.bench.sweeps import Point, StillTable, least_pixels

# What each layout and level is called where people read it.
_SCENES = {
    "single": "1 card",
    "hand": "6 cards",
    "market": "11 cards",
    "area": "14 cards",
    "table60": "60 cards",
    "table120": "120 cards",
}
_LEVELS = {"aslant": "tilted"}


def scene_name(layout: str, level: str) -> str:
    return f"{_SCENES.get(layout, layout)}, {_LEVELS.get(level, level)}"


def format_rows(rows: Sequence[Row]) -> str:
    """One line for each sort and difficulty: recall in % with CPU time against pyzbar, wrong reads, memory."""
    ours = ["**companion, single frame**", "companion, five frames", "companion, full read"]
    costs = "ratio to pyzbar (QR only): single frame, full read"
    head = ["scene", "tags", *PEERS, *ours, costs, "wrong reads", "CPU ms", "memory MB"]
    counts = " / ".join(map(str, sorted({row.pictures for row in rows})))
    told = f"{counts} pictures in each row. In brackets what 95 of 100 repetitions with other seeds should give."
    return _table(head, (_row(row) for row in rows)) + f"\n\n{told}"


def _row(row: Row) -> list[str]:
    ours = row.of(OURS)
    peers = [
        f"{with_interval(row.of(name).recall, row.of(name).between)} (×{row.of(name).ratio:.2f})" for name in PEERS
    ]
    return [
        scene_name(row.layout, row.level),
        str(row.tags),
        *peers,
        f"**{with_interval(ours.recall, ours.between)}** (×{ours.ratio:.2f})",
        _percent(row.after_five),
        with_interval(row.of(READ).recall, row.of(READ).between),
        f"{row.cost(OURS, QR_ONLY):.2f}, {row.cost(READ, QR_ONLY):.2f}",
        " / ".join(str(row.of(name).wrong) for name in (*NAMES, READ)),
        " / ".join(f"{row.of(name).ms:.0f}" for name in NAMES),
        " / ".join(_mb(row.of(name).mb) for name in NAMES),
    ]


def format_short(rows: Sequence[Row]) -> str:
    """One line for each sort: recall of the difficulties side by side, and what a single frame and a full read of ours
    cost against pyzbar as shipped and told to look for QR codes only."""
    sorts = list(dict.fromkeys(row.layout for row in rows))
    levels = " / ".join(dict.fromkeys(_LEVELS.get(row.level, row.level) for row in rows))
    ratios = ["ratio to pyzbar", "ratio to pyzbar (QR only)"]
    costs = [f"{what}, {ratio}" for what in ("single frame", "full read") for ratio in ratios]
    head = ["scene: " + levels, *PEERS, "**companion, single frame**", *costs]
    return _table(head, (_short([row for row in rows if row.layout == sort]) for sort in sorts))


def _short(rows: Sequence[Row]) -> list[str]:
    recall = [" / ".join(f"{100 * row.of(name).recall:.0f}" for row in rows) for name in NAMES]
    against = [(OURS, "pyzbar"), (OURS, QR_ONLY), (READ, "pyzbar"), (READ, QR_ONLY)]
    costs = [" / ".join(f"{row.cost(name, other):.2f}" for row in rows) for name, other in against]
    return [_SCENES.get(rows[0].layout, rows[0].layout), *recall[:-1], f"**{recall[-1]}**", *costs]


def format_still(looks: Sequence[StillTable]) -> str:
    lines = ([look.level, look.changed, f"{look.ms:.1f}", f"{look.ratio:.3f}", _percent(look.recall)] for look in looks)
    head = ["table of 60 cards", "changed since the last frame", "CPU ms", "ratio to pyzbar", "recall %"]
    return _table(head, lines)


def format_pixels(points: Sequence[Point]) -> str:
    """Recall by pixels per module, and what each reader needs at least."""
    head = ["pixels per module", *(f"{name}, {' / '.join(LEVELS)}" for name in NAMES)]
    lines = [
        [f"{at:g}", *(" / ".join(_recall_at(points, at, level, name) for level in LEVELS) for name in NAMES)]
        for at in dict.fromkeys(point.at for point in points)
    ]
    return _table(head, [*lines, ["**needed for 99 %**", *(_needed(points, name) for name in NAMES)]])


def _recall_at(points: Sequence[Point], at: float, level: str, name: str) -> str:
    point = next((point for point in points if point.at == at and point.level == level), None)
    return "–" if point is None else f"{100 * point.of(name).recall:.0f}"


def _needed(points: Sequence[Point], name: str) -> str:
    least = [least_pixels(list(points), level, name) for level in LEVELS]
    return " / ".join("more" if px is None else f"{px:g}" for px in least)


def format_growth(what: str, points: Sequence[Point]) -> str:
    """Cost and recall of every reader by what was varied."""
    head = [what, *(f"{name}, ms (recall %)" for name in NAMES)]
    lines = (
        [f"{point.at:g}", *(f"{point.of(name).ms:.0f} ({_recall(point, name)})" for name in NAMES)] for point in points
    )
    return _table(head, lines)


def _recall(point: Point, name: str) -> str:
    return f"{100 * point.of(name).recall:.0f}" if point.tags else "–"


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    return "\n".join(_lines(head, lines))


def _lines(head: Sequence[str], lines: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for line in lines:
        yield "| " + " | ".join(line) + " |"


def _percent(share: float) -> str:
    """One decimal, but never 100 where one is missing."""
    return "100" if share == 1 else f"{min(99.9, 100 * share):.1f}"


def _mb(value: float | None) -> str:
    return "?" if value is None else f"{value:.0f}"
