"""``companion score FILE``: a table written down in a file, scored with workings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.facts.amul import card_names
from companion.i18n import LANGUAGES, Phrases
from companion.settings import config as settings
from companion.sharing.scoresheet import sheet
from companion.sharing.tablefile import answer, read_table
from companion.wording import in_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the table, in TOML or JSON")
    parser.add_argument("--json", action="store_true", help="print just JSON")
    parser.add_argument("--language", choices=LANGUAGES, help="of names and reasons; the system's if not given")
    settings.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    config = settings.from_args(args)
    written = read_table(args.file, config.data_path)
    language = args.language or config.spoken
    say = Phrases(language, card_names(written.facts, language), written.names)
    scored = in_words(answer(written), say)
    print(json.dumps(scored) if args.json else sheet(scored, say))
    return 0
