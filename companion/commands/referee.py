"""``companion referee``: JSON lines in, JSON lines out, exit 0 at the end of input."""

from __future__ import annotations

import argparse
import json
import sys

from companion.games import games_help, load_games
from companion.language.folders import languages
from companion.play.referee import Referee, read_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="G", help=f"the game for a 'new' that names none: {games_help()}")
    parser.add_argument("--json", action="store_true", help="no effect: answers are always JSON")
    parser.add_argument(
        "--language", choices=languages(), default="en", help="language of texts in the answers (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    games = load_games()
    game = None if args.game is None else games.slug_of(args.game)
    referee = Referee(args.language, games.playable, game)
    out = sys.stdout.buffer
    for line in read_lines(sys.stdin.buffer):
        text = json.dumps(referee.answer(line), ensure_ascii=False)
        # A lone surrogate from a JSON escape is written back as an escape.
        out.write(text.encode("utf-8", "backslashreplace") + b"\n")
        out.flush()
    return 0
