"""Somebody who scores a game by four buttons, with a data folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.person import Person


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return Person(tmp_path, camera="none")
