"""What I see: the live picture with the tags found in it, and how many of them have settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.glimpse import Glimpse, TagSeen
from companion.i18n import Phrases
from companion.inbox import TableSeen
from companion.pages import Close, Context, Lasting, Turn
from companion.screens import Leave, Outcome, Screen
from companion.screens.listing import Remark
from companion.screens.seen import Outline, Picture, SeenModel, SeenScreen
from companion.viewmodel import Header, Hints, Level


class SeenPage(Lasting):
    """Looks at the table for as long as it is open; the game below waits."""

    def __init__(self, context: Context, slug: str, document: Mapping[str, Any]) -> None:
        self.slug = slug
        self.document = document
        self._context = context
        self._say = context.phrases(slug, document, ())
        self._glimpse: Glimpse | None = None
        self._screen = SeenScreen(self._model())

    def see(self, seen: TableSeen) -> None:
        """The table as such is of no interest here: the picture is."""

    def glimpse(self, glimpse: Glimpse) -> None:
        self._glimpse = glimpse

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model())
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else None

    def _model(self) -> SeenModel:
        say = self._say
        glimpse = self._glimpse if self._context.has_camera else None
        picture = None if glimpse is None else Picture(glimpse.number, glimpse.width, glimpse.height, glimpse.pixels)
        return SeenModel(
            Header(say("screen.seen.title")),
            picture,
            () if glimpse is None else tuple(_outline(tag, say) for tag in glimpse.tags),
            () if glimpse is None else _remarks(glimpse, say),
            say("screen.seen.nothing"),
            Hints(back=say("screen.hint.back")),
            self._context.notices(say=say),
        )


def _outline(tag: TagSeen, say: Phrases) -> Outline:
    return Outline(tag.corners, say.name("card", tag.card), "settled" if tag.is_settled else "seen")


def _remarks(glimpse: Glimpse, say: Phrases) -> tuple[Remark, ...]:
    settled = sum(tag.is_settled for tag in glimpse.tags)
    unsure = len(glimpse.tags) - settled
    level: Level = "warn" if unsure else "info"
    return (
        Remark(say("screen.seen.read"), str(len(glimpse.tags)), "cards"),
        Remark(say("screen.seen.settled"), str(settled), "tick", "good" if settled else "info"),
        Remark(say("screen.seen.unsure"), str(unsure), "wait", level),
        Remark(say("screen.seen.foreign"), str(glimpse.strangers), "no"),
    )
