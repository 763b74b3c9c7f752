"""Changing a setting while the program runs: checked like one from a file, and kept in the user's file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.documents import Tangled, check_shape, parse_toml
from companion.files import is_there, one_at_a_time, os_reason, write_whole
from companion.language.wording import Trouble
from companion.settings.config import Config, known_keys
from companion.settings.layers import LARGEST_FILE
from rules.core.errors import InvalidValue
from rules.core.words import Words, words
from vision.safe_open import TooLarge, read_plain


def with_setting(config: Config, key: str, value: object) -> Config:
    """The settings with one changed, such as ``sound.volume``; raises ``Trouble`` for a value it cannot take."""
    check = known_keys().get(key)
    try:
        checked = None if check is None else check(value)
    except InvalidValue as unfit:
        raise Trouble(words("config.unfit", key=key, expected=unfit.wanted, got=repr(value))) from unfit
    if check is None:
        raise Trouble(words("config.unknown", key=key))
    section, _, name = key.rpartition(".")
    if not section:
        return replace(config, **dict[str, Any]({name: checked}))
    changed: Any = replace(getattr(config, section), **{name: checked})
    return replace(config, **{section: changed})


def keep_setting(path: Path, key: str, value: Any) -> None:
    """Writes one setting into a file and leaves the rest of it alone; an unreadable file is not touched."""
    with one_at_a_time(path.parent):
        write_whole(path, _with_value(path, key, value))


def _with_value(path: Path, key: str, value: Any) -> str:
    text = _read(path)
    try:
        check_shape(text)
        document = tomlkit.parse(text)
        section, _, name = key.rpartition(".")
        table: Any = document
        if section:
            if section not in document:
                document.add(section, tomlkit.table())
            table = document[section]
        table[name] = value
        written = tomlkit.dumps(document)
        parse_toml(written)
    except Tangled as error:
        raise _unkept(path, error.what) from error
    except (TOMLKitError, ValueError, TypeError, AttributeError) as error:
        raise _unkept(path, words("config.not_toml")) from error
    return written


def _read(path: Path) -> str:
    try:
        return read_plain(path, LARGEST_FILE).decode("utf-8")
    except TooLarge as error:
        raise _unkept(path, words("config.too_large", kib=LARGEST_FILE // 1024)) from error
    except OSError as error:
        if not is_there(path):
            return ""
        raise _unkept(path, words("config.unreadable", reason=os_reason(error))) from error
    except UnicodeDecodeError as error:
        raise _unkept(path, words("config.not_utf8")) from error


def _unkept(path: Path, what: Words) -> Trouble:
    return Trouble(words("config.unkept", file=str(path), what=what))
