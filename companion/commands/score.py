"""``companion score FILE``: scores a table written down in a file, with workings."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.contract import TableGame
from companion.facts.file import read_document, refusal
from companion.games import load_games
from companion.language.i18n import LANGUAGES
from companion.language.wording import in_words
from companion.settings import config as settings
from companion.sharing.scoresheet import sheet
from rules.core.errors import InvalidValue
from rules.core.values import choice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the table, in TOML or JSON")
    parser.add_argument("--json", action="store_true", help="print only JSON")
    parser.add_argument("--language", choices=LANGUAGES, help="language (default: the system's)")
    settings.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    config = settings.from_args(args)
    document = read_document(args.file)
    game = _game(document, args.file)
    assert game.scoring is not None
    box = game.box.at(config.data_path)
    written = game.scoring.read_file(document, args.file, box)
    say = box.phrases(args.language or config.spoken, written.document, written.names)
    scored = in_words(written.score(), say)
    print(json.dumps(scored) if args.json else sheet(scored, say, game.figures))
    return 0


def _game(document: Mapping[str, Any], path: Path) -> TableGame:
    """The game the file names, if its tables can be scored."""
    scored = [game.slug for game in load_games() if game.scoring is not None]
    try:
        return load_games()[choice(document.get("game"), "game", scored)]
    except InvalidValue as error:
        raise refusal(path, error) from error
