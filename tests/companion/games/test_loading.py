"""Games are found whatever one of them does when it is loaded: it is named with its reason, the others are played."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from companion import games
from companion.language.i18n import Phrases


class Point:
    """The entry point of a game beside us."""

    name = "stranger"

    def __init__(self, load: Any) -> None:
        self.load = load


def _exit() -> Any:
    sys.exit()


def _raise() -> Any:
    raise RuntimeError("on purpose")


@pytest.mark.parametrize("load", [_exit, _raise, lambda: None, lambda: 1 / 0], ids=["exit", "raise", "none", "divide"])
def test_a_game_that_cannot_be_loaded_is_named_and_the_others_are_there(
    load: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "entry_points", lambda group: [Point(load)])
    found = games.load_games.__wrapped__() if hasattr(games.load_games, "__wrapped__") else games.load_games()
    assert {"amul", "amulett"} <= set(found.slugs)
    assert [broken.name for broken in found.broken] == ["stranger"]
    assert "stranger" in Phrases("en").say(found.broken[0].why)
