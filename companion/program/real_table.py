"""Drives the table with the real box: its camera and panel, lamps for whose turn it is, the heartbeat."""

from __future__ import annotations

from typing import NamedTuple

from companion.contract import Context
from companion.inbox import Inbox
from companion.program.app import App
from companion.program.device import Device
from companion.seeing.eyes import CodeEyes, Looking, TableWatch, eyes_for
from companion.seeing.face_lesson import lesson_eyes_for
from companion.seeing.face_memory import FaceMemory
from companion.seeing.face_shelf import FaceShelf
from companion.seeing.wanted import LooksFor, Seeing
from companion.signals.lights import Lights
from companion.upkeep.hang_watch import HangWatch
from companion.upkeep.heartbeat import Heartbeat
from companion.upkeep.releases import Trial
from hardware.camera.settings import format_lock
from hardware.patterns import Signal

LOCK_SETTING = "camera.lock"


class Wanted(NamedTuple):
    """By whom, of which game, what is looked for, and whether the picture is shown."""

    by: Seeing | None = None
    slug: str = ""
    looks_for: LooksFor = "tags"
    shows_picture: bool = False


NOTHING = Wanted()


class RealTable:
    """The application's ``TableDriver`` for the real box. Opens eyes for the page or table that wants to see."""

    def __init__(self, box: Device, inbox: Inbox, heartbeat: Heartbeat, hangs: HangWatch | None = None) -> None:
        self._box = box
        self._inbox = inbox
        self._heartbeat = heartbeat
        self._hangs = hangs
        self._wanted = NOTHING
        self._watch: TableWatch | None = None
        self._lights = Lights(box)
        self._held = box.held
        self._trial = Trial()
        self._faces = False  # whether the eyes look at faces
        self._memories: dict[tuple[str, str], FaceMemory] = {}

    def tick(self, app: App, now_ms: int) -> None:
        self._box.tick()
        self._box.keep_pictures(on=not app.reads_hand)
        self._heartbeat.beat(now_ms / 1000)
        if self._hangs is not None:
            self._hangs.beat()
        self._trial.tick(now_ms)
        if self._wants(app) != self._wanted or app.context.config.camera.faces != self._faces:
            self._open_eyes(self._wants(app), app.context)
        self._keep_lock(app.context)
        self._lights.follow(app.table, now_ms)

    @staticmethod
    def _wants(app: App) -> Wanted:
        seeing = app.seeing
        return NOTHING if seeing is None else Wanted(seeing, seeing.slug, seeing.looks_for, app.shows_picture)

    def answer(self, kind: Signal, seat: int | None = None) -> None:
        """Every press gets a signal, even a refused one."""
        self._box.answer(kind, seat)

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
        self._open_eyes(NOTHING, None)

    def _keep_lock(self, context: Context) -> None:
        """Keeps the camera's locked settings for the next evening."""
        if (held := self._box.held) != self._held:
            self._held = held
            context.store.set_setting(LOCK_SETTING, format_lock(held))

    def _open_eyes(self, wanted: Wanted, context: Context | None) -> None:
        before, self._watch = self._watch, None
        if before is not None:
            before.leave()
        self._wanted = wanted
        self._faces = self._faces if context is None else context.config.camera.faces
        seeing = wanted.by
        frames = None if seeing is None else self._box.frames()
        if seeing is not None and context is not None and frames is not None:
            eyes = self._eyes(seeing, context)
            self._watch = TableWatch(frames, eyes, self._inbox, shows=wanted.shows_picture, after=before)
            self._watch.start()

    def _eyes(self, seeing: Seeing, context: Context) -> Looking:
        box = context.games.box(seeing.slug)
        if seeing.looks_for == "codes":
            return CodeEyes({})
        if seeing.looks_for == "lesson":
            return lesson_eyes_for(box, self._memory(seeing.slug, context))
        faces = self._memory(seeing.slug, context) if self._faces else None
        return eyes_for(box, seeing.document, faces, names_faces=seeing.looks_for == "cards")

    def _memory(self, slug: str, context: Context) -> FaceMemory:
        """Cached per game and edition: loading compares all faces with each other."""
        key = slug, context.config.edition
        if key not in self._memories:
            self._memories[key] = FaceMemory(FaceShelf(context.config.data_path, *key))
        self._memories[key].is_stale = True
        return self._memories[key]
