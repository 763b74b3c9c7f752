"""Puts a language beside ours for the length of a test, as an owner does: a folder among the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import resources
from companion.language import folders, i18n


def forget() -> None:
    """Everything that was read of languages."""
    for kept in (folders.languages, i18n.own_texts, i18n.load_texts, i18n.part_of):
        kept.cache_clear()


def add_language(home: Path, code: str, monkeypatch: pytest.MonkeyPatch, **files: str) -> Path:
    """A folder with these files, found until the test ends."""
    monkeypatch.setattr(resources, "user_home", lambda: home)
    folder = home / "languages" / code
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    forget()
    return folder
