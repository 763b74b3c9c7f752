"""Starts the facts editor for a browser and shows its address and code as a QR code until somebody leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from companion import CompanionError
from companion.contract import Context
from companion.extras import need
from companion.inbox import Preview, TableSeen
from companion.language.wording import explain
from companion.models import Header, Hints
from companion.pages.trouble_page import TroublePage
from companion.screens import Leave, Outcome, Screen
from companion.screens.navigation import Close, Lasting, Navigation, Page
from companion.screens.qr_screen import QrModel, QrScreen
from companion.seeing.wanted import LooksFor
from companion.upkeep.local_network import local_address

if TYPE_CHECKING:
    from companion.web.editor.editor_server import EditorServer


@runtime_checkable
class HasEditor(Protocol):
    """Has a running server for phones, which can serve the editor too."""

    @property
    def editor(self) -> EditorServer | None: ...


def web_page(context: Context, ended: Callable[[], None], slug: str = "") -> Page:
    """``ended`` is called when the editor stops, because facts may have changed. ``slug``: the game to look for, until
    somebody sorts the cards of another in the browser."""
    host: object = context.phones
    if isinstance(host, HasEditor) and (editor := host.editor) is not None:
        return EditorPage(context, editor, ended, slug)
    address = local_address()
    if address is None:
        return TroublePage(context, context.say("teach.web.no_network"))
    try:
        need("tornado")
        from companion.web.editor.editor_server import serve_editor  # noqa: PLC0415 (the server is not loaded every night)

        home = context.config.data_path
        editor = serve_editor(context.language, context.games, address=address, home=home)
        return EditorPage(context, editor, ended, slug)
    except CompanionError as error:
        return TroublePage(context, explain(error, context.say))


class EditorPage(Lasting):
    """The editor is open while this page is, and while somebody uses it."""

    looks_for: LooksFor = "tags"

    def __init__(self, context: Context, editor: EditorServer, ended: Callable[[], None], slug: str = "") -> None:
        self._slug = slug or next(iter(context.games.slugs), "")
        self._in_view: frozenset[str] = frozenset()
        self._preview: Preview | None = None
        self._context = context
        self._editor: EditorServer | None = editor
        self._ended = ended
        editor.start()
        self._screen = QrScreen(self._model(editor))

    def tick(self, now_ms: int) -> None:  # noqa: ARG002
        if self._editor is not None and self._editor.is_idle:
            self._stop()
        self._show_sight()

    @property
    def slug(self) -> str:
        sorted_game = "" if self._editor is None else self._editor.app.piles.game
        return sorted_game or self._slug

    @property
    def document(self) -> Mapping[str, Any]:
        return self._context.box(self.slug).document("own", Path())

    def see(self, seen: TableSeen) -> None:
        self._in_view = seen.cards

    def preview(self, preview: Preview) -> None:
        self._preview = preview

    def _show_sight(self) -> None:
        from companion.web.editor.piles_editor import Sight  # noqa: PLC0415 (not loaded for every night)

        if self._editor is not None:
            has_camera = self._context.has_camera
            self._editor.look(Sight(self.slug, self._in_view, self._preview) if has_camera else None)

    @property
    def is_stale(self) -> bool:
        return self._editor is None

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if self._editor is not None:
            self._screen.model = self._model(self._editor)
        return self._screen

    def _model(self, editor: EditorServer) -> QrModel:
        say = self._context.say
        key = "teach.web.used" if editor.sign_in.opened else "teach.web.text"
        text = say(key, address=editor.url, code=editor.sign_in.code)
        if alarm := editor.sign_in.alarm:
            text = f"{text}\n{say('teach.web.guessed', n=alarm)}"
        return QrModel(Header(say("teach.web.title")), editor.link, text, Hints(back=say("teach.web.stop")))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        if isinstance(outcome, Leave):
            self._stop()
            return Close()
        return None

    def _stop(self) -> None:
        if self._editor is not None:
            self._editor.close()
            self._editor = None
            self._ended()
