"""The program, as a game may use it: what every page has at hand, and a game that is on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from companion.facts.box import GameBox
from companion.language.i18n import Phrases
from companion.models import CardModel, Notice, Reading
from companion.settings.changing import keep_setting, with_setting
from companion.settings.config import Config, user_file
from rules.core.words import Words

if TYPE_CHECKING:  # a command without a window must not load one
    from companion.contract.game import TableGame
    from companion.contract.games import Games
    from companion.keeping.store import Store
    from companion.play.live_game import LiveGame
    from hardware.camera.settings import Lock


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
    games: Games
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

    def box(self, slug: str) -> GameBox:
        """The box of a game, with the owner's facts of this data folder."""
        return self.games.box(slug, self.config.data_path)

    def phrases(self, slug: str, facts: Mapping[str, Any], players: tuple[str, ...]) -> Phrases:
        edition = self.config.night.edition
        wanted = self.language if edition == "auto" else edition
        return self.games.box(slug).phrases(self.language, facts, players, wanted)

    def notices(self, *more: Words | None, say: Phrases | None = None) -> tuple[Notice, ...]:
        """What the parts say, then what the game has to say, one line each."""
        speak = say or self.say
        standing = [Notice(speak.say(words), "warn", "warning") for words in self.parts.values()]
        return (*standing, *(Notice(speak.say(words)) for words in more if words is not None))


@dataclass(frozen=True, slots=True)
class Desk:
    """A game on the table: what a board and the pages beside it need."""

    context: Context
    game: TableGame
    live: LiveGame
    say: Phrases

    @property
    def phase(self) -> str:
        """The step that is on, by its name; empty where it has none."""
        phase = self.live.view["phase"]
        keys = (f"{self.game.slug}.phase.{phase}", f"screen.phase.{phase}")
        return next((self.say(key) for key in keys if self.say.has(key)), "")

    def card(self, card: str, state: Reading = "") -> CardModel:
        """A card with what is known of it now."""
        return self.game.screens.card(card, self.say, self.live.facts, state)
