"""``companion mat``: the mat with its corner marks and zones, to print in true size; how high the camera must hang."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from companion import CompanionError
from companion.commands.labels import check_size
from companion.files import unwritten
from companion.games import load_games
from companion.language.i18n import Phrases, system_language
from companion.language.wording import Trouble
from companion.resources import asset
from rules.core.words import words
from vision.errors import InvalidLayout
from vision.labels import DEFAULT_MM
from vision.lens import Lens, parse_lens
from vision.mat import MatWords, draw_mat
from vision.paper import PAPERS, load_font
from vision.zones import parse_zones


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.pdf", help="where to write it")
    parser.add_argument("--game", default=load_games().slugs[0], metavar="G", help="whose zones to draw (%(default)s)")
    parser.add_argument("--paper", default="a4", choices=sorted(PAPERS), help="of the sheets to join (a4)")
    parser.add_argument("--heights", action="store_true", help="print how high which camera must hang instead")
    parser.add_argument(
        "--size", type=float, default=DEFAULT_MM, metavar="MM", help="with --heights: of the tags, 12 to 30 (20)"
    )


def run(args: argparse.Namespace) -> int:
    plan, say = load_games().box(args.game).layout(), Phrases(system_language())
    width, height = (float(size) for size in plan["size"])
    if args.heights:
        check_size(args.size)
        print("\n".join(_heights((width, height), args.size, say)))
        return 0
    if args.output is None:
        raise Trouble(words("command.which_mat"))
    zones = parse_zones(plan, f"{args.game}/zones.toml")
    printed = MatWords(
        say("mat.title", game=say(f"screen.game.{args.game}")),
        say("mat.sheet"),
        say("labels.ruler"),
        {zone.name: say(f"mat.zone.{zone.name}") for zone in zones.zones},
        load_font(asset("fonts", "NotoSerif-Bold.ttf")),
    )
    try:
        sheets = draw_mat(args.output, (width, height), zones, PAPERS[args.paper], printed)
    except OSError as error:
        raise unwritten(args.output, error, "-o") from error
    print(say("mat.written", file=str(args.output), n=sheets))
    return 0


def known_lenses() -> tuple[Lens, ...]:
    """The cameras of the list, in its order."""
    path = asset("cameras.toml")
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return tuple(parse_lens(table, f"{path.name}, {name}") for name, table in data.items())
    except (tomllib.TOMLDecodeError, InvalidLayout) as error:
        raise CompanionError(f"the cameras cannot be read: {error}; install the companion again") from error


def _heights(size_mm: tuple[float, float], tag_mm: float, say: Phrases) -> list[str]:
    lines = [say("mat.heights", width=f"{size_mm[0]:g}", height=f"{size_mm[1]:g}", tag=f"{tag_mm:g}")]
    for lens in known_lenses():
        low, high = lens.lowest(size_mm), lens.highest(tag_mm)
        across, down = (f"{mm / 10:.0f}" for mm in lens.sees(low))
        key = "mat.from_to" if low < high else "mat.only" if low == high else "mat.too_small"
        told = say(key, low=f"{low / 10:.0f}", high=f"{high / 10:.0f}", tag=lens.smallest_tag(low))
        lines.append(f"{lens.name:24} {say('mat.sees', low=f'{low / 10:.0f}', across=across, down=down):30} {told}")
    return lines
