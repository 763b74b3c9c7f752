"""Imports another owner's facts from a USB stick; shows what is new and what differs before writing."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion import CompanionError
from companion.contract import Context
from companion.facts.file import FactsFile, load_facts_file
from companion.facts.own import FactsImport, plan_import, take_over
from companion.files import list_folder, os_reason
from companion.keeping.storage_places import FOLDER, MOST_LISTED, plugged_in
from companion.language.i18n import Phrases, plain
from companion.models import Choice
from companion.pages.background_task import Wanted
from companion.pages.choice_page import ChoicePage
from companion.pages.play.corrections_page import fact_text, value_text
from companion.pages.waiting_page import WaitingPage
from companion.screens.navigation import Close, Navigation, Page, Replace
from companion.teaching.classroom import Classroom
from rules.core.words import Words, words

MOST_FILES = 8
MOST_READ = 16
MOST_REASONS = 2
MOST_SHOWN = 4
LONGEST_VALUE = 40
_ABSENT = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EACCES)  # missing, a link, or not readable


@dataclass(frozen=True, slots=True)
class OnSticks:
    """Facts files of a game, and the files that could not be read, with reasons."""

    files: tuple[FactsFile, ...] = ()
    passed_over: tuple[Words | str, ...] = ()


def look_at_sticks(slug: str, wanted: Wanted, root: Path = Path("/")) -> OnSticks:
    """Facts files of one game on all plugged-in sticks: at the top, or in this program's folder. Follows no links.

    Reads at most ``MOST_READ`` files, and stops when no longer ``wanted``.
    """
    files: list[FactsFile] = []
    passed_over: list[Words | str] = []
    paths = toml_on_sticks("facts", passed_over, root)
    for path in paths[:MOST_READ]:
        if not wanted() or len(files) == MOST_FILES:
            break
        try:
            file = load_facts_file(path, follow=False)
        except CompanionError as error:
            passed_over.append(error.said)
            continue
        if file.values.get("game") == slug:
            files.append(file)
    if len(paths) > MOST_READ:
        passed_over.append(words("teach.takeover.too_many", most=MOST_READ, folder=FOLDER))
    return OnSticks(tuple(files), tuple(passed_over))


def toml_on_sticks(sort: str, passed_over: list[Words | str], root: Path = Path("/")) -> list[Path]:
    """TOML files on all plugged-in sticks; ``sort``: the folder for them in this program's own. Folders that cannot be
    read are added to ``passed_over``."""
    return list(dict.fromkeys(path for top in plugged_in(root) for path in _tables(top, sort, passed_over)))


def _tables(top: Path, sort: str, passed_over: list[Words | str]) -> list[Path]:
    """TOML files on a stick: in this program's folders first, then at the top."""
    found: list[Path] = []
    for folder in (top, top / FOLDER, top / FOLDER / sort):
        try:
            listing = list_folder(folder, MOST_LISTED)
        except OSError as error:
            if error.errno not in _ABSENT:
                passed_over.append(words("teach.takeover.unreadable", folder=str(folder), reason=os_reason(error)))
            break
        if not listing.is_whole:
            passed_over.append(words("teach.takeover.crowded", folder=str(folder), most=MOST_LISTED, ours=FOLDER))
        found[:0] = [folder / name for name in listing.files if name.endswith(".toml") and name[0] != "."]
    return found


def stick_page(context: Context, room: Classroom, root: Path = Path("/")) -> Page:
    """Searches the sticks and shows what was found; a stick that hangs is given up."""

    def look(wanted: Wanted) -> OnSticks:
        return look_at_sticks(room.slug, wanted, root)

    return WaitingPage(context, words("teach.takeover.looking"), look, partial(files_page, context, room))


def files_page(context: Context, room: Classroom, found: OnSticks) -> Page:
    """Asks which file; writes nothing yet."""
    say = context.say
    choices = [
        Choice(plain(file.path.name), _opened(context, room, file), plain(str(file.path.parent)), "list")
        for file in found.files
    ]
    choices.append(Choice(say("teach.takeover.leave"), Close(), icon="back"))
    text = say("teach.takeover.which" if found.files else "teach.takeover.none")
    return ChoicePage(context, text, tuple(choices), _passed_over_text(found, say))


def _passed_over_text(found: OnSticks, say: Phrases) -> str:
    lines = [why if isinstance(why, str) else say.say(why) for why in found.passed_over[:MOST_REASONS]]
    more = len(found.passed_over) - MOST_REASONS
    return "\n".join([*lines, *([say("teach.deck.more", n=more)] if more > 0 else [])])


def _opened(context: Context, room: Classroom, file: FactsFile) -> Callable[[], Navigation]:
    return lambda: Replace(compare_page(context, room, file))


def compare_page(context: Context, room: Classroom, file: FactsFile) -> Page:
    """Compares with the owner's facts, in the background: a large file takes a while."""
    box = room.box
    said = words("teach.takeover.comparing", file=file.path.name)
    then = partial(difference_page, context, room, file)
    return WaitingPage(context, said, lambda _: plan_import(box, file), then)


def difference_page(context: Context, room: Classroom, file: FactsFile, planned: FactsImport) -> Page:
    """Shows what the file would add, and asks what to do about conflicts."""
    say, differing = room.say, len(planned.differences)
    leave = Choice(say("teach.takeover.leave"), Close(), icon="back")
    if not planned.new and not differing:
        return ChoicePage(context, say("teach.takeover.same", file=file.path.name), (leave,))

    def take(*, replace: bool) -> Navigation:
        return Replace(_taking(context, room, file, replace=replace))

    choices = []
    if planned.new:
        label = say("teach.takeover.new", n=len(planned.new))
        choices.append(
            Choice(label, lambda: take(replace=False), say("teach.takeover.mine") if differing else "", "plus")
        )
    if differing:
        label = say("teach.takeover.theirs", n=differing)
        choices.append(Choice(label, lambda: take(replace=True), say("teach.takeover.replaces"), "undo"))
    text = say("teach.takeover.brings", file=file.path.name, new=len(planned.new), differing=differing)
    warning = "" if planned.edition is None else f"{say.say(planned.edition)}\n"
    return ChoicePage(context, text, (*choices, leave), warning + difference_text(planned, room))


def difference_text(planned: FactsImport, room: Classroom) -> str:
    """The first facts that differ: mine and theirs."""
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


def _taking(context: Context, room: Classroom, file: FactsFile, *, replace: bool) -> Page:
    """Compares again with the owner's current facts, and writes all or nothing."""
    box = room.box
    said = words("teach.takeover.taking", file=file.path.name)
    then = partial(_taken, context, room)
    return WaitingPage(context, said, lambda _: take_over(box, file, replace=replace), then, may_leave=False)


def _taken(context: Context, room: Classroom, planned: FactsImport) -> Page:
    room.reload()
    say = room.say
    count = len(planned.new) + (len(planned.differences) if planned.replaced else 0)
    done = (Choice(say("screen.hint.play_on"), Close(), icon="play"),)
    return ChoicePage(context, say("facts.imported", n=count), done)
