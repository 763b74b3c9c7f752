"""All readers on the same pictures: how much each reads, how much wrongly, and at what cost."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from tests.bench.intervals import Interval, interval
from tests.bench.layouts import SceneLayout
from tests.bench.memory import measure_memory
from tests.bench.readers import NAMES, OURS, QR_ONLY, READ, find_reader, timed
from tests.bench.scenes import frames_of, make_scene
from vision.scenes import RenderedPicture, Scene
from vision.scenes.render import render

FRAMES = 5
REPEATS = 2  # a busy machine makes a look dearer, never cheaper: the least counts


@dataclass(frozen=True, slots=True)
class Measure:
    """One reader: ``ratio`` is its processor time against pyzbar's, ``mb`` what its process grew by in one picture."""

    reader: str
    recall: float
    wrong: int
    ms: float
    ratio: float
    mb: float | None = None
    between: Interval = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Row:
    """The pictures of one sort and difficulty; ``after_five`` is our recall in five frames of each table."""

    layout: str
    level: str
    pictures: int
    tags: int
    after_five: float
    figures: tuple[Measure, ...]

    def of(self, reader: str) -> Measure:
        return next(figure for figure in self.figures if figure.reader == reader)

    def cost(self, reader: str, against: str) -> float:
        """Processor time of one reader against another's."""
        return self.of(reader).ms / self.of(against).ms


@dataclass(slots=True)
class _Tally:
    right: list[int] = field(default_factory=list)  # in each picture
    wrong: int = 0
    ms: list[float] = field(default_factory=list)


def measure(
    layout: SceneLayout, level: str, pictures: int, seed: int, *, memory: bool = True, timed_ones: int | None = None
) -> Row:
    """All readers on the same pictures; ours on four further frames of tables that the first left unread in part."""
    scenes = [make_scene(layout, level, seed + n) for n in range(pictures)]
    first = [render(scene) for scene in scenes]
    held = measure_memory(NAMES, first[0].grey) if memory else {}
    figures = compare(first, held, (*NAMES, QR_ONLY, READ), timed_ones)
    tags = sum(len(picture.unhidden) for picture in first)
    found = sum(_after_five(scene, picture) for scene, picture in zip(scenes, first, strict=True))
    return Row(layout.name, level, pictures, tags, found / max(tags, 1), figures)


def compare(
    pictures: Sequence[RenderedPicture],
    held: dict[str, float | None] | None = None,
    names: Sequence[str] = NAMES,
    timed_ones: int | None = None,
) -> tuple[Measure, ...]:
    """Every reader on every picture, and medians of their times, of all pictures or of the first few."""
    tallies = {name: _Tally() for name in names}
    for n, picture in enumerate(pictures):
        for name, tally in tallies.items():
            _add(tally, name, picture, is_timed=timed_ones is None or n < timed_ones)
    tags = [len(picture.unhidden) for picture in pictures]
    ms = {name: statistics.median(tally.ms) for name, tally in tallies.items()}
    return tuple(
        Measure(
            name,
            sum(tally.right) / max(1, sum(tags)),
            tally.wrong,
            ms[name],
            ms[name] / ms["pyzbar"],
            (held or {}).get(name),
            interval(tally.right, tags),
        )
        for name, tally in tallies.items()
    )


def _add(tally: _Tally, name: str, picture: RenderedPicture, is_timed: bool) -> None:
    looks = [timed(find_reader(name), picture.grey) for _ in range(REPEATS if is_timed else 1)]
    texts = looks[0][0]
    tally.right.append(len(texts & picture.unhidden))
    tally.wrong += len(texts - picture.texts)
    if is_timed:
        tally.ms.append(min(ms for _, ms in looks))


def _after_five(scene: Scene, first: RenderedPicture) -> int:
    """How many of the tags that the first frame shows one of five gave; each frame is a first look."""
    read = find_reader(OURS)
    missing = first.unhidden - read(first.grey)
    if missing:
        missing -= set[str]().union(*(read(frame.grey) for frame in islice(frames_of(scene, FRAMES), 1, None)))
    return len(first.unhidden - missing)
