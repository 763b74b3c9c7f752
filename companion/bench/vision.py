"""``companion bench vision``: how much is read, how much wrongly, and at what cost, beside three plain readers."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.bench.plot import draw_bars
from companion.bench.scenes import ALL, KNOWN, LEVELS, crowd, frames_of, make_scene, tagless
from companion.errors import CompanionError
from vision.decoders import open_decoder
from vision.frames import Frame, Grey
from vision.reader import Reader
from vision.scenes.layouts import LAYOUTS, Layout, find_layout
from vision.scenes.render import render

Read = Callable[[Grey], set[str]]
PEERS = ("pyzbar", "cv2.QRCodeDetector", "zxing-cpp")
OURS = "companion"


@dataclass(frozen=True, slots=True)
class Figure:
    """One reader on the pictures of one sort and difficulty."""

    reader: str
    recall: float
    wrong: int
    ms: float
    ratio: float
    mb: float


@dataclass(frozen=True, slots=True)
class Row:
    layout: str
    level: str
    pictures: int
    tags: int
    after_five: float
    figures: tuple[Figure, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print just JSON")
    parser.add_argument("--pictures", type=int, default=3, metavar="N", help="of each sort and difficulty (3)")
    parser.add_argument("--seed", type=int, default=1000, help="of the first picture")
    parser.add_argument("--layouts", default=",".join(layout.name for layout in LAYOUTS), help="sorts, with commas")
    parser.add_argument("--levels", default=",".join(LEVELS), help="difficulties, with commas")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the recall there")
    parser.add_argument("--wrong", type=int, metavar="TAGS", help="only count wrong reads, over so many tags")
    parser.add_argument("--no-sweeps", action="store_true", help="leave out pixels per module and growth")


def run(args: argparse.Namespace) -> int:
    # One process, one thread: what is compared is work, not cores.
    cv2.setNumThreads(1)
    if args.wrong is not None:
        result = count_wrong(args.wrong, args.seed)
        print(json.dumps(result))
        return 1 if result["wrong"] else 0
    layouts = [_layout(name) for name in args.layouts.split(",")]
    rows = [measure(layout, level, args.pictures, args.seed) for layout in layouts for level in args.levels.split(",")]
    extra = {} if args.no_sweeps else {"still": measure_still(args.seed), "pixels": sweep_pixels(args.seed)}
    if args.plot:
        _save_plot(args.plot, rows)
    if args.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], **extra}))
    else:
        print(format_rows(rows, extra))
    return 0


def _layout(name: str) -> Layout:
    try:
        return find_layout(name)
    except StopIteration:
        names = ", ".join(layout.name for layout in LAYOUTS)
        raise CompanionError(f"expected layouts of {names}, got {name!r}") from None


def measure(layout: Layout, level: str, pictures: int, seed: int) -> Row:
    """All readers on the same pictures; ours once more on four further frames of each table."""
    ours = Reader(KNOWN)
    readers: dict[str, Read] = {**plain_readers(), OURS: lambda grey: _fresh(ours, grey)}
    spent: dict[str, list[float]] = {name: [] for name in readers}
    held: dict[str, list[float]] = {name: [] for name in readers}
    right, wrong = dict.fromkeys(readers, 0), dict.fromkeys(readers, 0)
    tags = together = ever = 0
    for n in range(pictures):
        frames = list(frames_of(make_scene(layout, level, seed + n), 5))
        picture, added = frames[0], set[str]()
        tags += len(picture.unhidden)
        for name, read in readers.items():
            texts, ms, mb = _timed(read, picture.grey)
            spent[name].append(ms)
            held[name].append(mb)
            right[name] += len(texts & picture.unhidden)
            wrong[name] += len(texts & set(ALL) - picture.texts)
        for frame in frames:
            added |= _fresh(ours, frame.grey)
        open_ones = frozenset.union(*(frame.unhidden for frame in frames))
        ever, together = ever + len(open_ones), together + len(added & open_ones)
    base = statistics.median(spent["pyzbar"])
    figures = tuple(
        Figure(
            name,
            right[name] / max(tags, 1),
            wrong[name],
            statistics.median(spent[name]),
            statistics.median(spent[name]) / base,
            statistics.median(held[name]),
        )
        for name in readers
    )
    return Row(layout.name, level, pictures, tags, together / max(ever, 1), figures)


def plain_readers() -> dict[str, Read]:
    """The peers as anyone would call them; only texts count."""
    from pyzbar import pyzbar  # noqa: PLC0415

    zxing, opencv = open_decoder("zxing"), open_decoder("opencv")
    return {
        "pyzbar": lambda grey: {item.data.decode("utf-8", "replace") for item in pyzbar.decode(grey)},
        "cv2.QRCodeDetector": lambda grey: {item.text for item in opencv.decode(grey)},
        "zxing-cpp": lambda grey: {item.text for item in zxing.decode(grey)},
    }


def _fresh(reader: Reader, grey: Grey) -> set[str]:
    reader.forget(all_of_it=True)
    return {item.text for item in reader.look(Frame(0, 0, grey))}


def _timed(read: Read, grey: Grey) -> tuple[set[str], float, float]:
    """What was read, milliseconds of processor time, and megabytes held at the most."""
    before = _reset_peak()
    started = time.process_time()
    texts = read(grey)
    spent = time.process_time() - started
    return texts, spent * 1000, max(0.0, _memory("VmHWM") - before)


def _reset_peak() -> float:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return _memory("VmHWM")
    return _memory("VmRSS")


def _memory(key: str) -> float:
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(key)), 0.0)


def measure_still(seed: int) -> list[dict[str, Any]]:
    """The second look at a table: nothing changed but noise, then one card swapped; against pyzbar's whole look."""
    found = []
    for level in ("easy", "medium"):
        scene = make_scene(find_layout("table60"), level, seed)
        first = render(scene)
        other = next(text for text in KNOWN if text not in first.texts)
        at = next(n for n, card in enumerate(scene.cards) if card.text in first.unhidden)
        swapped = tuple(replace(card, text=other) if n == at else card for n, card in enumerate(scene.cards))
        second = render(replace(scene, cards=swapped))
        noise = np.random.default_rng(seed).normal(0, 2.0, first.grey.shape)
        again = np.clip(first.grey + noise, 0, 255).astype(np.uint8)
        reader = Reader(KNOWN)
        reader.look(Frame(0, 0, first.grey))
        base = _timed(plain_readers()["pyzbar"], first.grey)[1]
        for what, picture, wanted in (("nothing", again, first), ("one card", second.grey, second)):
            started = time.process_time()
            texts = {item.text for item in reader.look(Frame(1, 100, picture))}
            ms = (time.process_time() - started) * 1000
            recall = len(texts & wanted.unhidden) / len(wanted.unhidden)
            found.append({"level": level, "changed": what, "ms": ms, "ratio": ms / base, "recall": recall})
    return found


