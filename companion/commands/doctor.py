"""``companion doctor``: one page about this installation and this machine, or about one kept game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from companion.doctor.examination import as_values, examine, is_sound, page_lines
from companion.doctor.findings import Finding
from companion.doctor.games import check_game, find_kept
from companion.games import load_games
from companion.language.i18n import Phrases
from companion.settings import config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--game", metavar="GAME")
    config.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Exit code 0 if nothing is broken; one can play without a missing part."""
    settings = config.from_args(args)
    say = Phrases(settings.spoken)
    if args.game is None:
        return _page(
            examine(settings, load_games()), say, "doctor.sound_verdict", "doctor.broken_verdict", as_json=args.json
        )
    findings = check_game(find_kept(args.game, settings.games_path, load_games()))
    return _page(findings, say, "doctor.game_sound", "doctor.game_broken", as_json=args.json)


def _page(findings: Iterable[Finding], say: Phrases, well: str, unwell: str, *, as_json: bool) -> int:
    if as_json:
        page = as_values(findings, say)
        print(json.dumps(page, ensure_ascii=False, indent=2))
        return 0 if page["ok"] else 1
    found = []
    for finding in findings:
        print("\n".join(page_lines(finding, say)), flush=True)
        found.append(finding)
    print(say(well if is_sound(found) else unwell))
    return 0 if is_sound(found) else 1
