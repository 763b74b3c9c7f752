"""One thing at a time that makes pictures worse, and where each reader falls off; AprilTags of the same size beside.

AprilTags carry a number of few bits in large cells: what they lose at the same place hardly anybody can read there.
Two detectors of them are compared: OpenCV's at its defaults, and the AprilTag library itself where pupil-apriltags is
installed. They differ both ways.
"""

from __future__ import annotations

import importlib
import statistics
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import Any

import cv2
import numpy as np

from companion.resources import asset
from tests.bench.intervals import Interval, interval, with_interval
from tests.bench.layouts import find_layout, lay_out
from tests.bench.readers import OURS, QR_ONLY, READ, Read, find_reader, timed
from tests.bench.scenes import KNOWN, difficulty, make_texts
from vision.frames import Frame, Grey
from vision.scenes import Difficulty, Scene
from vision.scenes.card_art import APRIL
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags.reader import Reader

APRILTAG, APRILTAG_3 = "AprilTag (OpenCV)", "AprilTag (library)"
LOOK, SOON = "companion, single frame", "companion, eight frames"
HAS_LIBRARY = find_spec("pupil_apriltags") is not None
READERS = (QR_ONLY, "zxing-cpp", LOOK, SOON, READ, APRILTAG, *([APRILTAG_3] if HAS_LIBRARY else ()))
LOOKS, LOOK_MS = 8, 250  # two seconds over the table
_LAYOUT = "area"


@dataclass(frozen=True, slots=True)
class Share:
    """What one reader made of some pictures; ``ms`` is the median of its processor time."""

    reader: str
    recall: float
    wrong: int
    ms: float
    between: Interval = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class FactorPoint:
    factor: str
    what: str
    at: float
    tags: int
    figures: tuple[Share, ...]

    def of(self, reader: str) -> Share:
        return next(figure for figure in self.figures if figure.reader == reader)

    def cost(self, reader: str) -> float:
        """Processor time against that of pyzbar told to look for QR codes only."""
        return self.of(reader).ms / self.of(QR_ONLY).ms

    @property
    def readers(self) -> tuple[str, ...]:
        return tuple(figure.reader for figure in self.figures)


@cache
def plans() -> dict[str, dict[str, Any]]:
    """The sweeps of ``scenes.toml`` by name."""
    return dict(tomllib.loads(asset("scenes.toml").read_text("utf-8"))["sweep"])


def sweep_factors(names: Sequence[str], pictures: int, seed: int) -> list[FactorPoint]:
    return [_point(name, n, pictures, seed) for name in names for n in range(len(plans()[name]["values"]))]


def scene_of(name: str, step: int, seed: int) -> Scene:
    """Fourteen cards in full view, with the named factor at its n-th value."""
    plain = replace(difficulty(plans()[name].get("level", "easy")), overlap=0.0, hand=0.0)
    how = with_factor(plain, name, step)
    return lay_out(find_layout(_LAYOUT), make_texts(seed), how, seed, faces=1000 * (seed % 97))


def with_factor(how: Difficulty, name: str, step: int) -> Difficulty:
    """The same pictures with the named factor at its n-th value."""
    plan = plans()[name]
    value = float(plan["values"][step])
    changed: dict[str, Any] = dict.fromkeys(plan["ranges"], (value, value))
    always = {key: tuple(item) if isinstance(item, list) else item for key, item in plan.get("always", {}).items()}
    if not plan["ranges"]:
        always["surfaces"] = (always["surfaces"][step],)
    return replace(how, **{**always, **changed})


