"""The server for a table's phones. It serves the page of the seats and, with a code of its own, the facts editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.contract import Context
from companion.inbox import ActByPhone, AgreeByPhone, CallByPhone, HandByPhone, PhoneAsked, PhoneWish, UndoByPhone
from companion.language.wording import Trouble
from companion.phones.downloads import NightDownloads
from companion.phones.seat_handlers import ROUTES
from companion.phones.seated_app import SeatedApp
from companion.phones.seats import Seats
from companion.phones.sheets_by_phone import ROUTE, SheetHandler, SheetsByPhone
from companion.web.editor.editor_app import EditorApp
from companion.web.editor.editor_handlers import ROUTES as EDITOR_ROUTES
from companion.web.editor.editor_server import EditorServer
from companion.web.push import Push
from companion.web.server import WebServer
from rules.core.words import words

PAGES = ("table.html", "sheet.html")
FILES = ("icon.svg", "icon-turn.svg", "icon-180.png", "icon-512.png", "manifest.webmanifest")
LONGEST_SITUATION = 64
LARGEST_NUMBER = 10**9
MOST_TICKS = 200


@dataclass(frozen=True, slots=True)
class PhoneServer:
    """``editor`` is closed until somebody opens it on the box."""

    server: WebServer
    seats: Seats
    push: Push
    editor: EditorServer
    downloads: NightDownloads


def serve_phones(context: Context, seats: Seats, tell: Callable[[PhoneAsked[Any]], None], **where: Any) -> PhoneServer:
    """``tell`` passes on what a seat wants. ``where``: address, bind and port."""
    home = context.config.data_path
    downloads = NightDownloads(context.games, home)
    routes = {**ROUTES, ROUTE: SheetHandler.of(SheetsByPhone(home))}
    app = SeatedApp(seats, pages=PAGES, files=FILES, routes=routes, downloads=downloads, tell=tell, read_wish=read_wish)
    editor = EditorApp(context.language, context.games, home, is_open=False, routes=EDITOR_ROUTES)
    server = WebServer((app, editor), context.language, **where)
    server.start()
    return PhoneServer(server, seats, app.push, EditorServer(server, editor, is_shared=True), downloads)


def read_wish(asked: Mapping[str, Any]) -> PhoneWish:
    """Parses a phone's request. Raises ``Trouble`` for anything else."""
    at = asked.get("at")
    match asked.get("do"):
        case "act" if isinstance(at, str) and len(at) <= LONGEST_SITUATION:
            number, once = asked.get("number"), asked.get("once", "")
            if not isinstance(once, str) or len(once) > LONGEST_SITUATION:
                raise Trouble(words("teach.web.not_understood"))
            ticked = _numbers(asked.get("ticked", []))
            return ActByPhone(at, _number(asked.get("act")), None if number is None else _number(number), once, ticked)
        case "undo":
            return UndoByPhone(_number(asked.get("entry")))
        case "agree":
            return AgreeByPhone(_number(asked.get("entry")))
        case "call" if isinstance(on := asked.get("on"), bool):
            return CallByPhone(on)
        case "hand" if isinstance(on := asked.get("on"), bool):
            return HandByPhone(on)
    raise Trouble(words("teach.web.not_understood"))


def _numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) > MOST_TICKS:
        raise Trouble(words("teach.web.not_understood"))
    return tuple(map(_number, values))


def _number(value: object) -> int:
    if type(value) is not int or abs(value) > LARGEST_NUMBER:
        raise Trouble(words("teach.web.not_understood"))
    return value
