"""``companion gallery``: every screen as a picture, drawn by ``tests.gallery`` of the source tree."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.games import load_games
from companion.language.folders import languages, system_language
from companion.language.gaps import gaps_of
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.resources import load_unshipped
from companion.settings.spoken_parser import wrong_value
from rules.core.words import words

GALLERY = "tests.gallery.pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    gallery = load_unshipped(GALLERY)
    names = None if gallery is None else sorted(gallery.all_samples(load_games()))
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER")
    parser.add_argument("--sheet", type=Path, metavar="FILE.png")
    parser.add_argument("--only", metavar="NAME", choices=names)
    parser.add_argument("--language", choices=languages())
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--size", metavar="WxH", type=parse_size)
    parser.add_argument("--players", type=int, choices=range(3, 9))


def parse_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 7680 and 240 <= int(height) <= 4320):
        raise wrong_value("command.window_size", got=repr(text))
    return int(width), int(height)


def run(args: argparse.Namespace) -> int:
    if args.missing:
        return _print_gaps(args.language or system_language())
    gallery = load_unshipped(GALLERY)
    if gallery is None:
        raise Trouble(words("command.gallery_source"))
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
