"""``companion gallery``: every screen as a picture, drawn by ``tests.gallery`` of the source tree."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion import CompanionError
from companion.games import load_games
from companion.language.folders import languages, system_language
from companion.language.gaps import gaps_of
from companion.language.i18n import Phrases
from companion.resources import load_unshipped

GALLERY = "tests.gallery.pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    gallery = load_unshipped(GALLERY)
    names = None if gallery is None else sorted(gallery.all_samples(load_games()))
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="folder for the pictures")
    parser.add_argument("--sheet", type=Path, metavar="FILE.png", help="a contact sheet of all screens instead")
    parser.add_argument("--only", metavar="NAME", choices=names, help="only this screen")
    parser.add_argument("--language", choices=languages(), help="only this language")
    parser.add_argument(
        "--missing", action="store_true", help="list what the language lacks, and what in it cannot be used, instead"
    )
    parser.add_argument("--size", metavar="WxH", type=parse_size, help="only this size")
    parser.add_argument("--players", type=int, choices=range(3, 9), help="only this number of players")


def parse_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 7680 and 240 <= int(height) <= 4320):
        raise argparse.ArgumentTypeError(f"expected a size like 1280x720, got {text!r}")
    return int(width), int(height)


def run(args: argparse.Namespace) -> int:
    if args.missing:
        return _print_gaps(args.language or system_language())
    gallery = load_unshipped(GALLERY)
    if gallery is None:
        raise CompanionError(
            "the gallery comes with the source tree; after deploy/try there, run .venv/bin/companion gallery -o DIR"
        )
    return int(gallery.write(args))


def _print_gaps(code: str) -> int:
    """A line for each text, so that a translator can work from the list."""
    gaps, say = gaps_of(code), Phrases(system_language())
    for key, text in gaps.missing.items():
        print(f"{key} = {json.dumps(text, ensure_ascii=False)}")
    for wrong in gaps.wrong:
        print(say.say(wrong))
    print(say("translation.counted", code=code, n=len(gaps.missing), of=gaps.texts, wrong=len(gaps.wrong)))
    return 1 if gaps.wrong else 0
