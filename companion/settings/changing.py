"""A setting changed while the program runs: checked like one from a file, and kept in the file of the user."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.errors import CompanionError
from companion.settings.checks import Unfit
from companion.settings.config import Config, known_keys
from companion.settings.layers import LARGEST_FILE
from companion.wholefile import write_whole


def with_setting(config: Config, key: str, value: object) -> Config:
    """The settings with one of them changed, ``sound.volume`` say; raises ``CompanionError`` for what it cannot be."""
    check = known_keys().get(key)
    try:
        checked = None if check is None else check(value)
    except Unfit as unfit:
        raise CompanionError(f"{key} cannot be {value!r} ({unfit.expected.key})") from unfit
    if check is None:
        raise CompanionError(f"there is no setting {key!r}; assets/defaults.toml lists them")
    section, _, name = key.rpartition(".")
    if not section:
        return replace(config, **dict[str, Any]({name: checked}))
    changed: Any = replace(getattr(config, section), **{name: checked})
    return replace(config, **{section: changed})


def keep_setting(path: Path, key: str, value: Any) -> None:
    """Writes it into a settings file, whatever else stands there; a file that cannot be read is left as it is."""
    text = _read(path)
    try:
        document = tomlkit.parse(text)
        section, _, name = key.rpartition(".")
        table: Any = document
        if section:
            if section not in document:
                document.add(section, tomlkit.table())
            table = document[section]
        table[name] = value
        written = tomlkit.dumps(document)
        tomllib.loads(written)
    except (TOMLKitError, ValueError, TypeError, AttributeError) as error:
        raise CompanionError(
            f"{path} is no settings file any more, so the change counts until the end only; put it right to keep more"
        ) from error
    write_whole(path, written)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise CompanionError(f"{path}: expected a settings file of at most {LARGEST_FILE // 1024} KiB")
        return raw.decode("utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise CompanionError(f"{path}: {(error.strerror or 'cannot be read').lower()}; check the file") from error
    except UnicodeDecodeError as error:
        raise CompanionError(f"{path}: expected UTF-8 text; save the file as UTF-8") from error
