"""``companion report``: everything somebody needs to find a fault, in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.doctor.report import write_report
from companion.games import load_games
from companion.settings import config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, default=Path("companion-report.zip"), metavar="FILE.zip")
    parser.add_argument("--hide-names", action="store_true", help="write Player 1, Player 2 ... for the players")
    config.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    names = write_report(config.from_args(args), args.output, load_games(), hide_names=args.hide_names)
    print(f"{args.output}: {', '.join(sorted(names))}")
    return 0