def sweep_pixels(seed: int) -> list[dict[str, Any]]:
    """Recall by pixels a module, on a player area in medium light."""
    sizes = (1.1, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0)
    area = find_layout("area")
    rows = [(size, measure(replace(area, px_per_mm=size / 0.64), "medium", 2, seed)) for size in sizes]
    return [{"px": size, **{figure.reader: figure.recall for figure in row.figures}} for size, row in rows]


def count_wrong(tags: int, seed: int) -> dict[str, int]:
    """Wrong reads over crowded pictures with so many tags, and over one tag-free picture for each fifty of them."""
    half = ALL[::2]
    # Half of the tags on the table are not known: the nearest known one must not be taken for them.
    readers = (Reader(ALL), Reader(half))
    seen = read = wrong = silent = 0
    n = 0
    while seen < tags:
        picture = render(crowd(LEVELS[n % 3], seed + n))
        found = _fresh(readers[n % 2], picture.grey)
        seen, read, wrong = seen + len(picture.truth), read + len(found), wrong + len(found - picture.texts)
        n += 1
        print(f"\r{seen} tags, {read} read, {wrong} wrong", end="", file=sys.stderr, flush=True)
    empty = max(1, tags // 50)
    for step in range(empty):
        silent += not _fresh(readers[step % 2], tagless(seed + step))
    print(file=sys.stderr)
    return {
        "tags": seen,
        "pictures": n,
        "read": read,
        "wrong": wrong + empty - silent,
        "wrong_among_tags": wrong,
        "tag_free": empty,
        "silent": silent,
    }


def format_rows(rows: Iterable[Row], extra: dict[str, Any]) -> str:
    """A table in Markdown, as it stands in the documentation."""
    lines = [
        "| scene | tags | " + " | ".join(f"{name} recall" for name in PEERS) + " | companion | after five | wrong "
        "| × pyzbar | ms | MB |",
        "|---|---|" + "---|" * (len(PEERS) + 6),
    ]
    for row in rows:
        by = {figure.reader: figure for figure in row.figures}
        ours = by[OURS]
        peers = " | ".join(f"{100 * by[name].recall:.0f} (×{by[name].ratio:.2f})" for name in PEERS)
        lines.append(
            f"| {row.layout} {row.level} | {row.tags} | {peers} | {100 * ours.recall:.1f} | {100 * row.after_five:.1f} "
            f"| {ours.wrong} | {ours.ratio:.2f} | {ours.ms:.0f} | {ours.mb:.0f} |"
        )
    lines += [
        f"\n60 cards {item['level']}, {item['changed']} changed: {item['ms']:.1f} ms, ×{item['ratio']:.3f}, "
        f"recall {100 * item['recall']:.0f} %"
        for item in extra.get("still", ())
    ]
    if "pixels" in extra:
        names = [*PEERS, OURS]
        lines += ["", "| pixels a module | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
        lines += [
            f"| {item['px']} | " + " | ".join(f"{100 * item[name]:.0f}" for name in names) + " |"
            for item in extra["pixels"]
        ]
    return "\n".join(lines)


def _save_plot(path: Path, rows: list[Row]) -> None:
    bars = [(f"{row.layout} {row.level}", {figure.reader: figure.recall for figure in row.figures}) for row in rows]
    try:
        path.write_text(draw_bars("Tags read in one frame, of those nothing hides", bars), "utf-8")
    except OSError as error:
        raise CompanionError(f"cannot write {path}: {error.strerror}; choose another file with --plot") from error
