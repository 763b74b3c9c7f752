"""A night recorded and replayed; bounded on disk, and an error stops only the recording."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.seeing.recording import FrameFolder, LastKept, NoRoom, Recorder, encode, is_news, open_recorder
from hardware.camera.recorded import read_index
from hardware.camera.replay import ReplayCamera
from hardware.camera.settings import CameraConfig
from rules.core.words import Words
from vision.frames import Frame, Grey


def _table(card_at: int | None = None, seed: int = 0) -> Grey:
    """A table with noise; a card lies ``card_at`` pixels from the left."""
    grey = np.random.default_rng(seed).integers(96, 104, (360, 640), dtype=np.uint8)
    if card_at is not None:
        grey[100:160, card_at : card_at + 40] = 220
    return grey


def _frame(at_ms: int, card_at: int | None = None) -> Frame:
    return Frame(at_ms // 200, at_ms, _table(card_at, seed=at_ms))


def _no_stop(said: Words) -> None:
    raise AssertionError(said)


def test_noise_is_no_news_and_a_card_is() -> None:
    eye = is_news(LastKept(), _frame(0))
    assert eye is not None
    assert is_news(eye, _frame(1000)) is None
    assert is_news(eye, _frame(1000, card_at=200)) is not None
    assert is_news(eye, _frame(200, card_at=200)) is None
    assert is_news(eye, _frame(60_000)) is not None


def test_what_was_recorded_is_played_at_its_times(tmp_path: Path) -> None:
    recorder = open_recorder(tmp_path, "night", 100, _no_stop)
    assert recorder is not None
    for at_ms in range(5000, 9000, 200):
        recorder.offer(_frame(at_ms, card_at=300 if at_ms >= 7000 else None))
    recorder.close()
    shots = read_index(recorder.folder)
    assert [shot.at_ms for shot in shots] == [0, 2000]
    now = [0]
    config = CameraConfig("replay", looks_per_s=1, folder=recorder.folder)
    camera = ReplayCamera(config, lambda: now[0], lambda seconds: now.__setitem__(0, now[0] + round(seconds * 1000)))
    lit = [bool(frame.grey[130, 320] > 180) for _ in range(4) if (frame := camera.next_frame(1))]
    assert lit == [False, False, True, True]


def test_nothing_is_recorded_while_it_is_held(tmp_path: Path) -> None:
    recorder = open_recorder(tmp_path, "night", 100, _no_stop)
    assert recorder is not None
    recorder.offer(_frame(5000))
    recorder.is_held = True
    recorder.offer(_frame(7000, card_at=300))
    recorder.is_held = False
    recorder.offer(_frame(9000, card_at=100))
    recorder.close()
    assert [shot.at_ms for shot in read_index(recorder.folder)] == [0, 4000]


def test_the_oldest_pictures_make_room_for_the_newest(tmp_path: Path) -> None:
    jpeg = b"x" * 1000
    first = FrameFolder(tmp_path, "a", 3500, free=lambda path: 10**12)
    for at_ms in range(3):
        first.keep(at_ms, jpeg)
    second = FrameFolder(tmp_path, "b", 3500, free=lambda path: 10**12)
    second.keep(0, jpeg)
    assert sorted(path.name for path in (tmp_path / "a").glob("*.jpg")) == ["000001.jpg", "000002.jpg"]
    for at_ms in range(1, 6):
        second.keep(at_ms, jpeg)
    assert not (tmp_path / "a").exists()
    assert [shot.at_ms for shot in read_index(tmp_path / "b")] == [3, 4, 5]
    assert sum(path.stat().st_size for path in tmp_path.glob("*/*.jpg")) <= 3500


def test_a_picture_is_whole_on_disk_before_the_index_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a power cut an empty picture stood in the index, and went into the report."""
    steps: list[str] = []
    sync, append = os.fsync, FrameFolder._append
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append("synced"), sync(handle))[1])
    monkeypatch.setattr(FrameFolder, "_append", lambda self, line: (steps.append("named"), append(self, line))[1])
    shelf = FrameFolder(tmp_path, "a", 10**9, free=lambda path: 10**12)
    steps.clear()
    shelf.keep(0, b"x" * 1000)
    assert steps[0] == "synced"
    assert steps[-1] == "named"
    assert [path.name for path in shelf.folder.glob("*.jpg")] == ["000000.jpg"]


def test_games_keep_their_reserve(tmp_path: Path) -> None:
    shelf = FrameFolder(tmp_path, "a", 10**9, free=lambda path: 299_999_999)
    with pytest.raises(NoRoom):
        shelf.keep(0, b"x")


def test_a_full_disk_stops_the_recording_with_a_word_and_nothing_else(tmp_path: Path) -> None:
    said: list[Words] = []
    stopped = threading.Event()

    def stop(words: Words) -> None:
        said.append(words)
        stopped.set()

    recorder = Recorder(FrameFolder(tmp_path, "a", 10**9, free=lambda path: 0), stop)
    recorder.start()
    for at_ms in range(0, 20_000, 1000):
        recorder.offer(_frame(at_ms, card_at=at_ms // 100))
    assert stopped.wait(60)
    recorder.offer(_frame(30_000))
    recorder.close()
    assert [words.key for words in said] == ["notice.recording_stopped"]
    assert not recorder.is_running


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    said: list[Words] = []
    (tmp_path / "file").touch()
    assert open_recorder(tmp_path / "file", "night", 100, said.append) is None
    assert [words.key for words in said] == ["notice.recording_stopped"]


def test_a_slow_disk_drops_frames_and_does_not_hold_up_the_table(tmp_path: Path) -> None:
    recorder = Recorder(FrameFolder(tmp_path, "a", 10**9), _no_stop)
    for at_ms in range(0, 5000, 1000):
        recorder.offer(_frame(at_ms, card_at=at_ms // 10))
    assert recorder._waiting.qsize() == 2
    recorder.close()


def test_a_picture_is_small_on_disk() -> None:
    assert len(encode(_table())) < _table().size // 4
