"""Request handlers of the editor: facts and piles as JSON, the camera's picture, facts as a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from companion.facts.file import LARGEST_FILE
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.seeing.preview import as_jpeg
from companion.web.context import cookie_in
from companion.web.editor.composed_editor import ComposeWish
from companion.web.editor.editor_app import EditorApp
from companion.web.editor.facts_editor import Conflict, WrongFact
from companion.web.editor.piles_editor import PileWish
from companion.web.handlers import Handler
from companion.web.request_json import LARGEST_BODY, name_in, part
from rules.core.words import words

LARGEST_IMPORT = LARGEST_FILE + LARGEST_FILE // 2  # JSON escapes quotes and line breaks
MOST_UNITS = 400  # the largest game has 178 cards

Asked: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = "Callable[[EditorApp, Asked], Mapping[str, Any]]"


class EditorHandler(Handler):
    """Only for browsers that have signed in with a code."""

    app: EditorApp

    @property
    def browser(self) -> str:
        """The browser's token; empty for a stranger."""
        token = cookie_in(self.request.headers, self.app.cookie)
        return token if self.app.knows(token) else ""

    def is_refused(self) -> bool:
        """Refuses a stranger; whether it did."""
        if not self.browser:
            self.refuse(401, words("teach.web.code_first"))
        return self._finished

    async def answer_with(self, answer: Answer, asked: Callable[[], Asked]) -> None:
        if self.is_refused():
            return None
        try:
            made = await self.work(self.browser, partial(self._made, answer, asked(), self.language))
        except Trouble as trouble:
            return self.refuse(400, trouble.said)
        except Conflict as conflict:
            return self.answer(409, {"current": conflict.current})
        except WrongFact as wrong:
            return self.answer(400, {"fact": wrong.fact, "error": Phrases(self.language).say(wrong.said)})
        return self.answer(200, made) if made else None

    def _made(self, answer: Answer, asked: Asked, language: str) -> Mapping[str, Any]:
        with self.app.facts.answering(language):
            return answer(self.app, asked)


class QueryHandler(EditorHandler):
    async def get(self) -> None:
        asked = {name: self.get_query_argument(name, "") for name in ("game", "sort")}
        await self.answer_with(QUERIES[self.request.path], lambda: asked)


class ChangeHandler(EditorHandler):
    """Requests with a JSON body: questions with all answers so far, and changes."""

    async def post(self) -> None:
        await self.answer_with(CHANGES[self.request.path], self.request_json)


class ImportHandler(ChangeHandler):
    """Takes larger bodies than the others, so only from a signed-in browser."""

    @property
    def largest(self) -> int:  # type: ignore[override]
        return LARGEST_IMPORT if self.browser else LARGEST_BODY


class PictureHandler(EditorHandler):
    """The camera's last picture, for sorting cards into piles."""

    async def get(self) -> None:
        if self.is_refused():
            return None
        sight = self.app.piles.sight
        if sight is None or sight.preview is None:
            return self.refuse(404, words("teach.web.nothing_here"))
        preview = sight.preview
        made = await self.work(self.browser, lambda: {"picture": as_jpeg(preview)})
        return self.send(made["picture"], "image/jpeg") if made else None


class ExportHandler(EditorHandler):
    async def get(self) -> None:
        if self.is_refused():
            return
        made = await self.work(self.browser, partial(self.app.transfer.file, self.get_query_argument("game", "")))
        if made:
            self.send_file(**made)


class SheetFileHandler(EditorHandler):
    async def get(self) -> None:
        if self.is_refused():
            return
        made = await self.work(self.browser, partial(self.app.sheets.file, self.get_query_argument("sheet", "")))
        if made:
            self.send_file(**made)


def _units(asked: Asked, key: str) -> list[str]:
    """Cards by name, without duplicates."""
    units = part(asked, key, list)
    if len(units) > MOST_UNITS or not all(isinstance(unit, str) for unit in units):
        raise Trouble(words("teach.web.not_understood"))
    return list(dict.fromkeys(units))


_game, _sort, _thing = (partial(name_in, key=key) for key in ("game", "sort", "thing"))


def _tell_pile(app: EditorApp, asked: Asked) -> Mapping[str, Any]:
    units, change, keep = (_units(asked, key) for key in ("units", "change", "keep"))
    wish = PileWish(name_in(asked, "way"), units, change, keep)
    return app.piles.tell(_game(asked), _sort(asked), part(asked, "at", int), wish)


def _compose_wish(asked: Asked) -> ComposeWish:
    shown = _units(asked, "shown") if "shown" in asked else []
    things, answers = _units(asked, "things"), part(asked, "answers", list)
    return ComposeWish(_sort(asked), things, name_in(asked, "like"), answers, shown)


QUERIES: dict[str, Answer] = {
    "/api/games": lambda app, _: app.facts.games(),
    "/api/box": lambda app, asked: app.facts.box(_game(asked)),
    "/api/piles": lambda app, asked: app.piles.sorts(_game(asked)),
    "/api/pile": lambda app, asked: app.piles.sort(_game(asked), _sort(asked)),
    "/api/sheets": lambda app, _: app.sheets.all(),
    "/api/seen": lambda app, asked: app.piles.seen(_game(asked), _sort(asked)),
}
CHANGES: dict[str, Answer] = {
    "/api/preview": lambda app, asked: app.facts.preview(_game(asked), _thing(asked), asked.get("value")),
    "/api/ask": lambda app, asked: app.facts.ask(
        _game(asked), _thing(asked), _sort(asked), part(asked, "answers", list)
    ),
    "/api/tell": lambda app, asked: app.facts.tell(_game(asked), part(asked, "base", dict), part(asked, "told", dict)),
    "/api/pile/judge": lambda app, asked: app.piles.judge(
        _game(asked), _sort(asked), part(asked, "at", int), _units(asked, "units")
    ),
    "/api/pile/tell": _tell_pile,
    "/api/pile/back": lambda app, asked: app.piles.back(_game(asked)),
    "/api/pile/name": lambda app, asked: app.piles.name(_game(asked), name_in(asked, "word")),
    "/api/made/ask": lambda app, asked: app.piles.composed.ask(_game(asked), _compose_wish(asked)),
    "/api/made/tell": lambda app, asked: app.piles.composed.tell(_game(asked), _compose_wish(asked)),
    "/api/sheets/take": lambda app, asked: app.sheets.take(
        part(asked, "text", str), name_in(asked, "name"), name_in(asked, "way")
    ),
    "/api/import": lambda app, asked: app.transfer.take(_game(asked), part(asked, "text", str), name_in(asked, "way")),
}
ROUTES: dict[str, type[Handler]] = {
    **dict.fromkeys(QUERIES, QueryHandler),
    **dict.fromkeys(CHANGES, ChangeHandler),
    "/api/import": ImportHandler,
    "/api/sheets/take": ImportHandler,
    "/api/sheets/file": SheetFileHandler,
    "/api/view": PictureHandler,
    "/api/export": ExportHandler,
}
