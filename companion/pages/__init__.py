"""Pages: what stands behind a screen. A page keeps its screen up to date and turns outcomes into what happens next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from companion.i18n import Phrases
from companion.keeping.store import Store
from companion.screens import Outcome, Screen
from companion.settings.changing import keep_setting, with_setting
from companion.settings.config import Config, user_file
from companion.shelves import phrases_for
from companion.views.model import Hints, Notice
from hardware.camera.settings import Lock
from rules.core.game import Setup
from rules.core.words import Words


class CameraHold(Protocol):
    """A camera whose focus and light can be held as they are."""

    @property
    def held(self) -> Lock: ...

    def hold(self) -> None: ...

    def release(self) -> None: ...


@dataclass(slots=True)
class Context:
    """What every page may use. ``parts`` holds what the parts of the box have to say, until they say otherwise."""

    config: Config
    store: Store
    language: str
    facts: str = "own"  # which facts a new game rests on
    parts: dict[str, Words] = field(default_factory=dict)
    camera: CameraHold | None = None
    heed: Callable[[Config], None] | None = None  # told of settings changed on the screen, at once

    def change(self, key: str, value: object) -> None:
        """Changes a setting here and now, then keeps it; if it cannot be kept it counts all the same until the end."""
        changed = with_setting(self.config, key, value)
        if self.heed is not None:
            self.heed(changed)
        self.config = changed
        if key == "language":
            self.language = changed.spoken
        keep_setting(user_file(), key, value)

    @property
    def say(self) -> Phrases:
        return Phrases(self.language)

    @property
    def has_camera(self) -> bool:
        return self.config.camera.kind != "none" and "camera" not in self.parts

    def phrases(self, slug: str, facts: Mapping[str, Any], players: tuple[str, ...]) -> Phrases:
        edition = self.config.night.edition
        return phrases_for(slug, self.language, facts, players, self.language if edition == "auto" else edition)

    def notices(self, *more: Words | None, say: Phrases | None = None) -> tuple[Notice, ...]:
        """What the parts say, then what the game has to say, one line each."""
        speak = say or self.say
        standing = [Notice(speak.say(words), "warn", "warning") for words in self.parts.values()]
        return (*standing, *(Notice(speak.say(words)) for words in more if words is not None))


@dataclass(frozen=True, slots=True)
class Open:
    """Another page on top; leaving it comes back here."""

    page: Page


@dataclass(frozen=True, slots=True)
class Replace:
    """Another page in place of this one."""

    page: Page


@dataclass(frozen=True, slots=True)
class Close:
    """Back to the page below; from the lowest one there is no way but ``Quit``."""


@dataclass(frozen=True, slots=True)
class Home:
    """All the way back to the start page."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Ends the program; ``again``: and starts it anew."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The same game once more, from the start page up."""

    setup: Setup


Turn: TypeAlias = Open | Replace | Close | Home | Quit | PlayAgain | None


class Page(Protocol):
    def screen(self, now_ms: int) -> Screen:
        """The screen as it should look now."""
        ...

    def act(self, outcome: Outcome, now_ms: int) -> Turn:
        """What a person chose on that screen."""
        ...

    @property
    def is_stale(self) -> bool:
        """There is nothing left to do here; the page closes by itself."""
        ...


class Lasting:
    """A page that stays until somebody leaves it."""

    is_stale = False


def list_hints(say: Phrases, *, menu: bool = True) -> Hints:
    """The hint line of a list: walk, open, back."""
    walk = say("screen.hint.choose")
    return Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.back"), say("screen.hint.menu") if menu else "")
