"""``companion referee``: JSON lines in, JSON lines out, exit 0 at the end of input."""

from __future__ import annotations

import argparse
import json
import sys

from companion.games import load_games, name_games
from companion.language.folders import languages
from companion.play.referee import Referee, read_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    name_games(parser.add_argument("--game", metavar="GAME"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--language", choices=languages(), default="en")


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
