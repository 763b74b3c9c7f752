"""``companion export``: a past game as BG Stats link or file, spreadsheet rows, game text or plain JSON; and back."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.keeping.history import as_csv, summary
from companion.keeping.session import resume_game
from companion.keeping.store import GameRow, Store, open_store
from companion.settings.config import load_config
from companion.sharing.bgstats import play_file, play_link
from companion.sharing.gametext import write_game
from companion.sharing.importing import import_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", type=int, metavar="NUMBER", help="of the game; without it the newest")
    parser.add_argument("--format", choices=sorted(FORMATS), default="text")
    parser.add_argument("--import", dest="source", type=Path, metavar="FILE", help="take a game text in instead")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of standard output")


def run(args: argparse.Namespace) -> int:
    store = open_store(load_config().data_path)
    try:
        if args.source is not None:
            print(f"kept as game {import_game(store, args.source)}")
            return 0
        rows = store.games()
        if not rows:
            raise CompanionError("no games yet; play one first")
        row = rows[0] if args.game is None else store.game(args.game)
        text = FORMATS[args.format](store, row)
    finally:
        store.close()
    if args.output is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return 0
    try:
        args.output.write_text(text, "utf-8")
    except OSError as error:
        raise CompanionError(f"cannot write {args.output}: {error.strerror}; choose another place") from error
    return 0


def _text(store: Store, row: GameRow) -> str:
    return write_game(resume_game(store, row.id))


def _json(_store: Store, row: GameRow) -> str:
    return json.dumps({**summary(row), "result": row.result}, ensure_ascii=False, indent=2)


FORMATS: dict[str, Callable[[Store, GameRow], str]] = {
    "bgstats": lambda _store, row: play_link(row),
    "bgsplay": lambda _store, row: json.dumps(play_file(row), ensure_ascii=False, indent=2),
    "csv": lambda _store, row: as_csv([row]),
    "json": _json,
    "text": _text,
}
