"""An evening with the real box: camera and panel beside the program, lamps for whose turn it is, a sign of life."""

from __future__ import annotations

from companion.contract import Context
from companion.inbox import Inbox
from companion.pages.table import TablePage
from companion.program.app import App, Seeing, Watching
from companion.program.device import Device
from companion.screens.clock import Timed
from companion.seeing.eyes import CodeEyes, Looking, TableWatch, eyes_for
from companion.seeing.face_lesson import lesson_eyes_for
from companion.seeing.face_memory import FaceMemory
from companion.seeing.face_shelf import FaceShelf
from companion.signals.lights import Lights
from companion.upkeep.heartbeat import Heartbeat
from companion.upkeep.releases import Trial
from hardware.camera.settings import format_lock
from hardware.patterns import Signal

LOCK_SETTING = "camera.lock"


class RealTable:
    """The application's guest while real people play. Eyes are opened for the page that looks at the table."""

    def __init__(self, box: Device, inbox: Inbox, heartbeat: Heartbeat) -> None:
        self._box = box
        self._inbox = inbox
        self._heartbeat = heartbeat
        self._page: Seeing | None = None
        self._slug = ""
        self._watch: TableWatch | None = None
        self._lights = Lights(box)
        self._held = box.held
        self._trial = Trial()
        self._faces = False  # whether the eyes look at them
        self._memories: dict[tuple[str, str], FaceMemory] = {}

    def tick(self, app: App, now_ms: int) -> None:
        self._box.tick()
        self._heartbeat.beat(now_ms / 1000)
        self._trial.tick(now_ms)
        page = app.seeing
        is_other = page is not self._page or (page is not None and page.slug != self._slug)
        if is_other or app.context.config.camera.faces != self._faces:
            self._open_eyes(page, app.context)
        self._keep_lock(app.context)
        if (table := app.table) is None:
            self._lights.follow(None)
        else:
            self._lights.follow(table.live, table.game.sounds, _hurried(app, table, now_ms))

    def answer(self, kind: Signal, seat: int | None = None) -> None:
        """A press is answered, also when it was not for now."""
        self._box.answer(kind, seat)

    def close(self) -> None:
        self._open_eyes(None, None)

    def _keep_lock(self, context: Context) -> None:
        """How the camera was set is remembered for the next evening."""
        if (held := self._box.held) != self._held:
            self._held = held
            context.store.set_setting(LOCK_SETTING, format_lock(held))

    def _open_eyes(self, page: Seeing | None, context: Context | None) -> None:
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self._page, self._slug = page, "" if page is None else page.slug
        self._faces = self._faces if context is None else context.config.camera.faces
        frames = None if page is None else self._box.frames()
        if page is not None and context is not None and frames is not None:
            eyes = self._eyes(page, context)
            self._watch = TableWatch(frames, eyes, self._inbox, shows=isinstance(page, Watching))
            self._watch.start()

    def _eyes(self, page: Seeing, context: Context) -> Looking:
        if getattr(page, "reads_codes", False):
            return CodeEyes({})
        if getattr(page, "learns_faces", False):
            return lesson_eyes_for(context.games.box(page.slug), self._memory(page.slug, context))
        faces = self._memory(page.slug, context) if self._faces else None
        names = getattr(page, "knows_faces", False)
        return eyes_for(context.games.box(page.slug), page.document, faces, names_faces=names)

    def _memory(self, slug: str, context: Context) -> FaceMemory:
        """Read once for each game and edition: all its faces are compared with each other then."""
        key = slug, context.config.edition
        if key not in self._memories:
            self._memories[key] = FaceMemory(FaceShelf(context.config.data_path, *key))
        self._memories[key].is_stale = True
        return self._memories[key]


def _hurried(app: App, table: TablePage, now_ms: int) -> int | None:
    """The seat whose countdown is in its last seconds, where one is shown."""
    screen = app.screen(now_ms)
    is_urgent = isinstance(screen, Timed) and screen.clock is not None and screen.clock.urgent
    return table.live.view.get("turn") if is_urgent else None
