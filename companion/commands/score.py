"""``companion score FILE``: a table written down in a file, scored with workings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.facts.amul import card_names
from companion.i18n import LANGUAGES, Phrases
from companion.settings.config import system_language
from companion.sharing.scoresheet import sheet
from companion.sharing.tablefile import answer, read_table
from companion.wording import in_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the table, in TOML or JSON")
    parser.add_argument("--json", action="store_true", help="print just JSON")
    parser.add_argument("--language", choices=LANGUAGES, help="of names and reasons; the system's if not given")


def run(args: argparse.Namespace) -> int:
    written = read_table(args.file)
    language = args.language or system_language()
    say = Phrases(language, card_names(written.facts, language), written.names)
    scored = in_words(answer(written), say)
    print(json.dumps(scored) if args.json else sheet(scored, say))
    return 0
