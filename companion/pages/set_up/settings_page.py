"""Settings that players change: each with its values in words. A change counts at once and is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.contract import Context
from companion.language.folders import languages
from companion.language.i18n import Phrases, language_names
from companion.models import Choice, Header, list_hints
from companion.pages.choice_page import OneOfPage
from companion.pages.screen_page import ModelPage
from companion.screens import Answered, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Navigation, Open, Page
from companion.settings.config import Config
from companion.signals.speech import can_speak

SECONDS = (10, 15, 20, 30, 45, 60, 90, 120)
SHARES = (0.2, 0.4, 0.6, 0.8, 1.0)
SIZES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 2.0)
ON_OFF = (True, False)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its key in the settings file, its values (none: every language), its icon."""

    key: str
    values: tuple[object, ...]
    icon: str

    @property
    def options(self) -> tuple[object, ...]:
        return self.values or ("auto", *languages())


SETTINGS: Mapping[str, tuple[Setting, ...]] = {
    "language": (
        Setting("language", (), "speech"),
        Setting("night.edition", (), "cards"),
    ),
    "sound": (
        Setting("sound.on", ON_OFF, "sound"),
        Setting("sound.volume", SHARES, "volume"),
        Setting("sound.speech", ("off", "everything", "turns", "questions"), "speech"),
    ),
    "clock": (
        Setting("timers.auction", ("off", "reminder", "strict"), "clock"),
        Setting("timers.seconds", SECONDS, "wait"),
        Setting("timers.count", ON_OFF, "clock"),
    ),
    "look": (
        Setting("display.look", ("evening", "contrast", "paper"), "screen"),
        Setting("display.motion", ON_OFF, "effects"),
        Setting("display.scale", SIZES, "letters"),
    ),
    "game": (
        Setting("night.help", ON_OFF, "question"),
        Setting("night.setup", ON_OFF, "list"),
        Setting("night.deck_check", ON_OFF, "cards"),
        Setting("night.seat_cards", ON_OFF, "hand"),
        Setting("camera.faces", ON_OFF, "camera"),
    ),
}


def value_now(config: Config, key: str) -> object:
    found: object = config
    for part in key.split("."):
        found = getattr(found, part)
    return found


def value_text(key: str, value: object, say: Phrases) -> str:
    """A value in words."""
    match value:
        case bool():
            return say("setup.on" if value else "setup.off")
        case float():
            return say("setup.percent", n=round(value * 100))
        case int():
            return say("setup.seconds", n=value)
    if value in languages():
        return say(f"setup.value.{key}.of", language=language_names()[str(value)])
    return say(f"setup.value.{key}.{value}")


class SettingsPage(ModelPage[ListScreen]):
    """The settings of one group; choosing one shows its values."""

    def __init__(self, context: Context, group: str) -> None:
        self._context = context
        self._group = group
        self._screen = ListScreen(self._model())

    def _model(self) -> ListModel:
        return settings_model(self._context.config, self._group, self._context.say)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(Setting(key="sound.speech")) if not can_speak():
                return None
            case Answered(Setting(values=values) as setting) if values == ON_OFF:
                self._context.change(setting.key, not value_now(self._context.config, setting.key))
            case Answered(Setting() as setting):
                return Open(values_page(self._context, setting))
        return super().act(outcome, now_ms)


def settings_model(config: Config, group: str, say: Phrases) -> ListModel:
    """Every setting of a group with its current value and what it does."""
    choices = tuple(
        Choice(say(f"setup.name.{setting.key}"), setting, _state(config, setting, say), setting.icon)
        for setting in SETTINGS[group]
    )
    header = Header(say("screen.setup.title"), say(f"setup.group.{group}"))
    return ListModel(header, choices, say(f"setup.about.{group}"), hints=list_hints(say, menu=False))


def _state(config: Config, setting: Setting, say: Phrases) -> str:
    if setting.key == "sound.speech" and not can_speak():
        return say("setup.no_speech")
    return value_text(setting.key, value_now(config, setting.key), say)


def values_page(context: Context, setting: Setting) -> Page:
    """The values of one setting, including the current one if it was written by hand."""
    say, now = context.say, value_now(context.config, setting.key)
    values = setting.options if now in setting.options else (now, *setting.options)
    header = Header(say("screen.setup.title"), say(f"setup.name.{setting.key}"))
    texts = [(value, value_text(setting.key, value, say)) for value in values]
    return OneOfPage(say, header, texts, now, partial(context.change, setting.key))
