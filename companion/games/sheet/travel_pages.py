"""Sheets from box to box: from and to a stick, by codes, or with a phone or computer. All that comes is checked, and an
id that is taken is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.documents import parse_toml
from companion.facts.travel_codes import codes_of
from companion.files import read_whole
from companion.games.sheet.change_page import ChangePage
from companion.games.sheet.steps_page import StepsPage
from companion.keeping.storage_places import FOLDER, other_places
from companion.language.i18n import Phrases, plain
from companion.language.wording import explain
from companion.models import Choice, Header, NowLine, list_hints
from companion.pages.background_task import Wanted
from companion.pages.choice_page import ChoicePage
from companion.pages.play.tell_page import doors_model
from companion.pages.screen_page import ScreenPage
from companion.pages.teaching.editor_page import web_page
from companion.pages.teaching.export_facts import put_page, put_text
from companion.pages.teaching.faces_page import FacesPage
from companion.pages.teaching.import_facts import toml_on_sticks
from companion.pages.teaching.qr_transfer_page import ReadCodesPage, ShowCodesPage
from companion.pages.trouble_page import TroublePage
from companion.pages.waiting_page import WaitingPage
from companion.screens import Chosen, Leave, Outcome, Undo
from companion.screens.doors_screen import DoorsScreen
from companion.screens.navigation import Close, Navigation, Page, Replace
from companion.screens.tell_screen import Node
from companion.settings.config import data_home
from companion.sheets import shelf as shelves
from companion.sheets.files import LARGEST_SHEET, Found, RefusedFile
from companion.sheets.shelf import SheetShelf
from companion.sheets.travel import Arrival, Way, arrival_of, take_in
from rules.core.words import Words, words
from rules.sheets.game import SLUG
from rules.sheets.model import name_in

MOST_READ = 40
CODES = "codes.toml"  # the name for mistakes of what came by codes


def sheets_page(context: Context) -> Page:
    """What can be done with the sheets of this box, besides playing."""
    say = context.say
    pages: list[tuple[str, str, Callable[[], Page]]] = [
        ("change", "tell", lambda: ChangePage(context)),
        ("from_stick", "plus", lambda: stick_page(context)),
        *([("from_codes", "camera", lambda: codes_page(context))] if context.has_camera else []),
        ("web", "list", lambda: web_page(context, lambda: None)),
        *([("faces", "camera", lambda: SendPage(context, faces_page, cards=True))] if _has_faces(context) else []),
        ("to_stick", "file", lambda: SendPage(context, to_stick_page)),
        ("to_codes", "cards", lambda: SendPage(context, show_page)),
    ]
    choices = (
        Choice(say(f"sheet.travel.{name}"), lambda _, make=make: make(), say(f"sheet.travel.{name}_detail"), icon)
        for name, icon, make in pages
    )
    return StepsPage(Header(say("sheet.travel.title")), choices, list_hints(say, menu=False))


def _has_faces(context: Context) -> bool:
    return context.has_camera and context.config.camera.faces


def _shelf(context: Context) -> SheetShelf:
    return SheetShelf(data_home(context.config.data_path))


# What comes.


@dataclass(frozen=True, slots=True)
class OnSticks:
    """Every file that may be a sheet: one in order, or why not; and what could not be looked at."""

    files: tuple[tuple[Path, Arrival | CompanionError], ...]
    passed_over: tuple[Words | str, ...] = ()


def look_at_sticks(shelf: SheetShelf, wanted: Wanted, root: Path = Path("/")) -> OnSticks:
    """At the top of each stick, in this program's folder, and in the folder for sheets there. Follows no links."""
    passed_over: list[Words | str] = []
    paths = toml_on_sticks(shelves.FOLDER, passed_over, root)
    tried = [(path, _tried(shelf, path)) for path in paths[:MOST_READ] if wanted()]
    found = [(path, what) for path, what in tried if what is not None]
    if len(paths) > MOST_READ:
        passed_over.append(words("teach.takeover.too_many", most=MOST_READ, folder=f"{FOLDER}/{shelves.FOLDER}"))
    return OnSticks(tuple(found), tuple(passed_over))


def _tried(shelf: SheetShelf, path: Path) -> Arrival | CompanionError | None:
    """None: the facts of a game, which travel the same way."""
    try:
        text = read_whole(path, LARGEST_SHEET, follow=False)
        return None if _is_facts(text) else arrival_of(shelf, text, path.name)
    except CompanionError as error:
        return error


def _is_facts(text: str) -> bool:
    try:
        return "game" in parse_toml(text)
    except (ValueError, RecursionError):
        return False


def stick_page(context: Context, root: Path = Path("/")) -> Page:
    shelf = _shelf(context)

    def look(wanted: Wanted) -> OnSticks:
        return look_at_sticks(shelf, wanted, root)

    return WaitingPage(context, words("teach.takeover.looking"), look, partial(files_page, context))


def files_page(context: Context, found: OnSticks) -> Page:
    """Those in order first; one that is refused says why when it is chosen."""
    say = context.say
    if not found.files:
        back = (Choice(say("screen.hint.back"), Close(), icon="back"),)
        said = "\n".join(why if isinstance(why, str) else say.say(why) for why in found.passed_over)
        return ChoicePage(context, say("sheet.travel.none", folder=FOLDER), back, said)
    ordered = sorted(found.files, key=lambda one: isinstance(one[1], CompanionError))
    choices = (_file_choice(context, path, what) for path, what in ordered)
    return StepsPage(Header(say("sheet.travel.from_stick")), choices, list_hints(say, menu=False))


