"""A teaching page that runs, and an owner who has come in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import load_games
from companion.web.editor.editor_server import EditorServer, serve_editor
from tests.companion.web.client import Client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EditorServer]:
    running = serve_editor("en", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path / "home")
    running.start()
    yield running
    running.close()


@pytest.fixture
def owner(server: EditorServer) -> Client:
    return Client(server).enter()
