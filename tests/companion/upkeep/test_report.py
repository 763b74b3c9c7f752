"""One file with everything, whatever is broken; and nobody's name in it if so wished."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from companion.cli import main
from companion.keeping.store import Store, open_store
from companion.settings.config import load_config
from companion.upkeep.report import write_report
from rules.core.game import Setup
from rules.core.journal import Step
from tests.doubles.toy import TOY, Count, Counted

NAMES = ("Zoë", 'Bo "the" Bold')


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def _kept_game(store: Store) -> None:
    ident = store.new_game(TOY, Setup("toy", NAMES))
    store.append(TOY, ident, Step(1, 0, Count(0, 2), (Counted(0, 2),)))


def _parts(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_everything_is_in_it(data: Path, tmp_path: Path) -> None:
    store = open_store(data)
    _kept_game(store)
    store.close()
    (data / "companion.log").write_text("camera gone\n", "utf-8")
    frames = data / "recordings" / "night-1"
    frames.mkdir(parents=True)
    (frames / "1.jpg").write_bytes(b"picture")
    write_report(load_config(), tmp_path / "r.zip", hide_names=False)
    parts = _parts(tmp_path / "r.zip")
    assert set(parts) == {"report.json", "log/companion.log", "games/1.jsonl", "frames/night-1-1.jpg"}
    report = json.loads(parts["report.json"])
    assert report["not_included"] == []
    assert report["doctor"]["parts"]
    game, entry = map(json.loads, parts["games/1.jsonl"].splitlines())
    assert json.loads(game["setup"])["players"] == list(NAMES)
    assert entry["seq"] == 1


def test_names_are_hidden_however_they_are_written(data: Path, tmp_path: Path) -> None:
    store = open_store(data)
    _kept_game(store)
    store.close()
    (data / "companion.log").write_text("Zoë pressed back; Zoëlogy is a word\n", "utf-8")
    write_report(load_config(), tmp_path / "r.zip", hide_names=True)
    parts = _parts(tmp_path / "r.zip")
    game = json.loads(parts["games/1.jsonl"].splitlines()[0])
    assert json.loads(game["setup"])["players"] == ["Player 1", "Player 2"]
    assert parts["log/companion.log"] == "Player 1 pressed back; Zoëlogy is a word\n"
    assert "Bold" not in "".join(parts.values())


def test_a_broken_games_file_is_said_and_the_rest_is_there(data: Path, tmp_path: Path) -> None:
    (data / "games.sqlite").write_bytes(b"nonsense" * 500)
    (data / "companion.log").write_text("x\n", "utf-8")
    write_report(load_config(), tmp_path / "r.zip", hide_names=True)
    parts = _parts(tmp_path / "r.zip")
    assert json.loads(parts["report.json"])["not_included"] == ["games: file is not a database"]
    assert "log/companion.log" in parts
    assert (data / "games.sqlite").read_bytes().startswith(b"nonsense")


def test_the_command(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "r.zip"
    assert main(["report", "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"{target}: report.json\n"
    assert main(["report", "-o", str(target)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["report", "-o", str(tmp_path / "no/where.zip")]) == 2
