"""What I see: the live picture with the tags found in it, and how many have settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.contract import Context
from companion.inbox import Preview, TableSeen, TagSeen
from companion.language.i18n import Phrases
from companion.models import Header, Hints, Level
from companion.pages.screen_page import ModelPage
from companion.screens import Finished, Input, Outcome
from companion.screens.camera_screen import CameraPicture, PictureOutline, SeenModel, SeenScreen
from companion.screens.intents import Intent
from companion.screens.list_screen import Remark
from companion.screens.navigation import Navigation
from companion.seeing.wanted import LooksFor

MOST_JUDGEMENTS = 3  # the worst problems first; the others once those are fixed


def unseen(context: Context) -> str:
    """Why there is no picture. The first look at a crowded table takes a while on a slow machine."""
    if context.config.camera.kind == "none":
        return "screen.seen.none"
    return "screen.seen.looking" if context.has_camera else "screen.seen.nothing"


class SeenPage(ModelPage[SeenScreen]):
    """The live picture; reading of the table goes on meanwhile."""

    def __init__(self, context: Context, slug: str, document: Mapping[str, Any]) -> None:
        self._context = context
        self._say = context.phrases(slug, document, ())
        self._preview: Preview | None = None
        self._screen = LockCameraScreen(self._model())

    def preview(self, preview: Preview) -> None:
        self._preview = preview

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Finished():
                self._toggle()
        return super().act(outcome, now_ms)

    def _toggle(self) -> None:
        camera = self._context.camera
        if camera is not None and camera.held.is_empty:
            camera.hold()
        elif camera is not None:
            camera.release()

    def _model(self) -> SeenModel:
        say = self._say
        preview = self._preview if self._context.has_camera else None
        picture = (
            None if preview is None else CameraPicture(preview.number, preview.width, preview.height, preview.pixels)
        )
        return SeenModel(
            Header(say("screen.seen.title")),
            picture,
            () if preview is None else _outlines(preview, say),
            () if preview is None else (*_remarks(preview, say), *self._held(say), *_judgements(preview, say)),
            say(unseen(self._context)),
            Hints(ok=self._hold_hint(say), back=say("screen.hint.back")),
            self._context.notices(say=say),
        )

    def _held(self, say: Phrases) -> tuple[Remark, ...]:
        camera = self._context.camera
        if camera is None:
            return ()
        if camera.held.is_empty:
            return (Remark(say("lens.free"), icon="camera"),)
        return (Remark(say("lens.held"), icon="camera", level="good"),)

    def _hold_hint(self, say: Phrases) -> str:
        camera = self._context.camera
        if camera is None:
            return ""
        return say("lens.hold" if camera.held.is_empty else "lens.release")


class CameraPage(SeenPage):
    """The same without a game in progress; it still looks for the cards of one game."""

    looks_for: LooksFor = "cards"

    def __init__(self, context: Context, slug: str, document: Mapping[str, Any]) -> None:
        super().__init__(context, slug, document)
        self.slug, self.document = slug, document

    def see(self, seen: TableSeen) -> None:
        """Ignored: only the picture is shown."""


class LockCameraScreen(SeenScreen):
    """OK locks the camera's exposure and focus, or unlocks them."""

    def handle(self, wish: Input) -> Outcome | None:
        return Finished() if wish is Intent.OK else super().handle(wish)


def _outlines(preview: Preview, say: Phrases) -> tuple[PictureOutline, ...]:
    zones = (PictureOutline(zone.corners, say(f"mat.zone.{zone.name}"), "zone") for zone in preview.zones)
    tags = (
        PictureOutline(tag.corners, _label(tag, say), "settled" if tag.is_settled else "seen") for tag in preview.tags
    )
    return (*zones, *tags)


def _label(tag: TagSeen, say: Phrases) -> str:
    name = say.name("card", tag.card)
    return f"{name} · {say('faces.seen')}" if tag.by_face else name


def _remarks(preview: Preview, say: Phrases) -> tuple[Remark, ...]:
    settled = sum(tag.is_settled for tag in preview.tags)
    unsure = len(preview.tags) - settled
    level: Level = "warn" if unsure else "info"
    by_face = sum(tag.by_face for tag in preview.tags)
    return (
        Remark(say("screen.seen.read"), str(len(preview.tags) - by_face), "cards"),
        Remark(say("screen.seen.settled"), str(settled), "tick", "good" if settled else "info"),
        Remark(say("screen.seen.unsure"), str(unsure), "wait", level),
        Remark(say("screen.seen.foreign"), str(preview.strangers), "no"),
        *((Remark(say("faces.seen"), str(by_face), "camera"),) if by_face else ()),
    )


def _judgements(preview: Preview, say: Phrases) -> tuple[Remark, ...]:
    """What to do about light, sharpness and size, zone by zone; one line if all is well."""
    bad = [(quality.zone, advice) for quality in preview.quality for advice in quality.advice]
    if preview.quality and not bad:
        return (Remark(say("quality.good"), icon="tick", level="good"),)
    several = len(preview.quality) > 1
    return tuple(
        Remark(say.pair(say(f"mat.zone.{zone}"), say(advice)) if several else say(advice), icon="warning", level="warn")
        for zone, advice in bad[:MOST_JUDGEMENTS]
    )
