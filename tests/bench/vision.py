"""``companion bench vision``: how much is read, how much wrongly, and at what cost, beside three plain readers."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from companion import CompanionError
from tests.bench import tables
from tests.bench.comparison import Measure, Row, measure
from tests.bench.factors import APRILTAG, APRILTAG_3, LOOK, SOON, FactorPoint, format_factors, plans, sweep_factors
from tests.bench.kept import as_json, load
from tests.bench.layouts import LAYOUTS, SceneLayout, find_layout
from tests.bench.live import LONGEST, format_live, play_evenings
from tests.bench.live import as_json as as_json_live
from tests.bench.plot import Chart, draw_bars, draw_panels
from tests.bench.readers import NAMES, QR_ONLY, READ
from tests.bench.scenes import ASLANT, LEVELS
from tests.bench.sweeps import Point, measure_still, sweep_cards, sweep_pixels, sweep_size
from tests.bench.wrongreads import count_wrong

SWEEPS = ("still", "pixels", "cards", "size", "factors")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print just JSON")
    parser.add_argument("--pictures", type=int, default=20, metavar="N", help="for each row (20): fewer are no figure")
    parser.add_argument("--seed", type=int, default=1000, help="of the first picture")
    parser.add_argument(
        "--layouts", default=",".join(layout.name for layout in LAYOUTS), help="sorts, with commas, or none"
    )
    parser.add_argument(
        "--levels", default=",".join(LEVELS), help=f"difficulties, with commas, of {', '.join(LEVELS)}, {ASLANT}"
    )
    parser.add_argument("--sweeps", default=",".join(SWEEPS), help=f"of {', '.join(SWEEPS)}, with commas, or none")
    parser.add_argument("--timed", type=int, metavar="N", help="time only the first pictures of each row (all)")
    parser.add_argument("--factors", default=",".join(plans()), help="for the sweep of factors, with commas")
    parser.add_argument("--no-memory", action="store_true", help="leave out memory, which takes a process for each")
    parser.add_argument(
        "--from",
        dest="kept",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="measure nothing: tables from --json of earlier runs",
    )
    parser.add_argument("--plot", type=Path, metavar="FOLDER", help="draw recall.svg, growth.svg and factors.svg there")
    parser.add_argument("--wrong", type=int, metavar="TAGS", help="only count wrong reads, over so many tags")
    parser.add_argument("--live", type=float, metavar="MINUTES", help="only play evenings of so long before the eye")
    parser.add_argument("--evenings", type=int, default=1, metavar="N", help="for --live, from --seed on (1)")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="for --wrong (1)")
    parser.add_argument("--progress", type=Path, metavar="FILE", help="for --wrong: keeps what is done, to go on later")


def run(args: argparse.Namespace) -> int:
    # One process, one thread: what is compared is work, not cores.
    cv2.setNumThreads(1)
    if args.wrong is not None:
        return _run_wrong(args)
    if args.live is not None:
        return _run_live(args)
    rows, swept = load(args.kept) if args.kept else _measure_all(args)
    if args.plot:
        save_plots(args.plot, rows, swept)
    print(json.dumps(as_json(rows, swept)) if args.json else as_text(rows, swept))
    return 0


def _measure_all(args: argparse.Namespace) -> tuple[list[Row], dict[str, list[Any]]]:
    if min(args.pictures, args.timed or 1) < 1:
        raise CompanionError(f"expected at least one picture, got {args.pictures}")
    plan = [
        (_layout(layout), _level(level))
        for layout in _names(args.layouts)
        if layout != "none"
        for level in _names(args.levels)
    ]
    sweeps = [_sweep(name) for name in _names(args.sweeps) if name != "none"]
    args.factors = [_one_of(name, list(plans()), "factors") for name in _names(args.factors)]
    rows = [_measure(layout, level, args) for layout, level in plan]
    return rows, {name: _run_sweep(name, args) for name in sweeps}


def _run_wrong(args: argparse.Namespace) -> int:
    result = count_wrong(args.wrong, args.seed, args.processes, args.progress)
    print(json.dumps(result))
    return 1 if result["wrong"] else 0


def _run_live(args: argparse.Namespace) -> int:
    if not 0 < args.live <= LONGEST or args.evenings < 1:
        raise CompanionError(f"expected evenings of up to {LONGEST:g} minutes, got {args.evenings} of {args.live:g}")
    counts = play_evenings(args.live, range(args.seed, args.seed + args.evenings))
    print(json.dumps(as_json_live(counts)) if args.json else format_live(counts))
    return 0 if all(count.is_right for count in counts) else 1


def _measure(layout: SceneLayout, level: str, args: argparse.Namespace) -> Row:
    _say(f"{layout.name} {level}")
    return measure(layout, level, args.pictures, args.seed, memory=not args.no_memory, timed_ones=args.timed)


def _run_sweep(name: str, args: argparse.Namespace) -> list[Any]:
    _say(name)
    match name:
        case "still":
            return list(measure_still(args.pictures, args.seed))
        case "pixels":
            return list(sweep_pixels(args.pictures, args.seed))
        case "cards":
            return list(sweep_cards(args.pictures, args.seed))
        case "factors":
            return sweep_factors(args.factors, args.pictures, args.seed)
        case _:
            return list(sweep_size(args.pictures, args.seed))


def as_text(rows: list[Row], swept: dict[str, list[Any]]) -> str:
    parts = [tables.format_rows(rows)] if rows else []
    return "\n\n".join([*parts, *(_format_sweep(name, found) for name, found in swept.items())])


def _format_sweep(name: str, found: list[Any]) -> str:
    match name:
        case "still":
            return tables.format_still(found)
        case "pixels":
            return tables.format_pixels(found)
        case "factors":
            return format_factors(found)
        case _:
            return tables.format_growth("cards" if name == "cards" else "megapixels", found)


def save_plots(folder: Path, rows: list[Row], swept: dict[str, list[Any]]) -> None:
    bars = [
        (
            tables.scene_name(row.layout, row.level),
            {figure.reader: figure.recall for figure in row.figures if figure.reader in NAMES},
        )
        for row in rows
    ]
    drawn = {"recall.svg": draw_bars("Recall in a single frame, of tags that nothing hides", bars)} if bars else {}
    if panels := _panels(swept):
        drawn["growth.svg"] = draw_panels(panels)
    if swept.get("factors"):
        drawn["factors.svg"] = draw_bars("Recall, one factor at a time", _factor_bars(swept["factors"]))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in drawn.items():
            (folder / name).write_text(text, "utf-8")
    except OSError as error:
        raise CompanionError(f"cannot write to {folder}: {error.strerror}; choose another --plot") from error


def _factor_bars(points: list[FactorPoint]) -> list[tuple[str, dict[str, float]]]:
    # The AprilTag library only where all points have it.
    measured = [{share.reader for share in point.figures} for point in points]
    names = [
        name
        for name in (QR_ONLY, "zxing-cpp", LOOK, SOON, READ, APRILTAG, APRILTAG_3)
        if all(name in readers for readers in measured)
    ]
    return [(f"{point.factor} {point.at:g}", {name: point.of(name).recall for name in names}) for point in points]


def _panels(swept: dict[str, list[Any]]) -> list[Chart]:
    pixels: list[Point] = [point for point in swept.get("pixels", ()) if point.level == "medium"]
    found = []
    if pixels:
        found.append(
            Chart("Recall by pixels per module (medium)", "%", _curves(pixels, lambda item: 100 * item.recall))
        )
    for name, title in (("cards", "CPU by cards (4608 × 2592)"), ("size", "CPU by megapixels (14 cards)")):
        if name in swept:
            found.append(Chart(title, "ms", _curves(swept[name], lambda item: item.ms), is_log=True))
    return found


def _curves(points: list[Point], value: Callable[[Measure], float]) -> dict[str, list[tuple[float, float]]]:
    return {name: [(point.at, value(point.of(name))) for point in points] for name in NAMES}


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _layout(name: str) -> SceneLayout:
    return find_layout(_one_of(name, [layout.name for layout in LAYOUTS], "layouts"))


def _level(name: str) -> str:
    return _one_of(name, (*LEVELS, ASLANT), "difficulties")


def _sweep(name: str) -> str:
    return _one_of(name, SWEEPS, "sweeps")


def _one_of(name: str, names: Any, what: str) -> str:
    if name not in names:
        raise CompanionError(f"expected {what} of {', '.join(names)}, got {name!r}")
    return name


def _say(what: str) -> None:
    print(f"companion: {what} …", file=sys.stderr)
