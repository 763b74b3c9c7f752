"""``companion simulate``: the twin plays a game without a window and reports where the companion went wrong."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.games import load_games, name_games
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.settings import config as settings
from companion.settings.spoken_parser import wrong_value
from companion.twin.simulation import Look, Outcome, Simulation, new_players, new_setup, told_outright

# People who play by chance keep no account of their own.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    name_games(parser.add_argument("--game", metavar="GAME", default=load_games().first))
    parser.add_argument("--players", type=int, default=4, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=N")
    parser.add_argument("--facts", default="practice")
    parser.add_argument("--camera", action="store_true")
    parser.add_argument("--json", action="store_true")
    settings.add_arguments(parser)


def _option(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not name.isidentifier() or not number.isdecimal() or len(number) > 6:
        raise wrong_value("command.name_number", got=repr(text))
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
    print(json.dumps(report) if args.json else _text(report, Phrases(settings.from_args(args).spoken)))
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


def _text(report: dict[str, Any], say: Phrases) -> str:
    ending = "simulated.finished" if report["finished"] else "simulated.stopped"
    counts = {key: report[key] for key in ("seed", "entries", "looks")}
    lines = [say(ending, game=report["game"], n=len(report["players"]), doubts=len(report["doubts"]), **counts)]
    for key, (held, believed) in report["differences"].items():
        lines.append("  " + say("simulated.differs", key=key, held=str(held), believed=str(believed)))
    if not report["differences"]:
        lines.append("  " + say("simulated.same" if report["held"] else "simulated.not_compared"))
    for player in sorted(report["score"]["players"], key=lambda player: player["place"]):
        reached = say.say(load_games()[report["game"]].result_words(report["score"], player))
        lines.append("  " + say.pair(f"{player['place']}. {player['name']}", reached))
    return "\n".join(lines)
