"""``companion score FILE``: scores a table written down in a file, with workings."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.contract import TableGame
from companion.facts.file import FactsFile, load_facts_file, refusal
from companion.games import load_games
from companion.language.folders import languages
from companion.language.wording import Trouble, in_words
from companion.settings import config as settings
from companion.sharing.scoresheet import sheet as page_of
from companion.sheets.files import located, phrases_of, read_sheet
from companion.sheets.scored import as_json, as_text
from companion.sheets.shelf import SheetShelf
from rules.core.errors import InvalidValue
from rules.core.values import choice
from rules.core.words import words
from rules.sheets.counting import count
from rules.sheets.mistakes import RefusedDocument
from rules.sheets.telling import parse_table

LARGEST_TABLE = 2_000_000  # bytes: twelve players, 99 rounds, 60 rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--language", choices=languages())
    settings.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    config = settings.from_args(args)
    file = load_facts_file(args.file, most=LARGEST_TABLE)
    document = file.values
    if "sheet" in document:
        return _by_sheet(args, file, SheetShelf(config.data_path), args.language or config.spoken)
    game = _game(document, args.file)
    assert game.scoring is not None
    box = game.box.at(config.data_path)
    written = game.scoring.read_file(document, args.file, box)
    say = box.phrases(args.language or config.spoken, written.document, written.names)
    scored = in_words(written.score(), say)
    print(json.dumps(scored) if args.json else page_of(scored, say, game.figures))
    return 0


def _by_sheet(args: argparse.Namespace, file: FactsFile, shelf: SheetShelf, language: str) -> int:
    """A table of a game that is a sheet: the path of one, seen from the file, or an id."""
    named = file.values["sheet"]
    if not isinstance(named, str) or not named:
        raise Trouble(words("sheets.command.which"))
    is_path = "/" in named or named.endswith(".toml")
    sheet = read_sheet(args.file.parent / named) if is_path else shelf.find(named)
    try:
        counted = count(sheet, parse_table(file.values, sheet))
    except RefusedDocument as refused:
        raise located(refused.mistakes, file.text, args.file.name) from refused
    say = phrases_of(sheet, language, [player.name for player in counted.players])
    print(json.dumps(in_words(as_json(sheet, counted), say)) if args.json else as_text(sheet, counted, say))
    return 0


def _game(document: Mapping[str, Any], path: Path) -> TableGame:
    """The game the file names, if its tables can be scored."""
    scored = [game.slug for game in load_games() if game.scoring is not None]
    try:
        return load_games()[choice(document.get("game"), "game", scored)]
    except InvalidValue as error:
        raise refusal(path, error) from error