def _file_choice(context: Context, path: Path, what: Arrival | CompanionError) -> Choice:
    say = context.say
    if isinstance(what, CompanionError):
        detail = say("sheet.travel.refused", file=plain(path.name))
        return Choice(plain(path.stem), lambda _: refused_page(context, what), detail, "warning")
    name = name_in(what.sheet.names, context.language)
    return Choice(plain(name), lambda _: arrival_page(context, what), plain(str(path)), "pad")


def refused_page(context: Context, error: CompanionError) -> Page:
    """Every mistake in a line; chosen, in full."""
    say = context.say
    if not isinstance(error, RefusedFile):
        return TroublePage(context, explain(error, say))
    choices = (
        Choice(_place(one, say), lambda _, one=one: _mistake_page(context, one), say.say(one.said), "warning")
        for one in error.found
    )
    header = Header(say("sheet.travel.refused", file=plain(error.found[0].file)))
    return StepsPage(header, choices, list_hints(say, menu=False))


def _place(one: Found, say: Phrases) -> str:
    if not one.key:
        return plain(one.file)
    return plain(one.key) if one.line is None else say("sheet.travel.line", line=one.line, key=one.key)


def _mistake_page(context: Context, one: Found) -> Page:
    back = (Choice(context.say("screen.hint.back"), Close(), icon="back"),)
    return ChoicePage(context, _place(one, context.say), back, context.say.say(one.words))


def codes_page(context: Context) -> Page:
    def arrived(text: str) -> Page:
        return arrival_page(context, arrival_of(_shelf(context), text, CODES))

    return ReadCodesPage(context, SLUG, "sheet.travel.look", arrived)


def arrival_page(context: Context, arrival: Arrival) -> Page:
    """Asks before anything is written: take it, or what to do about the id that is taken."""
    say, name = context.say, plain(name_in(arrival.sheet.names, context.language))
    leave = Choice(say("teach.takeover.leave"), Close(), icon="back")
    if arrival.standing == "same":
        return ChoicePage(context, say("sheet.travel.same", name=name), (leave,))
    ways: dict[Way, str] = {"add": "plus"} if arrival.standing == "none" else {"both": "plus", "replace": "undo"}
    choices = (
        Choice(
            say(f"sheet.travel.{way}", id=arrival.beside),
            partial(_taken, context, arrival, way),
            say(f"sheet.travel.{way}_detail"),
            icon,
        )
        for way, icon in ways.items()
    )
    text = say(f"sheet.travel.brings_{arrival.standing}", name=name, id=arrival.sheet.id)
    return ChoicePage(context, text, (*choices, leave), plain(arrival.sheet.source))


def _taken(context: Context, arrival: Arrival, way: Way) -> Navigation:
    say = context.say
    try:
        sheet = take_in(_shelf(context), arrival, way)
    except CompanionError as error:
        return Replace(TroublePage(context, explain(error, say)))
    done = (Choice(say("screen.hint.play_on"), Close(), icon="play"),)
    text = say("sheet.travel.taken", name=plain(name_in(sheet.names, context.language)), id=sheet.id)
    return Replace(ChoicePage(context, text, done))


# What goes.


class SendPage(ScreenPage[DoorsScreen]):
    """Which sheet; then ``send`` with its id and text. ``cards``: only those that have some."""

    def __init__(self, context: Context, send: Callable[[Context, str, str], Page], *, cards: bool = False) -> None:
        self._context, self._send, self._cards = context, send, cards
        self._shelf = _shelf(context)
        say = context.say
        nodes = (*self._nodes(), Node(say("screen.hint.back"), Leave(), icon="back", pinned=True))
        header, now = Header(say("sheet.travel.title")), NowLine(say("sheet.travel.which"))
        self._screen = DoorsScreen(doors_model(say, header, now, nodes))

    def _nodes(self) -> Iterator[Node]:
        for one in self._shelf.all():
            if one.sheet is not None and (one.sheet.has_cards or not self._cards):
                yield Node(plain(name_in(one.sheet.names, self._context.language)), one.id, likely=one.is_own)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Chosen(str(ident)):
                return Replace(self._sent(ident))
            case Leave() | Undo():
                return Close()
        return None

    def _sent(self, ident: str) -> Page:
        try:
            return self._send(self._context, ident, read_whole(self._shelf.path_of(ident), LARGEST_SHEET))
        except CompanionError as error:
            return TroublePage(self._context, explain(error, self._context.say))


def faces_page(context: Context, ident: str, _: str) -> Page:
    """Learns how the cards of a sheet look, so that they need no tags."""
    slug = f"{SLUG}-{ident}"
    return FacesPage(context, slug, context.box(slug).rulebook())


def show_page(context: Context, _: str, text: str) -> Page:
    return ShowCodesPage(context, codes_of(text))


def to_stick_page(context: Context, ident: str, text: str) -> Page:
    def put(_: Any) -> Path | None:
        return put_text(text, shelves.FOLDER, ident, other_places())

    return WaitingPage(context, words("sheet.travel.writing"), put, partial(put_page, context), may_leave=False)
