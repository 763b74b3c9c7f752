"""``companion read``: which tags are in these pictures, in words or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.cardlist import card_tags
from companion.errors import CompanionError
from companion.i18n import Phrases, system_language
from companion.shelves import SHELVES
from vision.anycode import read_any
from vision.drawing import draw_sightings
from vision.errors import InvalidPicture
from vision.frames import Frame, Grey, read_picture
from vision.reader import Reader
from vision.sightings import Sighting
from vision.tags import Strange, judge_text

EXIT_UNREADABLE = 1
LONGEST_TEXT = 200  # of a foreign code, in words; JSON has it whole


@dataclass(frozen=True, slots=True)
class Answer:
    """One picture: what was found, or why it could not be looked at."""

    file: str
    size: tuple[int, int] = (0, 0)
    ms: float = 0.0
    found: tuple[Sighting, ...] = ()
    strangers: tuple[str, ...] = ()
    error: str | None = None
    cards: Mapping[str, str] = field(default_factory=dict)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="pictures to look at")
    parser.add_argument("--any", action="store_true", help="every QR text, not only tags")
    parser.add_argument("--json", action="store_true", help="print just JSON")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="save each picture there with what was found")


def run(args: argparse.Namespace) -> int:
    cards = {tag: card for shelf in SHELVES for tag, card in card_tags(shelf.slug).items()}
    reader = Reader(cards, strict=False)
    answers = [_answer(path, reader, cards, args) for path in args.images]
    if args.json:
        print(json.dumps({"images": [_json(answer) for answer in answers]}, ensure_ascii=False))
    else:
        _say(answers, Phrases(system_language()))
    return EXIT_UNREADABLE if any(answer.error for answer in answers) else 0


def _answer(path: Path, reader: Reader, cards: Mapping[str, str], args: argparse.Namespace) -> Answer:
    try:
        grey = read_picture(path)
    except InvalidPicture as error:
        return Answer(str(path), error=str(error))
    started = time.perf_counter()
    found, strangers = _look(grey, reader, args.any)
    ms = (time.perf_counter() - started) * 1000
    if args.draw:
        _draw(grey, found, args.draw / f"{path.stem}-read.png")
    height, width = grey.shape
    return Answer(str(path), (width, height), ms, found, strangers, cards=cards)


def _look(grey: Grey, reader: Reader, everything: bool) -> tuple[tuple[Sighting, ...], tuple[str, ...]]:
    reader.forget(all_of_it=True)
    found = reader.look(Frame(0, 0, grey))
    return (read_any(grey, found), ()) if everything else (found, reader.strangers)


def _draw(grey: Grey, found: Sequence[Sighting], path: Path) -> None:
    import cv2  # noqa: PLC0415 - only this option writes pictures

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        ok, data = cv2.imencode(".png", draw_sightings(grey, found))
        assert ok
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise CompanionError(f"cannot write {path}: {error.strerror}; choose another folder with --draw") from error


def _json(answer: Answer) -> dict[str, Any]:
    width, height = answer.size
    data: dict[str, Any] = {"file": answer.file, "width": width, "height": height, "ms": round(answer.ms, 1)}
    data["tags"] = [_json_tag(item, answer.cards) for item in answer.found]
    data["strangers"] = _count(answer.strangers)
    if answer.error:
        data["error"] = answer.error
    return data


def _json_tag(item: Sighting, cards: Mapping[str, str]) -> dict[str, Any]:
    corners = [[round(x, 1), round(y, 1)] for x, y in item.corners]
    return {"text": item.text, "card": cards.get(item.text), "corners": corners, "by": item.by}


def _count(strangers: Sequence[str]) -> dict[str, int]:
    judged = [judge_text(text) for text in strangers]
    return {why.value: judged.count(why) for why in Strange}


def _say(answers: Sequence[Answer], say: Phrases) -> None:
    for answer in answers:
        if answer.error:
            print(f"companion: {answer.error}", file=sys.stderr)
            continue
        print(say("read.picture", file=answer.file, n=len(answer.found), ms=round(answer.ms)))
        for item in answer.found:
            x, y = item.centre
            text = "".join(c if c.isprintable() else "?" for c in item.text[:LONGEST_TEXT])
            print(f"  {text:9} {answer.cards.get(item.text, '-'):28} {x:6.0f} {y:6.0f} {item.angle:5.0f}°  {item.by}")
        for why, n in _count(answer.strangers).items():
            if n:
                print("  " + say(f"read.{why}", n=n))
