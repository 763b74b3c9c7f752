"""Pictures of a table to be measured elsewhere: chosen from the last nights, cut to the cards, with what was read.

Nothing leaves the box unseen: an overview comes first, and whoever looks at it says which pictures are left out.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import dist
from pathlib import Path

import cv2
import numpy as np

from companion.doctor.zipped import add_file
from companion.files import put_in_place, unwritten
from companion.language.wording import Trouble
from companion.seeing.recording import FRAME_FOLDERS
from rules.core.words import words
from vision.errors import InvalidPicture
from vision.frames import Frame, Grey, read_picture
from vision.sightings import Sighting
from vision.tags.changes import coarse
from vision.tags.reader import Reader

MOST = 24
NEWEST = 60  # pictures looked at
_AROUND = 5.0  # tag sides around the outermost tags: their cards, and no more of the room than that
_CHANGED, _MUCH = 14.0, 0.06  # grey levels, and the share of the cut that differs where a hand or a person is in view
_SHEET = 4, 480  # pictures across the overview, and the width of each


@dataclass(frozen=True, slots=True, eq=False)
class TablePicture:
    """``tags``: read in it, or lying at the same place in the pictures before and after."""

    number: int
    grey: Grey
    tags: tuple[str, ...]


def choose_pictures(folder: Path, known: Collection[str], left_out: Collection[int] = ()) -> list[TablePicture]:
    """``folder``: of the data; ``left_out``: numbers that the owner does not want to give."""
    reader = Reader(known)
    found: list[TablePicture] = []
    for paths in _nights(folder):
        read = [(grey, _read(reader, grey)) for grey in _open_all(paths)]
        for before, now, after in zip(read, read[1:], read[2:], strict=False):
            if len(found) < MOST and (chosen := _cut(before, now, after, len(found) + 1)) is not None:
                found.append(chosen)
    return [picture for picture in found if picture.number not in left_out]


def overview(pictures: Sequence[TablePicture]) -> Grey:
    """All of them small on one sheet, each with its number."""
    across, width = _SHEET
    small = []
    for picture in pictures:
        height = max(1, round(picture.grey.shape[0] * width / picture.grey.shape[1]))
        tile = cv2.resize(picture.grey, (width, height), interpolation=cv2.INTER_AREA)[:width]
        tile = np.pad(tile, ((0, width - tile.shape[0]), (0, 0)))
        cv2.putText(tile, f"{picture.number}: {len(picture.tags)}", (8, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 255, 3)
        small.append(np.asarray(tile, dtype=np.uint8))
    small += [np.zeros((width, width), np.uint8)] * (-len(small) % across)
    return np.vstack([np.hstack(small[n : n + across]) for n in range(0, len(small), across)])


def write_overview(pictures: Sequence[TablePicture], target: Path) -> None:
    _put(target, _jpeg(overview(pictures)))


def write_set(pictures: Sequence[TablePicture], target: Path) -> None:
    """A zip of pictures, each with a file of the tags that lie there; ``companion bench photos`` measures it."""
    if target.exists():
        raise Trouble(words("command.there_already", file=str(target)))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for picture in pictures:
            add_file(archive, f"table/{picture.number:03}.jpg", _jpeg(picture.grey))
            add_file(archive, f"table/{picture.number:03}.tags", "".join(f"{text}\n" for text in picture.tags))
    _put(target, content.getvalue())


def _put(target: Path, data: bytes) -> None:
    try:
        put_in_place(target, data)
    except OSError as error:
        raise unwritten(target, error, "-o") from error


def _nights(folder: Path) -> Iterator[list[Path]]:
    """The newest pictures of each night, in order, the last night first."""
    nights = {night: sorted(night.glob("*.jpg")) for place in FRAME_FOLDERS for night in (folder / place).glob("*")}
    left = NEWEST
    for night in sorted(nights, key=lambda night: night.name, reverse=True):
        if left > 0 and len(nights[night]) > 2:
            yield nights[night][-left:]
            left -= len(nights[night])


def _open_all(paths: Sequence[Path]) -> Iterator[Grey]:
    for path in paths:
        try:
            yield read_picture(path)
        except InvalidPicture:  # a half-written one
            continue


def _read(reader: Reader, grey: Grey) -> tuple[Sighting, ...]:
    reader.forget(all_of_it=True)
    reader.look(Frame(0, 0, grey))
    return reader.look_thoroughly(grey)


Read = tuple[Grey, tuple[Sighting, ...]]


def _cut(before: Read, now: Read, after: Read, number: int) -> TablePicture | None:
    """The cards of a picture, if nothing large has come or gone since the one before."""
    (earlier, lay), (grey, read), (_, lies) = before, now, after
    if len(read) < 2 or earlier.shape != grey.shape:
        return None
    stayed = (item for item in lay if any(item.text == other.text and not _apart(item, other) for other in lies))
    reach = _AROUND * max(item.side for item in read)
    xs, ys = zip(*(item.centre for item in read), strict=True)
    left, top = max(0, int(min(xs) - reach)), max(0, int(min(ys) - reach))
    cut = slice(top, int(max(ys) + reach)), slice(left, int(max(xs) + reach))
    changed = float((cv2.absdiff(coarse(grey[cut]), coarse(earlier[cut])) > _CHANGED).mean())
    if changed > _MUCH:
        return None
    tags = {item.text for item in (*read, *stayed)}
    return TablePicture(number, np.ascontiguousarray(grey[cut]), tuple(sorted(tags)))


def _apart(one: Sighting, other: Sighting) -> bool:
    return dist(one.centre, other.centre) > one.side / 2


def _jpeg(grey: Grey) -> bytes:
    done, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return data.tobytes()
