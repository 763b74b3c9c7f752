"""Games are found whatever one of them does when it is loaded: it is named with its reason, the others are played."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.cli import main
from companion.doctor.keeping import check_table_games
from companion.facts import box as box_module
from companion.facts.box import read_toml
from companion.language.i18n import Phrases
from companion.resources import asset
from tests.languages import LANGUAGES


class Point:
    """The entry point of a game beside us."""

    name = "stranger"
    dist = None

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
    monkeypatch.setattr(games, "game_points", lambda: (Point(load),))
    found = games.load_games.__wrapped__()
    assert {"amul", "amulett"} <= set(found.slugs)
    assert [broken.name for broken in found.broken] == ["stranger"]
    assert "stranger" in Phrases("en").say(found.broken[0].why)


def _interrupts() -> Any:
    raise KeyboardInterrupt


def test_a_game_that_raises_what_ctrl_c_raises_ends_no_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "game_points", lambda: (Point(_interrupts),))
    games.load_games.cache_clear()
    try:
        assert main(["labels", "--list"]) == 0
        assert [broken.name for broken in games.load_games().broken] == ["stranger"]
    finally:
        games.load_games.cache_clear()
    assert capsys.readouterr().out


def _never_ends() -> Any:
    while True:
        with suppress(Exception):
            time.sleep(60)


def test_a_game_that_never_comes_to_an_end_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "game_points", lambda: (Point(_never_ends),))
    monkeypatch.setattr(games, "LONGEST_LOAD_S", 0.01)
    found = games.load_games.__wrapped__()
    assert {"amul", "amulett"} <= set(found.slugs)
    assert Phrases("en").say(found.broken[0].why).startswith("The game stranger cannot be loaded (> 0.01 s)")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data of the games of this project, to be spoilt."""
    shutil.copytree(asset("games"), tmp_path / "games")
    monkeypatch.setattr(box_module, "_folder_of", lambda slug: tmp_path / "games" / slug)
    games.load_games.cache_clear()
    yield tmp_path / "games" / "amul"
    games.load_games.cache_clear()
    read_toml.cache_clear()


SPOILT = {
    "no TOML": ("tags.toml", "letter = ", "its tags.toml cannot be used"),
    "no letter": ("tags.toml", "[numbers]", "expected a letter from A to Z, got None"),
    "no numbers": ("tags.toml", 'letter = "Q"', "expected a table [numbers]"),
    "a wrong span": ("tags.toml", 'letter = "Q"\nnumbers = { camel = { market = [9] } }', "got [9] (camel.market)"),
    "a letter of seat cards": ("tags.toml", 'letter = "S"\n[numbers]', "begin with S, as those of seat cards do"),
    "zones that are none": ("zones.toml", "zones = 3", "its zones.toml cannot be used (expected 1 to"),
    "no mat": (
        "zones.toml",
        'zones = [{ name = "table", corners = [[0, 0], [9, 0], [9, 9]] }]',
        "its zones.toml needs a zone called mat",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_spoilt_data_of_our_own_game_is_named_and_the_others_are_there(
    what: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, text, said = SPOILT[what]
    (data / file).write_text(text, "utf-8")
    found = games.load_games()
    assert "amul" not in found.slugs
    assert "amulett" in found.slugs
    (broken,) = found.broken
    assert said in Phrases("en").say(broken.why)
    assert {Phrases(code).say(broken.why) for code in LANGUAGES} != {broken.why.key}
    assert [finding.part for finding in check_table_games(found)] == ["table games", "game amul"]
    assert main(["labels", "--list"]) == 0
    assert "TCA" not in capsys.readouterr().out
    assert main(["labels", "--game", "amul", "--list"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_zones_it_is_said_which_file_is_missing(data: Path) -> None:
    (data / "zones.toml").unlink()
    assert Phrases("en").say(games.load_games().broken[0].why) == "The game amul is left out: it has no zones.toml."


@pytest.mark.usefixtures("data")
def test_without_any_game_commands_say_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(games, "_sources", lambda: iter(()))
    assert games.load_games().slugs == ()
    for command in (["simulate"], ["mat", "-o", "mat.pdf"], ["play", "--demo", "--headless"]):
        assert main(command) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
