"""``companion doctor``: one page about this installation and this machine."""

from __future__ import annotations

import argparse
import json

from companion.doctor.examination import as_values, examine, is_sound, page_lines
from companion.i18n import Phrases
from companion.settings import config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="the findings as JSON")
    config.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """0 if nothing is broken; a missing part is no fault, one can play without it."""
    settings = config.from_args(args)
    say = Phrases(settings.spoken)
    if args.json:
        page = as_values(examine(settings), say)
        print(json.dumps(page, ensure_ascii=False, indent=2))
        return 0 if page["ok"] else 1
    found = []
    for finding in examine(settings):
        print("\n".join(page_lines(finding, say)), flush=True)
        found.append(finding)
    print(say("doctor.sound_verdict" if is_sound(found) else "doctor.broken_verdict"))
    return 0 if is_sound(found) else 1
