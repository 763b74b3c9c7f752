"""Another owner's facts from a stick: what is new and what differs is shown before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from companion import CompanionError
from companion.contract import Context
from companion.facts.file import read_document
from companion.facts.own import Import, plan_import, take_over
from companion.keeping.places import FOLDER, MOUNTS
from companion.language.wording import explain
from companion.models import Choice
from companion.pages.choice import ChoicePage
from companion.pages.corrections import fact_text, value_text
from companion.pages.trouble import TroublePage
from companion.screens.navigation import Close, Navigation, Page, Replace
from companion.teaching.classroom import Classroom

MOST_FILES = 8
MOST_SHOWN = 4
LONGEST_VALUE = 40


def stick_files(slug: str, root: Path = Path("/")) -> tuple[Path, ...]:
    """Facts files of one game on whatever is plugged in: at the top, or in this program's folder."""
    tops = {path for pattern in MOUNTS for path in root.glob(pattern.lstrip("/"))}
    folders = sorted({folder for top in tops for folder in (top, top / FOLDER, top / FOLDER / "facts")})
    files = (path for folder in folders for path in _tables(folder))
    return tuple(path for path in files if _is_of(path, slug))[:MOST_FILES]


def _tables(folder: Path) -> Iterable[Path]:
    try:
        return sorted(folder.glob("*.toml"))
    except OSError:
        return ()


def _is_of(path: Path, slug: str) -> bool:
    try:
        return read_document(path).get("game") == slug
    except CompanionError:
        return False


def files_page(context: Context, room: Classroom, files: tuple[Path, ...]) -> Page:
    """Which file; nothing is written yet."""
    say = context.say
    choices = [Choice(path.name, _opened(context, room, path), str(path.parent), "list") for path in files]
    choices.append(Choice(say("teach.takeover.leave"), Close(), icon="back"))
    text = say("teach.takeover.which" if files else "teach.takeover.none")
    return ChoicePage(context, text, tuple(choices))


def _opened(context: Context, room: Classroom, path: Path) -> Callable[[], Navigation]:
    return lambda: Replace(difference_page(context, room, path))


def difference_page(context: Context, room: Classroom, path: Path) -> Page:
    """What the file would bring, and what becomes of facts that both tell."""
    try:
        planned = plan_import(room.box, path)
    except CompanionError as error:
        return TroublePage(context, explain(error, context.say))
    say, differing = room.say, len(planned.differences)
    leave = Choice(say("teach.takeover.leave"), Close(), icon="back")
    if not planned.new and not differing:
        return ChoicePage(context, say("teach.takeover.same", file=path.name), (leave,))

    def take(*, replace: bool) -> Navigation:
        return Replace(_taken(context, room, path, replace=replace))

    choices = []
    if planned.new:
        label = say("teach.takeover.new", n=len(planned.new))
        choices.append(
            Choice(label, lambda: take(replace=False), say("teach.takeover.mine") if differing else "", "plus")
        )
    if differing:
        label = say("teach.takeover.theirs", n=differing)
        choices.append(Choice(label, lambda: take(replace=True), say("teach.takeover.replaces"), "undo"))
    text = say("teach.takeover.brings", file=path.name, new=len(planned.new), differing=differing)
    return ChoicePage(context, text, (*choices, leave), difference_text(planned, room))


def difference_text(planned: Import, room: Classroom) -> str:
    """The first facts that are told otherwise: mine, and theirs."""
    say = room.say
    lines = [
        say(
            "facts.difference",
            fact=fact_text(fact, room.course, say),
            mine=_short(fact, mine, room),
            theirs=_short(fact, theirs, room),
        )
        for fact, (mine, theirs) in list(planned.differences.items())[:MOST_SHOWN]
    ]
    more = len(planned.differences) - MOST_SHOWN
    return "\n".join([*lines, *([say("teach.deck.more", n=more)] if more > 0 else [])])


def _short(fact: str, value: object, room: Classroom) -> str:
    text = value_text(fact, value, room.course, room.say)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def _taken(context: Context, room: Classroom, path: Path, *, replace: bool) -> Page:
    """Planned anew on what the file says by now, and written whole or not at all."""
    try:
        planned = take_over(room.box, path, replace=replace)
        room.reload()
    except CompanionError as error:
        return TroublePage(context, explain(error, context.say))
    say = room.say
    count = len(planned.new) + (len(planned.differences) if replace else 0)
    done = (Choice(say("screen.hint.play_on"), Close(), icon="play"),)
    return ChoicePage(context, say("facts.imported", n=count), done)