def _point(name: str, step: int, pictures: int, seed: int) -> FactorPoint:
    scenes = [scene_of(name, step, seed + n) for n in range(pictures)]
    shown = float(plans()[name].get("shown", 0.995))
    figures: list[Share] = []
    drawn = {False: [render(scene) for scene in scenes], True: [render(_as_april(scene)) for scene in scenes]}
    tags = sum(item.visible > shown for picture in drawn[False] for item in picture.truth)
    for reader in READERS:
        looks = [
            (picture, *timed(_reader(reader), picture.grey)) for picture in drawn[reader in {APRILTAG, APRILTAG_3}]
        ]
        wanted = [{item.text for item in picture.truth if item.visible > shown} for picture, _, _ in looks]
        shown_in, right = list(map(len, wanted)), [len(t & one) for (_, t, _), one in zip(looks, wanted, strict=True)]
        wrong = sum(len(texts - picture.texts) for picture, texts, _ in looks)
        ms = statistics.median(ms for *_, ms in looks)
        figures.append(Share(reader, sum(right) / max(sum(shown_in), 1), wrong, ms, interval(right, shown_in)))
    return FactorPoint(name, plans()[name]["what"], float(plans()[name]["values"][step]), tags, tuple(figures))


def _as_april(scene: Scene) -> Scene:
    """The same table with an AprilTag on each card."""
    cards = (replace(card, text=f"{APRIL}{KNOWN.index(card.text)}") for card in scene.cards)
    return replace(scene, cards=tuple(cards))


@cache
def _reader(name: str) -> Read:
    makers: dict[str, Callable[[], Read]] = {APRILTAG: _april, APRILTAG_3: _april_library, SOON: _over_table}
    return makers[name]() if name in makers else find_reader(OURS if name == LOOK else name)


def _over_table() -> Read:
    """As the box looks at a table that lies still: hurried, again and again, and never at the very same picture."""
    reader = Reader(KNOWN, hurried=True)

    def read(grey: Grey) -> set[str]:
        *_, last = looks_at_rest(reader, grey)
        return {item.text for item in last}

    return read


def looks_at_rest(reader: Reader, grey: Grey) -> Iterator[tuple[Sighting, ...]]:
    """What is found in each of some frames of a table that nobody touches; only their noise differs."""
    reader.forget(all_of_it=True)
    rng = np.random.default_rng(0)
    for n in range(LOOKS):
        noise = rng.integers(-1, 2, grey.shape, dtype=np.int8)
        picture = np.asarray(cv2.add(grey, noise, dtype=cv2.CV_8U), dtype=np.uint8)
        yield reader.look(Frame(n, n * LOOK_MS, picture))


def _april() -> Read:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    detector = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters())

    def read(grey: Grey) -> set[str]:
        _, numbers, _ = detector.detectMarkers(grey)
        return set() if numbers is None else {f"{APRIL}{int(number)}" for number in numbers.ravel()}

    return read


def _april_library() -> Read:
    library: Any = importlib.import_module("pupil_apriltags")
    detector = library.Detector(families="tag36h11", nthreads=1)
    return lambda grey: {f"{APRIL}{found.tag_id}" for found in detector.detect(grey)}


def format_factors(points: Sequence[FactorPoint]) -> str:
    """A table in Markdown, a line for each value and one for all: recall in %, our cost against QR-only pyzbar."""
    head = [
        "factor",
        "level",
        "tags",
        *(points[0].readers if points else READERS),
        "ratio to pyzbar (QR only): single frame, full read",
    ]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for point in points:
        cost = ", ".join(f"{point.cost(name):.2f}" for name in (LOOK, READ))
        shares = [with_interval(point.of(name).recall, point.of(name).between) for name in point.readers]
        lines.append("| " + " | ".join([point.what, f"{point.at:g}", str(point.tags), *shares, cost]) + " |")
    wrong = sum(point.of(name).wrong for point in points for name in (LOOK, SOON, READ))
    return "\n".join([*lines, *_over_all(points), "", f"Wrong reads of ours: {wrong}."])


def _over_all(points: Sequence[FactorPoint]) -> list[str]:
    """Recall over the tags of all lines, and the median of their costs."""
    if not points:
        return []
    tags = sum(point.tags for point in points)
    shares = [sum(point.tags * point.of(name).recall for point in points) / tags for name in points[0].readers]
    costs = (statistics.median(point.cost(name) for point in points) for name in (LOOK, READ))
    cells = ["**all**", "", f"{tags:,}", *(f"{100 * share:.1f}" for share in shares)]
    return ["| " + " | ".join([*cells, ", ".join(f"{cost:.2f}" for cost in costs)]) + " |"]
