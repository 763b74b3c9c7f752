"""``companion mat``: the mat with its corner marks and zones, to print in true size."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.files import unwritten
from companion.games import load_games
from companion.language.i18n import Phrases, system_language
from companion.resources import asset
from vision.mat import MatWords, draw_mat
from vision.paper import PAPERS, load_font
from vision.zones import parse_zones


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf", help="where to write it")
    parser.add_argument("--game", default=load_games().slugs[0], metavar="G", help="whose zones to draw (%(default)s)")
    parser.add_argument("--paper", default="a4", choices=sorted(PAPERS), help="of the sheets to join (a4)")


def run(args: argparse.Namespace) -> int:
    plan, say = load_games().box(args.game).layout(), Phrases(system_language())
    zones = parse_zones(plan, f"{args.game}/zones.toml")
    width, height = plan["size"]
    words = MatWords(
        say("mat.title", game=say(f"screen.game.{args.game}")),
        say("mat.sheet"),
        say("labels.ruler"),
        {zone.name: say(f"mat.zone.{zone.name}") for zone in zones.zones},
        load_font(asset("fonts", "NotoSerif-Bold.ttf")),
    )
    try:
        sheets = draw_mat(args.output, (float(width), float(height)), zones, PAPERS[args.paper], words)
    except OSError as error:
        raise unwritten(args.output, error, "-o") from error
    print(say("mat.written", file=str(args.output), n=sheets))
    return 0
