"""What tests of the program share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.person import Person
from tests.companion.web.browser import Browser


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told and kept is for this test alone."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    somebody = Person(tmp_path)
    yield somebody
    somebody.store.close()


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    opened = Browser(tmp_path_factory.mktemp("browser"))
    yield opened
    opened.close()


@pytest.fixture
def browser(driver: Browser) -> Iterator[Browser]:
    """Its pages are closed after each test: what is left open goes on asking a server that is gone."""
    yield driver
    driver.close_tabs()
