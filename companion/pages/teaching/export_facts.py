"""Copies the owner's facts to a USB stick for another box; never overwrites a file there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from companion import CompanionError
from companion.contract import Context
from companion.facts.box import GameBox
from companion.facts.file import read_text
from companion.files import is_there, write_whole
from companion.keeping.storage_places import other_places
from companion.language.i18n import plain
from companion.models import Choice
from companion.pages.choice_page import ChoicePage
from companion.pages.waiting_page import WaitingPage
from companion.screens.navigation import Close, Page
from companion.teaching.classroom import Classroom
from rules.core.words import words

MOST_NAMES = 100


def to_stick_page(context: Context, room: Classroom) -> Page:
    """Writes the file and says where; if nothing has been told yet, says that instead."""
    if not is_there(room.box.own_path()):
        return _sentence(context, context.say("teach.codes.nothing"))

    def put(_: object) -> Path | None:
        return put_on_stick(room.box, other_places())

    return WaitingPage(context, words("teach.takeover.writing"), put, partial(put_page, context), may_leave=False)


def put_on_stick(box: GameBox, places: Iterable[Path]) -> Path | None:
    """Copies the facts into the first of these folders that accepts them; None if none does."""
    return put_text(read_text(box.own_path()), "facts", box.slug, places)


def put_text(text: str, sort: str, name: str, places: Iterable[Path]) -> Path | None:
    """The same for any text, in the folder for files of its sort."""
    for place in places:
        try:
            path = _free_name(place / sort, name, text)
            write_whole(path, text)
        except (CompanionError, OSError):
            continue  # full, write-protected or gone: try the next stick
        return path
    return None


def _free_name(folder: Path, slug: str, text: str) -> Path:
    """A name that is free, or that of an identical file; older files stay."""
    names = [slug, *(f"{slug}-{number}" for number in range(2, MOST_NAMES))]
    for path in (folder / f"{name}.toml" for name in names):
        if not path.exists() or read_text(path, follow=False) == text:
            return path
    raise OSError(f"expected a free name in {folder}")


def put_page(context: Context, path: Path | None) -> Page:
    if path is None:
        return _sentence(context, context.say("teach.takeover.no_stick"))
    return _sentence(
        context, context.say("teach.takeover.written", file=plain(path.name), folder=plain(str(path.parent)))
    )


def _sentence(context: Context, text: str) -> Page:
    return ChoicePage(context, text, (Choice(context.say("screen.hint.back"), Close(), icon="back"),))
