"""Boards with a page, closed after the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.web.certificate import Certificate
from tests.companion.clubhouse.clubhouse import Clubhouse


@pytest.fixture
def clubhouse(tmp_path: Path) -> Iterator[Callable[..., Clubhouse]]:
    made: list[Clubhouse] = []

    def make(language: str = "en", certificate: Certificate | None = None) -> Clubhouse:
        made.append(Clubhouse(tmp_path, language, certificate))
        return made[-1]

    yield make
    for one in made:
        one.close()
