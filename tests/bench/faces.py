"""``companion bench faces FOLDER``: cards known by their faces, on art out of a folder that nobody here drew.

Half of the kinds are learnt from one view each, the others never; all of them, and backs, lie in rendered scenes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from math import dist
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np

from companion import CompanionError
from tests.bench.cardart import Deck, chosen_kinds, cut_scene, find_decks, portrait_scene, table_scene
from tests.bench.face_finder import find_faces
from tests.bench.facecounts import NEVER, Count, Learnt, judge_look, judge_picture
from tests.bench.layouts import find_layout
from tests.bench.scenes import LEVELS
from vision.faces.gallery import Bars, Face, Gallery
from vision.faces.learning import learn_tagged
from vision.faces.outlines import find_outlines
from vision.faces.places import middle
from vision.scenes import Lying, RenderedPicture
from vision.scenes.render import render, render_again
from vision.sightings import Corners

_VIEWS = 6  # in which a card may be shown until its outline is found
_ASIDE_PX = 1.5  # by which the corners of a known outline are wrong, one standard deviation
_PHOTOGRAPHS = 4  # of one card as it lies
_LAYOUTS = ("market", "area")
_HEAD = (
    "deck",
    "kinds, learnt",
    "outline",
    "level",
    "views",
    "learnt, unoccluded",
    "named %",
    "asked %",
    "occluded, named",
    "never learnt",
    "asked as another kind",
    "wrong",
    "closest wrong match",
    "ms per card",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="pictures of cards, a deck in each folder")
    parser.add_argument(
        "--looks", type=int, default=300, metavar="N", help="at cards with known outlines, each deck (300)"
    )
    parser.add_argument("--pictures", type=int, default=1, metavar="N", help="whole ones, of each deck and level (1)")
    parser.add_argument("--levels", default=",".join(LEVELS), help="difficulties, with commas")
    parser.add_argument("--margin", type=float, default=Bars().margin, help=f"to be sure ({Bars().margin:g})")
    parser.add_argument("--learnt", type=float, default=0.5, metavar="SHARE", help="of the kinds (0.5)")
    parser.add_argument("--seed", type=int, default=1000, help="of the first picture")
    parser.add_argument("--json", action="store_true", help="print just JSON")


def run(args: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    levels = [_level(name.strip()) for name in args.levels.split(",") if name.strip()]
    if not levels or args.looks < 0 or args.pictures < 0:
        raise CompanionError("expected some difficulties, and no negative numbers")
    if not (0 < args.margin <= 1 and 0 <= args.learnt <= 1):
        raise CompanionError("expected a margin above 0 and up to 1, and a share of 0 to 1")
    rows: list[dict[str, Any]] = []
    for deck in find_decks(args.folder):
        print(f"companion: {deck.name} …", file=sys.stderr)
        seed = args.seed + crc32(deck.name.encode()) % 10_000  # no two decks lie in the same places
        learnt = learn(deck, seed, Bars(margin=args.margin), args.learnt)
        looked = look_closely(learnt, levels, args.looks, seed)
        tables = look_widely(learnt, levels, args.pictures, seed)
        new = [row(learnt, "outline known", level, count) for level, count in looked.items()]
        new += [row(learnt, "whole picture", level, count) for level, count in tables.items()]
        print("\n".join(_line(item) for item in new), file=sys.stderr)
        rows += new
    print(json.dumps(rows) if args.json else as_text(rows))
    return 1 if any(item["wrong"] for item in rows) else 0


def learn(deck: Deck, seed: int, bars: Bars, share: float = 0.5) -> Learnt:
    """Each of the chosen kinds from the first view in which the outline around its tag is found."""
    kinds, faces, views = chosen_kinds(deck, seed, share), [], 0
    for kind in sorted(kinds):
        face, tries = _learn_one(deck, kind, seed)
        views += tries
        faces += [] if face is None else [face]
    return Learnt(deck, frozenset(int(face.kind) for face in faces), Gallery(faces, bars), views)


def _learn_one(deck: Deck, kind: int, seed: int) -> tuple[Face | None, int]:
    for view in range(_VIEWS):
        scene = portrait_scene(deck, kind, "easy", seed + 7919 * view, sticker=True)
        picture = render(scene)
        size = deck.size(scene.px_per_mm)
        outlines = find_outlines(picture.grey, size, whole=True)
        face = learn_tagged(str(kind), picture.grey, picture.truth[0].corners, size, outlines)
        if face is not None:
            return face, view + 1
    return None, _VIEWS


def look_closely(learnt: Learnt, levels: Sequence[str], looks: int, seed: int) -> dict[str, Count]:
    """One card in the middle of a small picture, its outline known to a pixel or two; each lies there for a few looks,
    in other light, focus, shake and noise each time."""
    counts = {level: Count() for level in levels}
    for first in range(0, looks, _PHOTOGRAPHS):
        level = levels[first // _PHOTOGRAPHS % len(levels)]
        start = seed + 100_000 + 4 * first
        seeds = range(start, start + min(_PHOTOGRAPHS, looks - first))
        for n, picture in zip(seeds, render_again(cut_scene(learnt.deck, level, seeds[0]), seeds), strict=True):
            lying = min(picture.lying, key=lambda item: _off_middle(item, picture))
            corners = _aside(lying.corners, np.random.default_rng([n, 43]))
            began = time.process_time()
            judged = learnt.gallery.judge(picture.grey, corners)
            spent = 1000 * (time.process_time() - began)
            count = judge_look(learnt, lying, judged)
            count.ms = spent
            counts[level].add(count)
    return counts


def look_widely(learnt: Learnt, levels: Sequence[str], pictures: int, seed: int) -> dict[str, Count]:
    """Whole pictures of eleven and fourteen cards, in which nobody says where the cards lie."""
    counts = {level: Count() for level in levels} if pictures else {}
    for level, total in counts.items():
        for n in range(pictures):
            layout = find_layout(_LAYOUTS[n % len(_LAYOUTS)])
            scene = table_scene(learnt.deck, layout, level, seed + 200_000 + n)
            picture = render(scene)
            size = learnt.deck.size(scene.px_per_mm)
            began = time.process_time()
            found = find_faces(picture.grey, size, learnt.gallery)
            spent = 1000 * (time.process_time() - began)
            count = judge_picture(learnt, picture.lying, found, size.short / 3)
            count.ms = spent
            total.add(count)
    return counts


def _off_middle(lying: Lying, picture: RenderedPicture) -> float:
    height, width = picture.grey.shape
    return dist(middle(lying.corners), (width / 2, height / 2))


def _aside(corners: Corners, rng: np.random.Generator) -> Corners:
    a, b, c, d = (
        (x + float(dx), y + float(dy))
        for (x, y), (dx, dy) in zip(corners, rng.normal(0, _ASIDE_PX, (4, 2)), strict=True)
    )
    return a, b, c, d


def row(learnt: Learnt, sort: str, level: str, count: Count) -> dict[str, Any]:
    alike = [round(value, 3) for value in learnt.gallery.alike]
    about = {"deck": learnt.deck.name, "kinds": len(learnt.deck.arts), "learnt": len(learnt.kinds)}
    return {**about, "views": learnt.views, "alike": alike, "sort": sort, "level": level, **asdict(count)}


def as_text(rows: Iterable[dict[str, Any]]) -> str:
    lines = [
        "| " + " | ".join(_HEAD) + " |",
        "|---" * len(_HEAD) + "|",
    ]
    return "\n".join(lines + [_line(item) for item in rows])


def _line(item: dict[str, Any]) -> str:
    whole, looks = max(item["whole"], 1), max(item["looks"], 1)
    nearest = "–" if item["nearest_wrong"] >= NEVER else f"{item['nearest_wrong']:.2f}"
    cells = (
        item["deck"],
        f"{item['kinds']}, {item['learnt']}",
        item["sort"],
        item["level"],
        item["looks"],
        item["whole"],
        f"{100 * item['named'] / whole:.1f}",
        f"{100 * item['asked'] / whole:.1f}",
        f"{item['part_named']} of {item['part']}",
        item["strange"],
        item["misguessed"],
        item["wrong"],
        nearest,
        f"{item['ms'] / looks:.1f}",
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _level(name: str) -> str:
    if name not in LEVELS:
        raise CompanionError(f"expected difficulties of {', '.join(LEVELS)}, got {name!r}")
    return name
