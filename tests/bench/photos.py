"""``companion bench photos FOLDER``: photographs of QR codes made by others, for ``read --any`` and plain readers.

Beside each picture a text file of the same name holds what its code says, or a file ``.tags`` the tags of a table, one
in each line, as ``companion report --table`` writes them. Pictures without either are passed over.
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
from tests.bench.intervals import interval, with_interval
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

_LONGEST_ANSWER = 20_000


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
    parser.add_argument("--json", action="store_true", help="print just JSON")


def run(args: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    paths, tables = find_photos(args.folder), find_tables(args.folder)
    if tables:
        print(json.dumps(judge_tables(tables)) if args.json else format_tables(judge_tables(tables)))
        if not paths:
            return 0
    if not paths:
        raise CompanionError(f"expected pictures with text files of the same names in {args.folder}, found none")
    readers = open_readers()
    photos = [judge(path, args.folder, readers) for path in paths]
    print(json.dumps([asdict(photo) for photo in photos]) if args.json else as_text(photos))
    return 0


def find_tables(folder: Path) -> list[Path]:
    """Pictures of tables, by name; their tags beside them."""
    return sorted(path for path in folder.rglob("*.jpg") if path.with_suffix(".tags").is_file())


def judge_tables(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """What a look and a full read of ours find of the tags of a table, beside plain readers."""
    found = []
    names = (*PEERS, QR_ONLY, OURS, READ)
    truth = [set(path.with_suffix(".tags").read_text("utf-8").split()) for path in paths]
    pictures = [read_picture(path) for path in paths]
    readers = {name: find_reader(name) for name in PEERS} | {QR_ONLY: find_reader(QR_ONLY)}
    ours = Reader(ALL, strict=False)
    readers |= {OURS: lambda grey: look_afresh(ours, grey), READ: lambda grey: read_afresh(ours, grey)}
    for name in names:
        looks = [timed(readers[name], grey) for grey in pictures]
        right = [len(texts & tags) for (texts, _), tags in zip(looks, truth, strict=True)]
        of = [len(tags) for tags in truth]
        other = sum(
            len({t for t in texts - tags if parse_tag(t)}) for (texts, _), tags in zip(looks, truth, strict=True)
        )
        share = {"recall": sum(right) / max(1, sum(of)), "between": interval(right, of), "not listed": other}
        found.append(
            {"reader": name, "pictures": len(paths), "tags": sum(of), **share, "ms": median(ms for _, ms in looks)}
        )
    return found


def format_tables(found: Sequence[dict[str, Any]]) -> str:
    lines = ["| reader | pictures | tags | recall % | tags that are not listed | CPU ms |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {one['reader']} | {one['pictures']} | {one['tags']} | {with_interval(one['recall'], one['between'])} "
        f"| {one['not listed']} | {one['ms']:.0f} |"
        for one in found
    ]
    return "\n".join(lines)


def find_photos(folder: Path) -> list[Path]:
    """Pictures that have an answer, by name."""
    if not folder.is_dir():
        raise CompanionError(f"expected a folder of pictures, got {str(folder)!r}")
    pictures = [path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES]
    return sorted(path for path in pictures if path.with_suffix(".txt").is_file())


def open_readers() -> dict[str, Read]:
    """zxing-cpp as it is by default, with its extra tries; ours as in ``companion read --any``."""
    ours, hard = Reader(ALL, strict=False), open_decoder("zxing", "open_hard")

    def read_all(grey: Grey) -> set[str]:
        ours.forget(all_of_it=True)
        return {item.text for item in read_any(grey, ours.look(Frame(0, 0, grey)))}

    special: dict[str, Read] = {OURS: read_all, "zxing-cpp": lambda grey: {item.text for item in hard.decode(grey)}}
    return {name: special.get(name) or find_reader(name) for name in NAMES}


def judge(path: Path, folder: Path, readers: dict[str, Read]) -> Photo:
    try:
        grey = read_picture(path)
        with open_plain(path.with_suffix(".txt")) as file:
            answer = plain(file.read(_LONGEST_ANSWER).decode("utf-8", "replace"))
    except (InvalidPicture, OSError) as error:
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
