"""Whatever somebody names or lays into the data folder under the name of a file: one line in words, and no waiting."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.play.referee import LONGEST_LINE, read_lines
from tests.companion.test_documents import TANGLES
from tests.endurance.odd_files import odd_files
from tests.games import new_referee

LONGEST_S = 60  # only so that a test which waits for ever ends some time

READING = {
    "facts check": ["facts", "check", "FILE"],
    "facts import": ["facts", "import", "FILE"],
    "facts status": ["facts", "status", "--facts", "FILE"],
    "score": ["score", "FILE"],
    "export": ["export", "--import", "FILE"],
    "doctor": ["doctor", "--game", "FILE"],
    "settings": ["labels", "--list", "--game", "amul", "--config", "FILE"],
    "simulate": ["simulate", "--facts", "FILE"],
}


@pytest.fixture(autouse=True)
def _own_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("waits for ever"))
    signal.alarm(LONGEST_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _refused(words: list[str], path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main([str(path) if word == "FILE" else word for word in words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("companion: ")
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en_GB.UTF-8", "de_DE.UTF-8"])
@pytest.mark.parametrize("words", READING.values(), ids=READING)
def test_what_is_no_file_is_refused_by_every_command(
    words: list[str], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    for path in odd_files(tmp_path, ".toml"):
        _refused(words, path, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("words", [words for name, words in READING.items() if name not in ("export", "doctor")])
def test_a_tangle_is_refused_by_every_command_with_its_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in TANGLES.values():
        (tmp_path / "tangle.toml").write_text(f"# remark\n{text}")
        said = _refused(words, tmp_path / "tangle.toml", capsys)
        assert "tangle.toml, line 2: expected" in said


def test_a_name_steers_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (b"a\x1b[2J\x07\xff.toml", b"a\nforged.toml", "\u202elmot.a".encode()):
        path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
        for words in (["facts", "check", "FILE"], ["labels", "--game", "FILE"]):
            said = _refused(words, path, capsys)
            assert said.removesuffix("\n").isprintable()


def test_the_referee_refuses_them_and_goes_on(tmp_path: Path) -> None:
    referee = new_referee("en", "amul", tmp_path)
    for path in odd_files(tmp_path, ".toml"):
        asked = {"do": "new", "players": ["A", "B", "C"], "facts": path.name}
        assert referee.answer(json.dumps(asked).encode())["refused"] == "facts"
    assert referee.answer(b'{"do": "new", "players": ["A", "B", "C"]}')["ok"]


def test_a_line_without_end_is_answered_before_its_end() -> None:
    """And no more of it is kept than shows that it is too long."""
    read = 0

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            nonlocal read
            read += len(buffer)
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    line = next(read_lines(io.BufferedReader(Endless())))
    assert LONGEST_LINE < len(line) <= read < 2 * LONGEST_LINE
    assert new_referee("en", "amul").answer(line)["refused"] == "unreadable"


ODD_PLACES = ("games.sqlite", "games.sqlite-wal", "in-use", "companion.log", "facts/amul.toml")


@pytest.mark.parametrize("name", ODD_PLACES)
@pytest.mark.parametrize("words", [["history"], ["facts", "status"], ["labels", "--list", "--game", "amul"]])
def test_a_pipe_in_the_data_folder_is_not_waited_for(
    name: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data" / name).parent.mkdir(parents=True)
    os.mkfifo(tmp_path / "data" / name)
    assert main(words) in (0, 2)
    assert capsys.readouterr().err.count("\n") <= 1


@pytest.mark.parametrize("name", ["games.sqlite", "games.sqlite-wal"])
def test_a_file_of_games_without_end_is_not_read(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / name).touch()
    os.truncate(tmp_path / "data" / name, 300 << 30)
    assert main(["history"]) == 2
    assert "expected at most" in capsys.readouterr().err


@pytest.mark.parametrize(
    "place", ["/dev/null", "/proc/self/mem", "x" * 5_000, "~nobody-of-that-name/x", "a\nb", "FILE"]
)
def test_a_data_folder_that_is_none_is_said(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").touch()
    monkeypatch.setenv("COMPANION_DATA", place)
    for words in (["history"], ["export"], ["facts", "status"]):
        assert main(words) in (0, 2)
        assert capsys.readouterr().err.count("\n") <= 1
