"""``companion simulate``: the twin plays a game without a window and reports where the companion went wrong."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.games import games_help, load_games
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.settings import config as settings
from companion.twin.simulation import Look, Outcome, Simulation, new_players, new_setup, told_outright

# People who play by chance keep no account of their own.
NOT_COMPARED = "  what the companion believed was compared with nothing: this game brings no people of its own"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", metavar="G", default=load_games().first, help=f"{games_help()} (default: %(default)s)"
    )
    parser.add_argument("--players", type=int, default=4, metavar="N", help="number of players (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed plays the same game (default: %(default)s)"
    )
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=N", help="a game option")
    parser.add_argument("--facts", default="practice", help="practice (default), own, or a facts file")
    parser.add_argument("--camera", action="store_true", help="read every look from a rendered frame")
    parser.add_argument("--json", action="store_true", help="print only JSON")
    settings.add_arguments(parser)


def _option(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not name.isidentifier() or not number.isdecimal() or len(number) > 6:
        raise argparse.ArgumentTypeError(f"expected NAME=NUMBER, got {text!r}")
    return name, int(number)


def run(args: argparse.Namespace) -> int:
    games, home = load_games(), settings.from_args(args).data_path
    game = games[games.slug_of(args.game, home)]
    setup = new_setup(game, args.players, args.seed, args.facts, home, **dict(args.option))
    people = new_players(game, setup, args.seed)
    look: Look = told_outright
    if args.camera:
        from companion.twin.twin_camera import rendered  # noqa: PLC0415 (drawing frames needs OpenCV, telling does not)

        look = rendered(game.box, setup, args.seed)
    outcome = Simulation(game, setup, people, look).run()
    report = _report(outcome, args)
    print(json.dumps(report) if args.json else _text(report))
    return 0 if outcome.finished and not outcome.differences else 1


def _report(outcome: Outcome, args: argparse.Namespace) -> dict[str, Any]:
    say = load_games().box(outcome.setup.game).phrases("en", outcome.setup.facts, outcome.setup.players)
    return {
        "game": outcome.setup.game,
        "players": list(outcome.setup.players),
        "seed": args.seed,
        "camera": args.camera,
        "finished": outcome.finished,
        "looks": outcome.looks,
        "entries": outcome.entries,
        "doubts": list(outcome.doubts),
        "held": outcome.held,
        "believed": outcome.believed,
        "differences": {key: list(pair) for key, pair in outcome.differences.items()},
        "score": in_words(outcome.score, say),
    }


def _text(report: dict[str, Any]) -> str:
    say = Phrases("en")
    ending = "finished" if report["finished"] else "stopped half-way"
    opening = f"{report['game']}, {len(report['players'])} players, seed {report['seed']}: {ending}"
    lines = [f"{opening} after {report['entries']} entries, {report['looks']} looks, {len(report['doubts'])} doubts"]
    for key, (held, believed) in report["differences"].items():
        lines.append(f"  {key}: the table held {held}, the companion believed {believed}")
    if not report["differences"]:
        is_compared = bool(report["held"])
        lines.append("  the companion believed what the table held" if is_compared else NOT_COMPARED)
    for player in sorted(report["score"]["players"], key=lambda player: player["place"]):
        reached = say.say(load_games()[report["game"]].result_words(report["score"], player))
        lines.append(f"  {player['place']}. {player['name']}: {reached}")
    return "\n".join(lines)
