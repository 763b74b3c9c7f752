"""Which languages there are: each is a folder with texts, ours or one that somebody has added."""

from __future__ import annotations

import logging
import os
import re
from functools import cache
from pathlib import Path

from companion.resources import asset, language_homes

logger = logging.getLogger(__name__)

ENGLISH = "en"  # every text exists in it; what another language lacks is shown in it
_CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})?")


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    found = {folder.name for home in language_homes() for folder in _folders(home)}
    return (ENGLISH, *sorted(found - {ENGLISH}))


def _folders(home: Path) -> list[Path]:
    try:
        return [one for one in home.iterdir() if _CODE.fullmatch(one.name) and any(one.glob("*.toml"))]
    except OSError:  # nobody has added a language, or we may not look
        return []


def text_files(code: str) -> list[Path]:
    """The files of a language: the program's, its games', and those somebody has added."""
    homes = [home / code for home in language_homes()]
    files = [sorted(home.glob("*.toml")) for home in homes]
    return [*files[0], *sorted(asset("games").glob(f"*/{code}.toml")), *(path for more in files[1:] for path in more)]


def game_folders() -> dict[Path, str]:
    """The data of our own games, a folder each, and which game it is."""
    return {folder: folder.name for folder in sorted(asset("games").iterdir()) if folder.is_dir()}


def known_language(name: str) -> str:
    """Our code for a name such as ``de_AT.UTF-8`` or ``pt-BR``; empty if we do not have that language."""
    whole = re.split(r"[.@;]", name.strip().lower().replace("_", "-"))[0]
    return next((code for code in (whole, whole.partition("-")[0]) if code in languages()), "")


def system_language() -> str:
    """The system's language, if we have it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return known_language(value) or ENGLISH
    return ENGLISH
