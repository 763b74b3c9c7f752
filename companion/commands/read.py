"""``companion read``: which tags are in these pictures, in words or as JSON."""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from companion.files import make_folder, put_in_place, unwritten
from companion.games import load_games
from companion.language.folders import system_language
from companion.language.i18n import Phrases
from companion.language.wording import explain
from vision.errors import InvalidPicture
from vision.frames import Frame, Grey, read_picture
from vision.sightings import Sighting
from vision.table.calibration import Quality, judge
from vision.table.mat import parse_mats, which_mat
from vision.table.plane import find_marks, fit_plane
from vision.tags.annotate import draw_sightings
from vision.tags.any_code import read_any
from vision.tags.reader import Reader
from vision.tags.text import Strange, judge_text

logger = logging.getLogger(__name__)

EXIT_UNREADABLE = 1
LONGEST_TEXT = 200  # characters shown of a foreign code; JSON has all of it


@dataclass(frozen=True, slots=True)
class PictureRead:
    """One picture: what was found, or why it could not be read."""

    file: str
    size: tuple[int, int] = (0, 0)
    ms: float = 0.0
    found: tuple[Sighting, ...] = ()
    strangers: tuple[str, ...] = ()
    error: str | None = None
    cards: Mapping[str, str] = field(default_factory=dict)
    quality: tuple[Quality, ...] = ()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--any", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quality", action="store_true")
    parser.add_argument(
        "--game",
        default=load_games().first,
        metavar="GAME",
    )
    parser.add_argument("--draw", type=Path, metavar="FOLDER")


def run(args: argparse.Namespace) -> int:
    cards = {tag: card for game in load_games() for tag, card in game.box.card_tags().items()}
    reader = Reader(cards, strict=False)
    say = Phrases(system_language())
    if args.draw:
        _make(args.draw)
    answers = (_answer(path, reader, cards, args, say) for path in args.images)
    is_well = _print_json(answers) if args.json else _say(answers, say)
    return 0 if is_well else EXIT_UNREADABLE


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise unwritten(folder, error, "--draw") from error


def _print_json(answers: Iterable[PictureRead]) -> bool:
    said = [(_json(answer), answer.error is None) for answer in answers]
    print(json.dumps({"images": [data for data, _ in said]}))
    return all(is_well for _, is_well in said)


def _answer(
    path: Path, reader: Reader, cards: Mapping[str, str], args: argparse.Namespace, say: Phrases
) -> PictureRead:
    try:
        grey = read_picture(path)
    except InvalidPicture as error:
        return PictureRead(str(path), error=say(f"read.trouble.{error.why}", file=str(path), detail=error.detail))
    height, width = grey.shape
    started = time.perf_counter()
    try:
        found, strangers = _look(grey, reader, args.any)
        quality = judge_picture(grey, found, args.game) if args.quality else ()
    except Exception as error:  # an odd picture may make a library raise anything; the others are still read
        logger.exception("cannot read %s", path)
        detail = type(error).__name__
        return PictureRead(str(path), (width, height), error=say("read.trouble.unseen", file=str(path), detail=detail))
    ms = (time.perf_counter() - started) * 1000
    undrawn = _draw(grey, found, args.draw / f"{path.stem}-read.png", say) if args.draw else None
    return PictureRead(str(path), (width, height), ms, found, strangers, undrawn, cards, quality)


def _look(grey: Grey, reader: Reader, everything: bool) -> tuple[tuple[Sighting, ...], tuple[str, ...]]:
    reader.forget(all_of_it=True)
    reader.look(Frame(0, 0, grey))
    found = reader.look_thoroughly(grey)
    return (read_any(grey, found), ()) if everything else (found, reader.strangers)


def judge_picture(grey: Grey, found: Sequence[Sighting], game: str) -> tuple[Quality, ...]:
    """Zone by zone if the game's mat is in the picture, otherwise as a whole."""
    marks = find_marks(grey)
    mat = which_mat(parse_mats(load_games().box(game).layout(), f"{game}/zones.toml"), marks)
    plane = fit_plane(marks, mat.marks, (grey.shape[1], grey.shape[0])) if mat else None
    return judge(grey, found, mat.zones, plane) if mat and plane else judge(grey, found)


def _draw(grey: Grey, found: Sequence[Sighting], path: Path, say: Phrases) -> str | None:
    """Returns why the picture could not be saved, or None; the tags are read in any case."""
    import cv2  # noqa: PLC0415 - only this option writes pictures

    try:
        ok, data = cv2.imencode(".png", draw_sightings(grey, found))
        assert ok
        put_in_place(path, data.tobytes())
    except OSError as error:
        return explain(unwritten(path, error, "--draw"), say)
    return None


def _json(answer: PictureRead) -> dict[str, Any]:
    width, height = answer.size
    data: dict[str, Any] = {"file": answer.file, "width": width, "height": height, "ms": round(answer.ms, 1)}
    data["tags"] = [_json_tag(item, answer.cards) for item in answer.found]
    data["strangers"] = _count(answer.strangers)
    if answer.quality:
        data["quality"] = [{**asdict(item), "advice": list(item.advice)} for item in answer.quality]
    if answer.error:
        data["error"] = answer.error
    return data


def _json_tag(item: Sighting, cards: Mapping[str, str]) -> dict[str, Any]:
    corners = [[round(x, 1), round(y, 1)] for x, y in item.corners]
    return {"text": item.text, "card": cards.get(item.text), "corners": corners, "by": item.by}


def _count(strangers: Sequence[str]) -> dict[str, int]:
    judged = [judge_text(text) for text in strangers]
    return {why.value: judged.count(why) for why in Strange}


def _say(answers: Iterable[PictureRead], say: Phrases) -> bool:
    """Prints each picture as it is read, so that an early end loses nothing."""
    is_well = True
    for answer in answers:
        if answer.error:
            is_well = False
            print("companion:", *answer.error.splitlines(), file=sys.stderr)
            continue
        print(say("read.picture", file=answer.file, n=len(answer.found), ms=round(answer.ms)))
        for item in answer.found:
            x, y = item.centre
            text = "".join(c if c.isprintable() else "?" for c in item.text[:LONGEST_TEXT])
            print(f"  {text:9} {answer.cards.get(item.text, '-'):28} {x:6.0f} {y:6.0f} {item.angle:5.0f}°  {item.by}")
        for why, n in _count(answer.strangers).items():
            if n:
                print("  " + say(f"read.{why}", n=n))
        for quality in answer.quality:
            print("  " + _say_quality(quality, say))
    return is_well


def _say_quality(quality: Quality, say: Phrases) -> str:
    """Numbers first, then what to do about them."""
    px = "–" if quality.px_per_module is None else f"{quality.px_per_module:.1f}"
    numbers = say(
        "quality.numbers",
        zone=say(f"mat.zone.{quality.zone}"),
        px=px,
        edge=f"{quality.edge_px:.1f}",
        light=f"{quality.brightness:.0f}",
        glare=f"{100 * quality.glare:.1f}",
        tilt="–" if quality.tilt_deg is None else f"{quality.tilt_deg:.0f}",
    )
    return say.pair(numbers, say.clauses(say(key) for key in quality.advice or ("quality.good",)))
