"""``companion simulate``: the twin plays a night without a window and says where the companion went wrong."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.settings import config as settings
from companion.shelves import phrases_for
from companion.twin.simulation import Look, Outcome, Simulation, told_outright
from companion.twin.troupes import TROUPES, new_setup, new_troupe
from companion.wording import Trouble, in_words
from rules.core.words import words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=sorted(TROUPES), default="amul")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="3 to 8, Das Amulett to 6 (4)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same night (1)")
    parser.add_argument("--tea", type=int, default=0, metavar="N", help="Āmul: Tea cards shuffled in")
    parser.add_argument("--facts", default="practice", help="practice, own, or a facts file")
    parser.add_argument("--camera", action="store_true", help="every reading goes through rendered frames")
    parser.add_argument("--json", action="store_true", help="print just JSON")
    settings.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if args.tea and args.game != "amul":
        raise Trouble(words("command.no_tea"))
    options = {"tea": args.tea} if args.tea else {}
    setup = new_setup(args.game, args.players, args.seed, args.facts, settings.from_args(args).data_path, **options)
    troupe = new_troupe(setup, args.seed)
    look: Look = told_outright
    if args.camera:
        from companion.twin.eyes import rendered  # noqa: PLC0415 (drawing frames needs OpenCV, telling does not)

        look = rendered(setup, args.seed)
    outcome = Simulation(setup, troupe, look).run()
    report = _report(outcome, args)
    print(json.dumps(report) if args.json else _text(report))
    return 0 if outcome.finished and not outcome.differences else 1


def _report(outcome: Outcome, args: argparse.Namespace) -> dict[str, Any]:
    say = phrases_for(outcome.setup.game, "en", outcome.setup.facts, outcome.setup.players)
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
    ending = "finished" if report["finished"] else "stopped half-way"
    opening = f"{report['game']}, {len(report['players'])} players, seed {report['seed']}: {ending}"
    lines = [f"{opening} after {report['entries']} entries, {report['looks']} looks, {len(report['doubts'])} doubts"]
    for key, (held, believed) in report["differences"].items():
        lines.append(f"  {key}: the table held {held}, the companion believed {believed}")
    if not report["differences"]:
        lines.append("  the companion believed what the table held")
    for player in sorted(report["score"].get("players", []), key=lambda player: player["place"]):
        points = player.get("total", player.get("gems"))
        lines.append(f"  {player['place']}. {player['name']}: {points}")
    return "\n".join(lines)
