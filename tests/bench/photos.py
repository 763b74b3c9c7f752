"""``companion bench photos FOLDER``: photographs of QR codes made by others, for ``read --any`` and plain readers.

Beside each picture a text file of the same name holds what its code says, or the corners of its codes (``corners.py``),
or a file ``.tags`` the tags of a table, one in each line, as ``companion report --table`` writes them. Pictures without
any of these are passed over. With ``--paste`` every picture counts: tags of ours are pasted into it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import cv2

from companion import CompanionError
from tests.bench.corners import find_all, format_cornered, is_cornered, judge_cornered
from tests.bench.intervals import interval, with_interval
from tests.bench.pasted import paste
from tests.bench.readers import (
    NAMES,
    OURS,
    PEERS,
    QR_ONLY,
    READ,
    Read,
    find_reader,
    look_afresh,
    read_afresh,
    timed,
)
from tests.bench.scenes import ALL
from vision.errors import InvalidPicture
from vision.frames import SUFFIXES, Frame, Grey, read_picture
from vision.safe_open import open_plain
from vision.tags.any_code import read_any
from vision.tags.decoders import open_decoder
from vision.tags.reader import Reader
from vision.tags.text import parse_tag

Table = tuple[Grey, frozenset[str]]  # a picture, and the tags in it

_LONGEST_ANSWER = 20_000
_COST = "ratio to pyzbar (QR only): median (worst)"
_HEAD = ("reader", "pictures", "tags", "recall %", "tags that are not listed", "CPU ms", _COST)


@dataclass(frozen=True, slots=True)
class Photo:
    """One picture: which readers gave its answer, which gave another text, and their processor times."""

    file: str
    right: tuple[str, ...]
    other: tuple[str, ...]
    ms: dict[str, float]

    @property
    def folder(self) -> str:
        return Path(self.file).parent.as_posix()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="pictures with text files, also in folders below")
    parser.add_argument(
        "--paste", type=int, metavar="SEED", help="paste tags of ours into all pictures, and read those"
    )
    parser.add_argument("--json", action="store_true", help="print just JSON")


def run(args: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    if args.paste is not None:
        _say_tables(judge_tables(paste_all(args.folder, args.paste)), args)
        return 0
    paths, tables = find_photos(args.folder), find_tables(args.folder)
    if tables:
        _say_tables(judge_tables([(_read(path), _tags_of(path)) for path in tables]), args)
        if not paths:
            return 0
    if not paths:
        raise CompanionError(f"expected pictures with text files of the same names in {args.folder}, found none")
    if all(map(is_cornered, paths)):
        cornered = [judge_cornered(path, args.folder, find_all()) for path in paths]
        print(json.dumps([asdict(one) for one in cornered]) if args.json else format_cornered(cornered))
        return 0
    readers = open_readers()
    photos = [judge(path, args.folder, readers) for path in paths]
    print(json.dumps([asdict(photo) for photo in photos]) if args.json else as_text(photos))
    return 0


def _say_tables(found: list[dict[str, Any]], args: argparse.Namespace) -> None:
    print(json.dumps(found) if args.json else format_tables(found))


def paste_all(folder: Path, seed: int) -> list[Table]:
    """Every picture of a folder, by name, with tags of ours in it."""
    paths = _pictures_in(folder)
    if not paths:
        raise CompanionError(f"expected pictures in {folder}, found none")
    return [paste(_read(path), seed + n) for n, path in enumerate(paths)]


def find_tables(folder: Path) -> list[Path]:
    """Pictures of tables, by name; their tags beside them."""
    return sorted(path for path in folder.rglob("*.jpg") if path.with_suffix(".tags").is_file())


def _tags_of(path: Path) -> frozenset[str]:
    return frozenset(path.with_suffix(".tags").read_text("utf-8").split())


def judge_tables(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """What a look and a full read of ours find of the tags of each table, beside plain readers."""
    found: list[dict[str, Any]] = []
    of, base = [len(tags) for _, tags in tables], [1.0] * len(tables)
    readers = {name: find_reader(name) for name in PEERS} | {QR_ONLY: find_reader(QR_ONLY)}
    ours = Reader(ALL, strict=False)
    readers |= {OURS: lambda grey: look_afresh(ours, grey), READ: lambda grey: read_afresh(ours, grey)}
    for name in (QR_ONLY, *PEERS, OURS, READ):
        looks = [(*timed(readers[name], grey), tags) for grey, tags in tables]
        right = [len(texts & tags) for texts, _, tags in looks]
        other = sum(len({text for text in texts - tags if parse_tag(text)}) for texts, _, tags in looks)
        spent = [ms for _, ms, _ in looks]
        base = spent if name == QR_ONLY else base
        costs = [ms / least for ms, least in zip(spent, base, strict=True)]
        share = {"recall": sum(right) / max(1, sum(of)), "between": interval(right, of), "not listed": other}
        cost = {"ms": median(spent), "cost": median(costs), "worst": max(costs)}
        found.append({"reader": name, "pictures": len(tables), "tags": sum(of), **share, **cost})
    return found


def format_tables(found: Sequence[dict[str, Any]]) -> str:
    lines = [f"| {' | '.join(_HEAD)} |", "|" + "---|" * len(_HEAD)]
    lines += [
        f"| {one['reader']} | {one['pictures']} | {one['tags']} | {with_interval(one['recall'], one['between'])} "
        f"| {one['not listed']} | {one['ms']:.0f} | {one['cost']:.2f} ({one['worst']:.1f}) |"
        for one in found
    ]
    return "\n".join(lines)


def find_photos(folder: Path) -> list[Path]:
    """Pictures that have an answer, by name."""
    return [path for path in _pictures_in(folder) if path.with_suffix(".txt").is_file()]


def _pictures_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise CompanionError(f"expected a folder of pictures, got {str(folder)!r}")
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)


def _read(path: Path) -> Grey:
    try:
        return read_picture(path)
    except InvalidPicture as error:
        raise CompanionError(str(error)) from error


def open_readers() -> dict[str, Read]:
    """zxing-cpp as it is by default, with its extra tries; ours as in ``companion read --any``."""
    ours, hard = Reader(ALL, strict=False), open_decoder("zxing", "open_hard")

    def read_all(grey: Grey) -> set[str]:
        ours.forget(all_of_it=True)
        return {item.text for item in read_any(grey, ours.look(Frame(0, 0, grey)))}

    special: dict[str, Read] = {OURS: read_all, "zxing-cpp": lambda grey: {item.text for item in hard.decode(grey)}}
    return {name: special.get(name) or find_reader(name) for name in NAMES}


def judge(path: Path, folder: Path, readers: dict[str, Read]) -> Photo:
    grey = _read(path)
    try:
        with open_plain(path.with_suffix(".txt")) as file:
            answer = plain(file.read(_LONGEST_ANSWER).decode("utf-8", "replace"))
    except OSError as error:
        raise CompanionError(str(error)) from error
    right, other, spent = [], [], {}
    for name, read in readers.items():
        texts, ms = timed(read, grey)
        said = {plain(text) for text in texts}
        right += [name] if answer in said else []
        other += [name] if said - {answer} else []
        spent[name] = round(ms, 1)
    return Photo(path.relative_to(folder).as_posix(), tuple(right), tuple(other), spent)


def plain(text: str) -> str:
    """What all readers agree on: they take different views of character sets, line ends and control characters."""
    return "".join(c for c in text if "!" <= c <= "~")


def as_text(photos: Sequence[Photo]) -> str:
    """A table by folder, and which pictures another reader has read and ours has not."""
    folders = sorted({photo.folder for photo in photos})
    lines = ["| folder | pictures | " + " | ".join(NAMES) + " |", "|---|---|" + "---|" * len(NAMES)]
    lines += [_line(folder, [photo for photo in photos if photo.folder == folder]) for folder in folders]
    lines.append(_line("**all**", photos))
    lines.append("| another text | | " + " | ".join(str(sum(name in p.other for p in photos)) for name in NAMES) + " |")
    lines.append("| CPU ms, mean | | " + " | ".join(f"{_mean(photos, name):.1f}" for name in NAMES) + " |")
    missed = [photo.file for photo in photos if photo.right and OURS not in photo.right]
    return "\n".join([*lines, "", "read by another and not by us: " + (", ".join(missed) or "none")])


def _line(what: str, photos: Sequence[Photo]) -> str:
    counts = [str(sum(name in photo.right for photo in photos)) for name in NAMES]
    return f"| {what} | {len(photos)} | " + " | ".join(counts) + " |"


def _mean(photos: Sequence[Photo], name: str) -> float:
    return sum(photo.ms[name] for photo in photos) / len(photos)
