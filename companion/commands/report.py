"""``companion report``: everything needed to find a fault, in one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from zipfile import ZipFile

from companion.doctor.report import SECRETS, write_report
from companion.games import load_games
from companion.language.i18n import Phrases
from companion.settings import config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("companion-report.zip"),
        metavar="FILE.zip",
        help="where to write it (default: %(default)s)",
    )
    parser.add_argument("--hide-names", action="store_true", help="replace player names by Player 1, Player 2 ...")
    parser.add_argument(
        "--pictures", action="store_true", help="with the last pictures of the table: they may show people"
    )
    config.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    settings = config.from_args(args)
    names = write_report(settings, args.output, load_games(), hide_names=args.hide_names, pictures=args.pictures)
    print(f"{args.output}: {', '.join(sorted(names))}")
    print(Phrases(settings.spoken)("command.report_pictures" if args.pictures else "command.report_no_pictures"))
    if SECRETS in names:
        with ZipFile(args.output) as archive:
            print(archive.read(SECRETS).decode("utf-8").strip())
    return 0
