"""Learning faces: the box names a kind of card, somebody lays one down and presses OK; then it needs no tag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.inbox import Preview, ShownCard, TableSeen
from companion.models import Header, Hints, kind_of
from companion.pages.set_up.camera_page import unseen
from companion.screens import Finished, Goto, Input, Leave, Outcome, Screen, Undo
from companion.screens.camera_screen import CameraPicture, PictureOutline, SeenModel, SeenScreen
from companion.screens.intents import Intent
from companion.screens.list_screen import Remark
from companion.screens.navigation import Close, Lasting, Navigation
from companion.seeing.face_shelf import FaceShelf
from companion.seeing.wanted import LooksFor
from rules.core.words import Words, words
from vision.table.zones import WHOLE

NOTICE_MS = 6000


class FacesScreen(SeenScreen):
    """OK learns the card in view; the arrows go to another kind."""

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
            case Intent.OK:
                return Finished()
            case Intent.NEXT:
                return Goto("next")
            case Intent.PREVIOUS:
                return Goto("previous")
        return super().handle(wish)


class FacesPage(Lasting):
    looks_for: LooksFor = "lesson"

    def __init__(self, context: Context, slug: str, document: Mapping[str, Any]) -> None:
        self.slug = slug
        self.document = document
        self._context = context
        self._say = context.phrases(slug, document, ())
        self._shelf = FaceShelf(context.config.data_path, slug, context.config.edition)
        # One card of each kind, in the order of the box.
        cards = context.box(slug).card_tags(document).values()
        self._cards = {kind: card for card in reversed([*cards]) for kind in (kind_of(card),)}
        self._kinds = tuple(reversed(self._cards))
        self._kept: list[tuple[str, str]] = []  # kind and file name
        self._known = self._shelf.kinds() & frozenset(self._kinds)
        self._at = 0
        self._shown: ShownCard | None = None
        self._has_mat = False
        self._preview: Preview | None = None
        self._notice: tuple[Words, int] | None = None
        self._on_to_unknown()
        self._screen = FacesScreen(self._model(0))

    @property
    def wanted(self) -> str:
        """The kind to lay down."""
        return self._kinds[self._at]

    def see(self, seen: TableSeen) -> None:
        self._shown = seen.shown
        self._has_mat = WHOLE not in seen.table.zones

    def preview(self, preview: Preview) -> None:
        self._preview = preview

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model(now_ms))
        return self._screen

    def _model(self, now_ms: int) -> SeenModel:
        say = self._say
        said = self._notice[0] if self._notice is not None and now_ms < self._notice[1] else None
        preview = self._preview if self._context.has_camera else None
        picture = (
            None if preview is None else CameraPicture(preview.number, preview.width, preview.height, preview.pixels)
        )
        outlines = (
            PictureOutline(tag.corners, self._label(), "settled" if tag.is_settled else "seen")
            for tag in (() if preview is None else preview.tags)
        )
        return SeenModel(
            Header(say("faces.lesson.title"), say.say(self._asked())),
            picture,
            tuple(outlines),
            self._remarks(),
            say(unseen(self._context)),
            Hints(
                ok=say("faces.lesson.ok") if self._can_keep else "",
                back=say("screen.hint.back"),
                previous=say("faces.lesson.other_card"),
                next=say("faces.lesson.other_card"),
                hold_back=say("screen.hint.undo") if self._kept else "",
            ),
            self._context.notices(said, say=say),
        )

    @property
    def _can_keep(self) -> bool:
        """A card is in view, and it is not known as another kind."""
        return self._shown is not None and self._shown.known in (None, self.wanted)

    def _asked(self) -> Words:
        card = self._cards[self.wanted]
        if self.wanted not in self._known:
            return words("faces.lesson.lay", card=card)
        is_all = self._known >= frozenset(self._kinds)
        return words("faces.lesson.all") if is_all and not self._kept else words("faces.lesson.again", card=card)

    def _label(self) -> str:
        known = None if self._shown is None else self._shown.known
        return self._say.name("card", self._cards.get(known or self.wanted, self.wanted))

    def _remarks(self) -> tuple[Remark, ...]:
        say = self._say
        progress = say("faces.lesson.progress", n=len(self._known), all=len(self._kinds))
        remarks = [Remark(progress, icon="cards"), Remark(say("faces.lesson.taken"), str(len(self._kept)), "tick")]
        if not self._has_mat:
            return (*remarks, Remark(say("faces.lesson.no_mat"), icon="warning", level="warn"))
        if self._shown is None:
            return (*remarks, Remark(say("faces.lesson.empty"), icon="hand"))
        if self._shown.known is not None:
            card = self._cards.get(self._shown.known, self._shown.known)
            return (*remarks, Remark(say("faces.lesson.is_known", card=card), icon="tick", level="good"))
        return (*remarks, Remark(say("faces.lesson.here"), icon="camera", level="good"))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Finished():
                self._keep(now_ms)
            case Goto("next"):
                self._at = (self._at + 1) % len(self._kinds)
            case Goto("previous"):
                self._at = (self._at - 1) % len(self._kinds)
            case Undo():
                self._take_back(now_ms)
            case Leave():
                return Close()
        return None

    def _keep(self, now_ms: int) -> None:
        shown, kind = self._shown, self.wanted
        if shown is None:
            return
        card = self._cards[kind]
        if shown.known is not None and shown.known != kind:
            seen = self._cards.get(shown.known, shown.known)
            self._tell(words("faces.lesson.other", card=seen, wanted=self._say.name("card", card)), now_ms)
            return
        try:
            name = self._shelf.keep(replace(shown.face, kind=kind))
        except CompanionError as error:
            self._tell(words("teach.not_saved", why=error.said), now_ms)
            return
        shown.take()
        self._shown = None
        self._kept.append((kind, name))
        self._known |= {kind}
        self._tell(words("faces.lesson.kept", card=card), now_ms)
        self._on_to_unknown()

    def _take_back(self, now_ms: int) -> None:
        if not self._kept:
            self._tell(words("faces.lesson.nothing_back"), now_ms)
            return
        kind, name = self._kept[-1]
        try:
            self._shelf.forget([name])
            self._known = self._shelf.kinds() & frozenset(self._kinds)
        except CompanionError as error:
            self._tell(words("teach.not_saved", why=error.said), now_ms)
            return
        self._kept.pop()
        self._at = self._kinds.index(kind)
        self._tell(words("faces.lesson.taken_back", card=self._cards[kind]), now_ms)

    def _tell(self, said: Words, now_ms: int) -> None:
        self._notice = (said, now_ms + NOTICE_MS)

    def _on_to_unknown(self) -> None:
        """Goes to the next unknown kind, wrapping around; stays if all are known."""
        order = (*range(self._at, len(self._kinds)), *range(self._at))
        self._at = next((at for at in order if self._kinds[at] not in self._known), self._at)
