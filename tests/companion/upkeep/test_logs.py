"""The log is bounded, discreet and never in the way."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.upkeep import logs
from companion.upkeep.logs import RepeatFilter, start_logging

log = logging.getLogger("companion.anything")


@dataclass(frozen=True)
class Hand:
    cards: tuple[str, ...]


@pytest.fixture(autouse=True)
def _put_back() -> Iterator[None]:
    root, before = logging.getLogger(), logging.getLogger().handlers[:]
    level, hook, raising = root.level, threading.excepthook, logging.raiseExceptions
    for handler in before:
        root.removeHandler(handler)
    yield
    for handler in root.handlers[:]:
        root.removeHandler(handler)
        handler.close()
    for handler in before:
        root.addHandler(handler)
    root.setLevel(level)
    threading.excepthook, logging.raiseExceptions = hook, raising


def test_the_file_has_everything_and_stderr_the_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = start_logging(tmp_path)
    assert path == tmp_path / "companion.log"
    log.info("camera: %s", "twin")
    log.warning("no buttons")
    text = path.read_text("utf-8")
    assert "INFO companion.anything: camera: twin" in text
    assert "WARNING companion.anything: no buttons" in text
    assert "twin" not in capsys.readouterr().err


def test_a_hand_is_never_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = start_logging(tmp_path, verbose=True)
    assert path is not None
    hand = Hand(("gold#1",))
    log.info("holds %s", hand)
    log.info("holds %(hand)s", {"hand": hand})
    log.info("all %s %s", [hand], {"hand": hand.cards})
    log.error(hand)
    text = path.read_text("utf-8") + capsys.readouterr().err
    assert "gold#1" not in text
    assert "holds <Hand>" in text


def test_the_files_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LARGEST_FILE", 5_000)
    start_logging(tmp_path)
    for number in range(200):
        line = f"{number} {'x' * 5_000}"
        log.info(line)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 1 + logs.KEPT_FILES
    assert sum(file.stat().st_size for file in files) < 4 * (5_000 + 2_100)


def test_one_fault_does_not_push_out_the_rest(tmp_path: Path) -> None:
    path = start_logging(tmp_path)
    assert path is not None
    for number in range(50):
        log.info("frame %d lost", number)
    assert path.read_text("utf-8").count("lost") == logs.SAME_IN_A_MINUTE


def test_the_same_message_comes_again_after_a_minute_and_after_a_clock_jump() -> None:
    patience = RepeatFilter()

    def passes(at: float) -> bool:
        record = logging.LogRecord("n", logging.INFO, "", 0, "m", (), None)
        record.created = at
        return patience.filter(record)

    assert [passes(1000.0 + i) for i in range(6)] == [True] * 5 + [False]
    assert passes(1060.0)
    assert passes(3.0)


def test_no_place_for_a_file_is_said_and_not_fatal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert start_logging(tmp_path / "missing") is None
    log.warning("still here")
    err = capsys.readouterr().err
    assert "no log file" in err
    assert "still here" in err


def test_a_thread_that_dies_leaves_a_line(tmp_path: Path) -> None:
    path = start_logging(tmp_path)
    assert path is not None

    def fail() -> None:
        raise OSError("camera gone")

    thread = threading.Thread(target=fail, name="camera")
    thread.start()
    thread.join()
    text = path.read_text("utf-8")
    assert "camera ended with an error" in text
    assert "camera gone" in text


def test_the_name_of_a_file_forges_no_line_and_steers_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = start_logging(tmp_path)
    assert path is not None
    log.warning("%s cannot be read", Path("a\n2026-11-15 20:15:00 ERROR forged\x1b[2J\udcff.toml"))
    log.error("lost", exc_info=OSError("gone \x1b[2J"))
    for text in (path.read_text("utf-8"), capsys.readouterr().err):
        assert text.count("ERROR") == 2, "one of them inside the line of the name"
        assert text.splitlines()[0].endswith("cannot be read")
        assert "\x1b" not in text


def test_a_pipe_is_no_log_and_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / logs.LOG)
    assert start_logging(tmp_path) is None
    assert "no log file" in capsys.readouterr().err
