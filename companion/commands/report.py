"""``companion report``: everything needed to find a fault, in one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from zipfile import ZipFile

from companion.doctor.report import SECRETS, write_report
from companion.games import load_games
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.settings import config
from rules.core.words import words

OVERVIEW = "overview.jpg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("companion-report.zip"),
        metavar="FILE.zip",
    )
    parser.add_argument("--hide-names", action="store_true")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--without", default="", metavar="N,N")
    parser.add_argument("--yes", action="store_true")
    config.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    settings = config.from_args(args)
    if args.table:
        return _lend_table(settings, args)
    names = write_report(settings, args.output, load_games(), hide_names=args.hide_names, pictures=args.pictures)
    say = Phrases(settings.spoken)
    print(say.pair(str(args.output), say.row(sorted(names))))
    print(say("command.report_pictures" if args.pictures else "command.report_no_pictures"))
    if SECRETS in names:
        with ZipFile(args.output) as archive:
            print(archive.read(SECRETS).decode("utf-8").strip())
    return 0


def _lend_table(settings: config.Config, args: argparse.Namespace) -> int:
    """First shows what would be given, and writes it only when told that it was looked at."""
    from companion.doctor.table_set import choose_pictures, write_overview, write_set  # noqa: PLC0415 - opens decoders

    say = Phrases(settings.spoken)
    tags = {tag for game in load_games() for tag in game.box.card_tags()}
    pictures = choose_pictures(settings.data_path, tags, _numbers(args.without))
    if not pictures:
        raise Trouble(words("command.table_none"))
    for picture in pictures:
        print(f"{picture.number:3} {picture.grey.shape[1]}×{picture.grey.shape[0]} {' '.join(picture.tags)}")
    if args.yes:
        write_set(pictures, args.output)
        print(say("command.table_written", file=str(args.output), n=len(pictures)))
    else:
        sheet = args.output.with_name(f"{args.output.stem}-{OVERVIEW}")
        write_overview(pictures, sheet)
        print(say("command.table_look", file=str(sheet)))
    return 0


def _numbers(text: str) -> set[int]:
    try:
        return {int(part) for part in text.split(",") if part.strip()}
    except ValueError:
        raise Trouble(words("command.without_numbers", got=repr(text))) from None
