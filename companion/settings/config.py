"""All settings, and where they come from: defaults < /etc < the user's file < environment < command line.

A mistake in a file costs only that setting: it becomes a ``Problem``, and the layer below counts. A mistake on the
command line is refused at once.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast, get_type_hints

import platformdirs

from companion import CompanionError
from companion.files import is_there, make_folder
from companion.language.folders import system_language
from companion.language.wording import Trouble
from companion.resources import APP, SYSTEM_HOME, asset, user_home
from companion.settings.checks import Flag, Language, Slug, Text, Whole, setting
from companion.settings.layers import Layer, Problem, merge, read_file, read_pairs
from companion.settings.sections import (
    CameraSettings,
    DataSettings,
    DisplaySettings,
    NightSettings,
    PanelSettings,
    SoundSettings,
    TimerSettings,
)
from rules.core.words import words

SYSTEM_FILE = SYSTEM_HOME / "config.toml"

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSettings:
    on: bool = setting(Flag())
    broker: str = setting(Text())
    port: int = setting(Whole(1, 65535))
    tls: bool = setting(Flag())
    ca: str = setting(Text())
    account: str = setting(Text())
    club: str = setting(Slug())
    box: str = setting(Slug())
    table: str = setting(Text())
    home_assistant: str = setting(Text())


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings, checked, and what was wrong with the files they came from."""

    language: str = setting(Language())
    display: DisplaySettings
    camera: CameraSettings
    panel: PanelSettings
    sound: SoundSettings
    timers: TimerSettings
    data: DataSettings
    night: NightSettings
    club: ClubSettings
    problems: tuple[Problem, ...] = ()

    @property
    def spoken(self) -> str:
        """The language of the screen, by its code."""
        return system_language() if self.language == "auto" else self.language

    @property
    def voices_path(self) -> Path:
        """Where the owner's voices for piper are."""
        return Path(self.sound.voices).expanduser() if self.sound.voices else self.data_path / "voices"

    @property
    def edition(self) -> str:
        """The language of the printed cards."""
        return self.spoken if self.night.edition == "auto" else self.night.edition

    @property
    def data_path(self) -> Path:
        """Where games are kept; may not exist yet, see ``data_dir``."""
        folder = self.data.folder
        try:
            path = Path(folder) if folder else platformdirs.user_data_path(APP, appauthor=False)
            return path.expanduser().absolute()
        except RuntimeError as error:
            raise CompanionError(
                "this user has no home folder; set HOME, or name a data folder with --set data.folder=DIR or"
                " COMPANION_DATA"
            ) from error

    @property
    def games_path(self) -> Path:
        """The one file with all games."""
        return self.data_path / "games.sqlite"


def user_file() -> Path:
    return user_home() / "config.toml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--config`` and ``--set`` for a command that uses settings."""
    parser.add_argument("--config", metavar="FILE", type=Path)
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[])


def from_args(args: argparse.Namespace) -> Config:
    """The settings of a command that called ``add_arguments``."""
    return load_config(extra=args.config, pairs=tuple(args.set))


def language_of(args: argparse.Namespace) -> str:
    """The language of a command: its own option, its settings, or the system's if those cannot be read."""
    if getattr(args, "language", None):
        return str(args.language)
    try:
        return (from_args(args) if hasattr(args, "config") else load_config()).spoken
    except CompanionError:
        return system_language()


def load_config(
    *,
    extra: Path | None = None,
    pairs: tuple[str, ...] = (),
    files: tuple[Path, ...] | None = None,
) -> Config:
    """Reads all layers. ``extra`` and ``pairs`` come from the command line, so their mistakes are refused."""
    values: dict[str, Any] = {}
    problems = merge(values, _defaults(), known_keys())
    _refuse(problems)
    places = tuple(dict.fromkeys((SYSTEM_FILE, user_file()))) if files is None else files
    ambient = [read_file(path) for path in places if is_there(path)]
    _lay_over(values, [*ambient, _environment()], problems)
    named: list[Problem] = []
    _lay_over(values, ([read_file(extra)] if extra else []) + [read_pairs(pairs)], named)
    _refuse(named)
    return _build(Config, values, "", problems=tuple(problems))


def data_home(home: Path | None = None) -> Path:
    """The given data folder, or the one in the settings."""
    return load_config().data_path if home is None else home


def data_dir(config: Config | None = None) -> Path:
    """The folder with games, facts and logs, created if needed. The one place that decides where it is."""
    path = (config or load_config()).data_path
    try:
        make_folder(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CompanionError(
            f"cannot create the data folder {path}: {reason};"
            " choose another with --set data.folder=DIR or COMPANION_DATA"
        ) from error
    return path


@cache
def _defaults() -> Layer:
    return read_file(asset("defaults.toml"))


_hints = cache(get_type_hints)  # settings are read often: whoever tells a fact asks where it is kept


@cache
def known_keys() -> Mapping[str, Any]:
    """The check of every setting, by its dotted key."""
    return _checks(Config, "")


def _checks(section: type, prefix: str) -> dict[str, Any]:
    hints = _hints(section)
    found: dict[str, Any] = {}
    for field in fields(section):
        if is_dataclass(hints[field.name]):
            found |= _checks(hints[field.name], f"{prefix}{field.name}.")
        elif "check" in field.metadata:
            found[prefix + field.name] = field.metadata["check"]
    return found


def _build(section: type[T], values: Mapping[str, Any], prefix: str, **given: Any) -> T:
    hints = _hints(cast("Any", section))
    for field in fields(cast("Any", section)):
        key = prefix + field.name
        if is_dataclass(hints[field.name]):
            given[field.name] = _build(cast("type[Any]", hints[field.name]), values, f"{key}.")
        elif "check" in field.metadata:
            given[field.name] = values[key]
    return section(**given)


def _lay_over(values: dict[str, Any], layers: list[Layer], problems: list[Problem]) -> None:
    """Merges the layers in order; one that puts two things on one pin loses all its pins."""
    for layer in layers:
        before = dict(values)
        problems += merge(values, layer, known_keys())
        if pin := _shared_pin(values):
            problems.append(Problem(layer.source, _line_of_pin(layer, pin), words("config.shared_pin", pin=pin)))
            values.update({key: before[key] for key in before if key.startswith("panel.")})


def _shared_pin(values: Mapping[str, Any]) -> int | None:
    wired = [pin for _, pin in _build(PanelSettings, values, "panel.").wiring().pins()]
    return next((pin for pin in wired if wired.count(pin) > 1), None)


def _line_of_pin(layer: Layer, pin: int) -> int:
    of_panel = ((key, value) for key, value in layer.values.items() if key.startswith("panel."))
    wired = [key for key, value in of_panel if pin in (value if isinstance(value, list) else [value])]
    return layer.lines(wired)[0] if wired else 0


def _environment() -> Layer:
    folder = os.environ.get("COMPANION_DATA", "")
    return Layer("COMPANION_DATA", {"data.folder": folder} if folder else {})


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise Trouble(problems[0].words)
