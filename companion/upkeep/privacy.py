"""What the box holds of people: wiped from the data folder, or replaced by ``Player 1`` and so on in a report."""

from __future__ import annotations

import html
import json
import re
import shutil
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

from companion.files import os_reason
from companion.keeping.folder_lock import FolderLock
from companion.keeping.storage_places import CLUB_FILE, CLUB_FOLDER
from companion.keeping.store import Store
from companion.keeping.troubles import StoreTrouble
from companion.language.names import name_key, name_pattern
from companion.language.wording import Trouble
from companion.seeing.face_shelf import FOLDER as FACES
from companion.seeing.recording import FRAME_FOLDERS
from companion.sharing.takeaway import FOLDER as EXPORTS
from companion.upkeep.crashes import LAST
from companion.upkeep.logs import LOG
from rules.core.words import words

TAUGHT = ("facts", FACES)

# A name begins after anything but a letter or digit, after an escaped byte (%22) or line break (\n); it ends likewise,
# or with a genitive s.
_BEGIN = r"(?:(?<![^\W_])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt]))"
_END = r"(?=s?(?![^\W_]))"


def wipe(store: Store, *, taught: bool) -> None:
    """Wipes games, names and settings, then pictures, exports and logs; ``taught``: also the owner's facts and the
    faces of cards.

    Deletes only what this program writes: the folder may be on someone's USB stick. Refused while a club's board runs.
    """
    folder = store.path.parent
    try:
        _wipe_club(folder / CLUB_FOLDER)
        store.wipe()
        for name in (EXPORTS, *FRAME_FOLDERS, *(TAUGHT if taught else ())):
            if (place := folder / name).exists():
                shutil.rmtree(place)
        for name in (LAST, CLUB_FILE):
            (folder / name).unlink(missing_ok=True)
        for path in folder.glob(f"{LOG}*"):
            if path.is_symlink() or not path.is_file():
                path.unlink()  # a link is not ours: its target stays as it is
            else:
                path.write_bytes(b"")  # the newest one is open for appending
    except OSError as error:
        raise Trouble(words("setup.wipe.left", file=str(error.filename), reason=os_reason(error))) from error


def _wipe_club(folder: Path) -> None:
    if not folder.is_dir() or folder.is_symlink():
        return
    try:
        with FolderLock(folder):
            shutil.rmtree(folder)
    except StoreTrouble as error:
        raise Trouble(words("setup.wipe.club")) from error


class Pseudonyms:
    """Replaces names by ``Player 1`` and so on: the same name is the same player everywhere."""

    def __init__(self, names: Iterable[str]) -> None:
        self._written: dict[str, str] = {}
        for number, name in enumerate(dict.fromkeys(names), 1):
            for form in _forms(name):
                self._written.setdefault(form, f"Player {number}")
        self._folded = {name_key(form): player for form, player in reversed(self._written.items())}
        longest_first = sorted(filter(str.strip, self._written), key=len, reverse=True)
        # A name of several words is no other word, whatever its case; one of a single word may be.
        cased = [f"(?i:{name_pattern(form)})" if " " in form.strip() else re.escape(form) for form in longest_first]
        self._exact = _any_of(cased)
        self._any_case = _any_of([f"(?i:{name_pattern(form)})" for form in longest_first])

    def text(self, text: str) -> str:
        """Free text: case and spaces do not matter."""
        if self._any_case is None:
            return text
        return self._any_case.sub(self._player, text)

    def values(self, value: Any) -> Any:
        """JSON values; keys stay as they are, and case matters: the player Max is not the word max."""
        if isinstance(value, str):
            inner = _inner_json(value)
            return json.dumps(self.values(inner), ensure_ascii=False) if inner is not None else self._exactly(value)
        if isinstance(value, dict):
            return {key: self.values(item) for key, item in value.items()}
        return [self.values(item) for item in value] if isinstance(value, list) else value

    def _exactly(self, text: str) -> str:
        return text if self._exact is None else self._exact.sub(self._player, text)

    def _player(self, match: re.Match[str]) -> str:
        return self._written.get(match[1]) or self._folded[name_key(match[1])]


def _any_of(patterns: list[str]) -> re.Pattern[str] | None:
    return re.compile(f"{_BEGIN}({'|'.join(patterns)}){_END}") if patterns else None


def _forms(name: str) -> Iterator[str]:
    """The ways a name may be written: composed and decomposed, in JSON, HTML and URLs."""
    for form in dict.fromkeys((name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))):
        once = json.dumps(form)[1:-1]
        yield from (form, once, json.dumps(once)[1:-1], json.dumps(form, ensure_ascii=False)[1:-1])
        yield from (ascii(form)[1:-1], html.escape(form), quote(form), quote(form, safe=""), quote_plus(form))


def _inner_json(text: str) -> Any:
    """JSON inside JSON, as the store keeps set-ups and entries; None for any other text."""
    if text[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
