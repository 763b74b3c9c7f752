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
    """One line for each sort and difficulty: recall in %, CPU time against pyzbar, wrong reads, memory if measured."""
    ours = ["**companion, single frame**", "companion, five frames", "companion, full read"]
    costs = [f"{against}: single frame, full read" for against in ("ratio to pyzbar", "ratio to pyzbar (QR only)")]
    held = ["memory MB"] if _has_memory(rows) else []
    head = ["scene", "tags", *PEERS, *ours, *costs, "wrong reads", "CPU ms", *held]
    counts = " / ".join(map(str, sorted({row.pictures for row in rows})))
    told = f"{counts} pictures in each row. In brackets what 95 of 100 repetitions with other seeds should give."
    return _table(head, (_row(row, _has_memory(rows)) for row in rows)) + f"\n\n{told}"


def _has_memory(rows: Sequence[Row]) -> bool:
    return any(figure.mb is not None for row in rows for figure in row.figures)


def _row(row: Row, has_memory: bool) -> list[str]:
    recall = {figure.reader: with_interval(figure.recall, figure.between) for figure in row.figures}
    return [
        scene_name(row.layout, row.level),
        str(row.tags),
        *(recall[name] for name in PEERS),
        f"**{recall[OURS]}**",
        _percent(row.after_five),
        recall[READ],
        *(f"{row.cost(OURS, base):.2f}, {row.cost(READ, base):.2f}" for base in ("pyzbar", QR_ONLY)),
        " / ".join(str(row.of(name).wrong) for name in (*NAMES, READ)),
        " / ".join(f"{row.of(name).ms:.0f}" for name in NAMES),
        *([" / ".join(_mb(row.of(name).mb) for name in NAMES)] if has_memory else []),
    ]


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
