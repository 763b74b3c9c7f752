"""``companion history``: the list, its filters, records, and one game in full."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.language.i18n import Phrases
from companion.language.wording import moment_words
from tests.companion.nights import keep_night
from tests.games import open_store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    store = open_store(tmp_path)
    keep_night(store)
    keep_night(store, "amulett", names=("Ada", "Eve", "Fay"))
    keep_night(store, steps=4)
    store.close()
    return tmp_path


def _json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["history", "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_the_list_is_narrowed_and_practice_counts_only_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    everything = _json(capsys)
    assert ([game["id"] for game in everything["games"]], everything["counted"]) == ([3, 2, 1], 0)
    assert [game["id"] for game in _json(capsys, "--player", "Eve")["games"]] == [2]
    assert _json(capsys, "--players", "4")["games"] == []
    assert _json(capsys, "--year", "1999")["games"] == []
    practised = _json(capsys, "--practice", "--game", "amul")
    assert practised["counted"] == 1
    assert practised["records"][0]["sort"] == "most_points"
    assert len(practised["rivalries"]) == 3
    assert sum(player["wins"] for player in practised["players"]) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_an_open_game_is_named_by_its_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "--open"]) == 0
    assert "(not ended, round 1 of 9" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_one_night_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    night = _json(capsys, "2")
    assert min(player["place"] for player in night["result"]["players"]) == 1
    assert sum(night["times_ms"]["players"]) > 0
    assert len(night["log"]) == night["entries"]
    assert main(["history", "2"]) == 0
    said = capsys.readouterr().out
    began = Phrases("en").say(moment_words(night["started"]))
    assert said.startswith(f"game 2, Das Amulett, {began}: Ada, Eve and Fay")
    assert "1. " in said
    assert "counts as a break" in said


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_records_are_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "--records", "--practice"]) == 0
    said = capsys.readouterr().out
    assert "most points: " in said
    assert "practice values" in said


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_a_night_that_is_not_there_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "77"]) == 2
    assert "there is no game 77" in capsys.readouterr().err
