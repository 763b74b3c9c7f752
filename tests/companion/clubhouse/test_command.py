"""``companion club``: what it refuses in words, and standings without a broker."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.clubhouse.register import BoxMessage, open_register, utc_now
from companion.keeping.folder_lock import FolderLock
from companion.keeping.storage_places import CLUB_FOLDER
from tests.companion.clubhouse.results import result


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.mark.slow
def test_standings_without_a_broker(home: Path, tmp_path: Path) -> None:
    folder = home / CLUB_FOLDER
    folder.mkdir()
    with FolderLock(folder) as lock:
        register = open_register(lock)
        register.hear([BoxMessage("box-1", result(1, {"Ada": (1, 40), "Bo": (2, 30)}))], utc_now())
        register.close()
    assert main(["club", "--export", str(tmp_path / "season.csv")]) == 0
    assert (tmp_path / "season.csv").read_text().splitlines() == [
        "place,name,total,games,wins",
        "1,Ada,2,1,1",
        "2,Bo,0,1,0",
    ]
    assert main(["club", "--export", str(tmp_path / "season.pdf")]) == 0
    assert (tmp_path / "season.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--export", "season.exe"], ".csv"),
        ([], "broker"),
        (["--set", "club.broker=127.0.0.1", "--set", "club.club="], "Which club"),
        (["--set", "club.broker=127.0.0.1", "--account", "/nowhere"], "/nowhere"),
        (["--set", "club.broker=127.0.0.1", "--address", "127.0.0.1", "--port", "99999"], "port"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    home: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["club", "--no-screen", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_one_board_at_a_time(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = home / CLUB_FOLDER
    folder.mkdir()
    with FolderLock(folder) as lock:
        lock.take()
        assert main(["club", "--no-screen", "--set", "club.broker=127.0.0.1"]) == 2
    assert str(folder) in capsys.readouterr().err
