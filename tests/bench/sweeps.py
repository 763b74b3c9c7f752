"""What one figure depends on: recall on pixels per module, cost on cards, on pixels, and on what has changed."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.comparison import Measure, compare
from tests.bench.layouts import SceneLayout, find_layout
from tests.bench.readers import find_reader, timed
from tests.bench.scenes import CROWD_MM, KNOWN, LEVELS, crowd_at, make_scene
from vision.frames import Frame, Grey
from vision.scenes import MARGIN_MODULES, TAG_MM, RenderedPicture, Scene
from vision.scenes.render import render
from vision.tags.codes import MODULES
from vision.tags.reader import Reader

MODULE_MM = TAG_MM / (MODULES + 2 * MARGIN_MODULES)
PX_PER_MODULE = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 4.0, 6.0)
CARDS = (0, 1, 15, 30, 60, 90, 120)
TIMES = (0.5, 0.75, 1.0, 1.5, 2.0)  # the size of a picture of 2304 x 1296
ENOUGH = 0.99  # recall
_STILL_LOOKS = 6


@dataclass(frozen=True, slots=True)
class Point:
    """One place of a sweep: what was varied, and what every reader made of it."""

    at: float
    level: str
    tags: int
    figures: tuple[Measure, ...]

    def of(self, reader: str) -> Measure:
        return next(figure for figure in self.figures if figure.reader == reader)


@dataclass(frozen=True, slots=True)
class StillTable:
    """A later look at a table of 60 that the reader knows already."""

    level: str
    changed: str
    ms: float
    ratio: float
    recall: float


def sweep_pixels(pictures: int, seed: int) -> list[Point]:
    """Recall by pixels per module: forty tags on a small picture, of every difficulty."""
    return [_crowd_point(px, level, pictures, seed) for level in LEVELS for px in PX_PER_MODULE]


def _crowd_point(px: float, level: str, pictures: int, seed: int) -> Point:
    px_per_mm = px / MODULE_MM
    size = int(8.02 * CROWD_MM * px_per_mm), int(5.02 * CROWD_MM * px_per_mm)
    scenes = [crowd_at(px_per_mm, size, level, seed + n, KNOWN) for n in range(pictures)]
    return _point(px, level, scenes)


def least_pixels(points: list[Point], level: str, reader: str) -> float | None:
    """Pixels a module from which on this reader reads enough; None if it never does."""
    least = None
    for point in sorted((point for point in points if point.level == level), key=lambda point: -point.at):
        if point.of(reader).recall < ENOUGH:
            break
        least = point.at
    return least


def sweep_cards(pictures: int, seed: int, level: str = "medium") -> list[Point]:
    """Cost by cards on a large picture that stays the same."""
    table = find_layout("table120")
    layouts = [replace(table, name=f"{cards} cards", cards=cards) for cards in CARDS]
    return [_layout_point(layout.cards, layout, level, pictures, seed) for layout in layouts]


def sweep_size(pictures: int, seed: int, level: str = "medium") -> list[Point]:
    """Cost by megapixels: the same player area of fourteen, nearer and nearer."""
    area = find_layout("area")
    layouts = [
        replace(area, width=round(area.width * k), height=round(area.height * k), px_per_mm=area.px_per_mm * k)
        for k in TIMES
    ]
    return [
        _layout_point(round(layout.width * layout.height / 1e6, 2), layout, level, pictures, seed) for layout in layouts
    ]


def _layout_point(at: float, layout: SceneLayout, level: str, pictures: int, seed: int) -> Point:
    return _point(at, level, [make_scene(layout, level, seed + n) for n in range(pictures)])


def _point(at: float, level: str, scenes: list[Scene]) -> Point:
    pictures = [render(scene) for scene in scenes]
    return Point(at, level, sum(len(picture.unhidden) for picture in pictures), compare(pictures))


def measure_still(pictures: int, seed: int) -> list[StillTable]:
    """Later looks at tables of 60: nothing changed but noise, then one card swapped; against pyzbar's whole look."""
    return [
        still for level in ("easy", "medium") for still in _still_tables(level, [seed + n for n in range(pictures)])
    ]


def _still_tables(level: str, seeds: list[int]) -> list[StillTable]:
    looks = [look for seed in seeds for look in _still_table(make_scene(find_layout("table60"), level, seed))]
    base = statistics.median(ms for what, ms, _ in looks if what == "pyzbar")
    found = []
    for what in ("nothing, first look after", "nothing", "one card"):
        ms = statistics.median(spent for name, spent, _ in looks if name == what)
        recall = statistics.fmean(share for name, _, share in looks if name == what)
        found.append(StillTable(level, what, ms, ms / base, recall))
    return found


def _still_table(scene: Scene) -> list[tuple[str, float, float]]:
    """Looks at one table in turn: what had changed, milliseconds, recall."""
    rng = np.random.default_rng(scene.seed)
    first, second = render(scene), render(_one_swapped(scene))
    looks = [("pyzbar", timed(find_reader("pyzbar"), first.grey)[1], 0.0)]
    reader = Reader(KNOWN)
    reader.look(Frame(0, 0, first.grey))
    looks.append(_later_look("nothing, first look after", reader, first, rng))
    looks += [_later_look("nothing", reader, first, rng) for _ in range(_STILL_LOOKS)]
    return [*looks, _later_look("one card", reader, second, rng)]


def _later_look(
    what: str, reader: Reader, picture: RenderedPicture, rng: np.random.Generator
) -> tuple[str, float, float]:
    frame = Frame(1, 100, _noisy(picture.grey, rng))
    texts, ms = timed(lambda _: {item.text for item in reader.look(frame)}, frame.grey)
    return what, ms, len(texts & picture.unhidden) / len(picture.unhidden)


def _one_swapped(scene: Scene) -> Scene:
    """Another card lies where one in full view lay."""
    here = {card.text for card in scene.cards}
    other = next(text for text in KNOWN if text not in here)
    seen = render(scene).unhidden
    at = next(n for n, card in enumerate(scene.cards) if card.text in seen)
    return replace(
        scene, cards=tuple(replace(card, text=other) if n == at else card for n, card in enumerate(scene.cards))
    )


def _noisy(grey: Grey, rng: np.random.Generator) -> Grey:
    return np.clip(grey + rng.normal(0, 2.0, grey.shape), 0, 255).astype(np.uint8)
