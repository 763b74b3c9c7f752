"""``companion mat``: the mat with its corner marks and zones, to print in true size."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.config import system_language
from companion.errors import CompanionError
from companion.i18n import Phrases
from companion.library import find_shelf
from companion.resources import asset
from vision.errors import InvalidLayout
from vision.mat import MatWords, draw_mat
from vision.paper import PAPERS, load_font
from vision.zones import parse_zones


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf", help="where to write it")
    parser.add_argument("--game", default="amul", metavar="G", help="whose zones to draw (amul)")
    parser.add_argument("--paper", default="a4", choices=sorted(PAPERS), help="of the sheets to join (a4)")


def run(args: argparse.Namespace) -> int:
    plan, say = load_plan(args.game), Phrases(system_language())
    zones = parse_zones(plan, f"{args.game}/zones.toml")
    words = MatWords(
        say("mat.title", game=args.game),
        say("mat.sheet"),
        say("labels.ruler"),
        {zone.name: say(f"mat.zone.{zone.name}") for zone in zones.zones},
        load_font(asset("fonts", "NotoSerif-Bold.ttf")),
    )
    width, height = plan["size"]
    try:
        sheets = draw_mat(args.output, (float(width), float(height)), zones, PAPERS[args.paper], words)
    except OSError as error:
        raise CompanionError(f"cannot write {args.output}: {error.strerror}; choose another file with -o") from error
    print(say("mat.written", file=str(args.output), n=sheets))
    return 0


def load_plan(game: str) -> Mapping[str, Any]:
    """Where the zones of a game lie, as its data file says."""
    path = asset("games", find_shelf(game).slug, "zones.toml")
    try:
        plan = tomllib.loads(path.read_text("utf-8"))
        parse_zones(plan, path.name)
    except (tomllib.TOMLDecodeError, InvalidLayout) as error:
        raise CompanionError(f"the zones of {game} cannot be read: {error}; install the companion again") from error
    return plan
