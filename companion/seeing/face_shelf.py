"""The learnt faces of a game's cards in the data folder: one small file for each view of a kind, of bounded number.

A file is one line of JSON, then the straightened view, one byte per pixel. A file that is damaged, or not ours, costs
only that face.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from companion.documents import parse_json
from companion.files import list_folder, one_at_a_time, os_reason, write_whole
from companion.language.wording import Trouble
from rules.core.words import Words, words
from vision.faces.gallery import Face, learn_face
from vision.faces.portraits import CELLS, HEIGHT, WIDTH
from vision.safe_open import read_plain

FOLDER = "faces"
FORMAT = 1
MOST_FACES = 600  # of a game; each takes 25 kB
MOST_VIEWS = 3  # of a kind
ENDING = ".face"

_PIXELS = WIDTH * HEIGHT
_LONGEST_LINE = 400  # bytes
_LARGEST = _PIXELS + _LONGEST_LINE
_KIND = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_NAME = re.compile(rf"({_KIND.pattern})\.([1-{MOST_VIEWS}]){re.escape(ENDING)}")


@dataclass(frozen=True, slots=True, eq=False)
class FacesRead:
    """``refused``: what was wrong with each file that was skipped."""

    faces: tuple[Face, ...] = ()
    refused: tuple[Words, ...] = ()

    @property
    def views(self) -> dict[str, int]:
        """How many views there are of each kind."""
        kinds = [face.kind for face in self.faces]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


class FaceShelf:
    """The faces of one game and edition: the words on a card are part of its face."""

    def __init__(self, home: Path, game: str, edition: str) -> None:
        """``home``: the data folder; it need not exist."""
        self.game = game
        self.folder = home / FOLDER / f"{game}-{edition}"

    def read(self, but: Collection[str] = ()) -> FacesRead:
        """All faces except those in the files ``but``. Never raises: what cannot be read is listed in ``refused``."""
        try:
            listed = list_folder(self.folder, MOST_FACES)
        except FileNotFoundError:
            return FacesRead()
        except OSError as error:
            return FacesRead(refused=(words("faces.unread", file=str(self.folder), reason=os_reason(error)),))
        faces: list[Face] = []
        refused: list[Words] = []
        for name in (name for name in listed.files if name not in but):
            try:
                faces += self._face(name)
            except Trouble as trouble:
                refused.append(trouble.said)
        if not listed.is_whole:
            refused.append(words("faces.too_many", folder=str(self.folder), most=MOST_FACES))
        return FacesRead(tuple(faces), tuple(refused))

    def keep(self, face: Face) -> str:
        """Writes one more view of a kind and returns its file name. Raises ``Trouble`` if there is no room for it."""
        if not _KIND.fullmatch(face.kind):
            raise Trouble(words("faces.no_kind", kind=face.kind[:40]))
        with one_at_a_time(self.folder):
            taken = self.names()
            number = next((n for n in range(1, MOST_VIEWS + 1) if _name(face.kind, n) not in taken), None)
            if number is None or len(taken) >= MOST_FACES:
                raise Trouble(words("faces.full", kind=face.kind, most=MOST_VIEWS, all=MOST_FACES))
            write_whole(self.folder / _name(face.kind, number), _written(self.game, face))
        return _name(face.kind, number)

    def kinds(self) -> frozenset[str]:
        """The kinds with at least one view, by the names of the files."""
        return frozenset(fits[1] for name in self.names() if (fits := _NAME.fullmatch(name)) is not None)

    def forget(self, names: Iterable[str]) -> None:
        """Deletes these views."""
        for name in names:
            path = self.folder / name
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise Trouble(words("facts.trouble.unwritten", file=str(path), reason=os_reason(error))) from error

    def names(self) -> frozenset[str]:
        """The names of all files there, faces or not, except drafts."""
        try:
            files = list_folder(self.folder, MOST_FACES).files
            return frozenset(name for name in files if not name.startswith("."))
        except FileNotFoundError:
            return frozenset()
        except OSError as error:
            raise Trouble(words("facts.trouble.unwritten", file=str(self.folder), reason=os_reason(error))) from error

    def _face(self, name: str) -> list[Face]:
        if name.startswith("."):
            return []  # a draft, or a writer's lock
        fits = _NAME.fullmatch(name)
        if fits is None:
            raise _refusal(name, "faces.reason.name")
        try:
            raw = read_plain(self.folder / name, _LARGEST, follow=False)
        except OSError as error:
            raise Trouble(words("faces.unread", file=name, reason=os_reason(error))) from error
        return [_parsed(raw, name, self.game, fits[1])]


def _name(kind: str, number: int) -> str:
    return f"{kind}.{number}{ENDING}"


def _written(game: str, face: Face) -> bytes:
    pixels = np.ascontiguousarray(face.grey, np.uint8).tobytes()
    hidden = np.packbits(~face.shown.ravel()).tobytes().hex()
    line = {"format": FORMAT, "game": game, "kind": face.kind, "hidden": hidden, "sum": _sum(pixels)}
    return json.dumps(line).encode() + b"\n" + pixels


def _sum(pixels: bytes) -> str:
    return sha256(pixels).hexdigest()[:16]


def _parsed(raw: bytes, name: str, game: str, kind: str) -> Face:
    line, newline, pixels = raw.partition(b"\n")
    about = _about(line, name) if newline and len(line) <= _LONGEST_LINE else {}
    if about.get("format") != FORMAT:
        raise _refusal(name, "faces.reason.format")
    if (about.get("game"), about.get("kind")) != (game, kind):
        raise _refusal(name, "faces.reason.other")
    if len(pixels) != _PIXELS or about.get("sum") != _sum(pixels):
        raise _refusal(name, "faces.reason.damaged")
    view = np.frombuffer(pixels, np.uint8).reshape(HEIGHT, WIDTH)
    return learn_face(kind, view, _hidden(about.get("hidden"), name))


def _about(line: bytes, name: str) -> dict[str, Any]:
    try:
        found = parse_json(line.decode("ascii"))
    except ValueError as error:
        raise _refusal(name, "faces.reason.format") from error
    return found if isinstance(found, dict) else {}


def _hidden(text: object, name: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    cells = CELLS[0] * CELLS[1]
    try:
        bits = np.frombuffer(bytes.fromhex(text if isinstance(text, str) else ""), np.uint8)
    except ValueError:
        bits = np.zeros(0, np.uint8)
    if len(bits) * 8 != cells:
        raise _refusal(name, "faces.reason.damaged")
    return np.unpackbits(bits).astype(bool).reshape(CELLS)


def _refusal(name: str, reason: str) -> Trouble:
    return Trouble(words("faces.unread", file=name[:60], reason=words(reason)))
