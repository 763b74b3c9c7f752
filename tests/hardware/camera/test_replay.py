"""A recording replayed: the right picture at the right time, whatever is left of it."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera.recorded import INDEX, Shot, format_opening, format_shot, read_index
from hardware.camera.replay import MOST_SKIPPED, ReplayCamera
from hardware.camera.settings import CameraConfig
from hardware.errors import InvalidWiring, PartLost
from vision.errors import InvalidPicture
from vision.frames import Grey


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


def _record(folder: Path, shots: list[Shot]) -> None:
    for shade, shot in enumerate(shots):
        cv2.imwrite(str(folder / shot.file), np.full((90, 160), 10 * shade % 256, np.uint8))
    (folder / INDEX).write_text("\n".join([format_opening(), *map(format_shot, shots)]) + "\n", "utf-8")


NIGHT = [Shot(7000, "a.png"), Shot(7500, "b.png"), Shot(9000, "c.png")]


def test_each_look_shows_what_lay_there_then(tmp_path: Path) -> None:
    _record(tmp_path, NIGHT)
    clock = Clock()
    camera = ReplayCamera(CameraConfig("replay", looks_per_s=2, folder=tmp_path), clock, clock.wait)
    seen = []
    while not camera.is_over:
        if (frame := camera.next_frame(1)) is not None:
            seen.append((frame.at_ms, int(frame.grey[0, 0])))
    assert seen == [
        (0, 0),
        (500, 10),
        (1000, 10),
        (1500, 10),
        (2000, 20),
        (2500, 20),
        (3000, 20),
        (3500, 20),
        (4000, 20),
    ]
    assert camera.next_frame(1) is None


def test_a_look_that_is_not_due_yet_is_not_waited_for_longer_than_said(tmp_path: Path) -> None:
    _record(tmp_path, NIGHT)
    clock = Clock()
    camera = ReplayCamera(CameraConfig("replay", looks_per_s=2, folder=tmp_path), clock, clock.wait)
    assert camera.next_frame(0.1) is not None
    assert (camera.next_frame(0.1), clock.now) == (None, 100)


def test_whoever_comes_late_sees_the_newest(tmp_path: Path) -> None:
    _record(tmp_path, NIGHT)
    clock = Clock()
    camera = ReplayCamera(CameraConfig("replay", folder=tmp_path), clock, clock.wait)
    clock.now = 2500
    frame = camera.next_frame(0)
    assert frame is not None
    assert int(frame.grey[0, 0]) == 20


def test_lines_that_are_torn_and_pictures_that_are_gone_are_passed_over(tmp_path: Path) -> None:
    _record(tmp_path, NIGHT)
    (tmp_path / "a.png").unlink()
    with (tmp_path / INDEX).open("a") as index:
        for line in ('{"at_ms": 1, "file": "../up.png"}', '{"at_ms": -4, "file": "b.png"}', "[" * 5000, "null", '{"at'):
            index.write(line + "\n")
    assert read_index(tmp_path) == (Shot(7500, "b.png"), Shot(9000, "c.png"))


@pytest.mark.parametrize("index", [None, "", '{"format": 2}\n', "no json", '{"format": 1}\n'])
def test_what_is_no_recording_is_refused_in_words(index: str | None, tmp_path: Path) -> None:
    if index is not None:
        (tmp_path / INDEX).write_text(index)
    with pytest.raises(InvalidWiring, match=r"recording|recorded"):
        ReplayCamera(CameraConfig("replay", folder=tmp_path), Clock())


def test_a_recorded_picture_that_is_damaged_is_passed_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    _record(tmp_path, NIGHT)
    (tmp_path / "b.png").write_bytes(b"not a picture")
    clock = Clock()
    camera = ReplayCamera(CameraConfig("replay", looks_per_s=1, folder=tmp_path), clock, clock.wait)
    shades = [int(frame.grey[0, 0]) for _ in range(3) if (frame := camera.next_frame(1)) is not None]
    assert shades == [0, 0, 20]
    assert "skipping a recorded picture" in caplog.text


def test_a_recording_without_one_readable_picture_is_a_loss(tmp_path: Path) -> None:
    _record(tmp_path, NIGHT)
    for shot in NIGHT:
        (tmp_path / shot.file).write_bytes(b"not a picture")
    with pytest.raises(PartLost, match="none that can be read"):
        ReplayCamera(CameraConfig("replay", folder=tmp_path), Clock()).next_frame(0)


def test_very_many_pictures_that_are_none_are_passed_over_a_few_at_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred thousand of them at one look would take the camera for minutes."""
    shots = [Shot(number, f"{number}.jpg") for number in range(3 * MOST_SKIPPED)]
    _record(tmp_path, shots)
    tried: list[Path] = []

    def read(path: Path) -> Grey:
        tried.append(path)
        raise InvalidPicture("damaged")

    monkeypatch.setattr("hardware.camera.replay.read_picture", read)
    clock = Clock()
    camera = ReplayCamera(CameraConfig("replay", looks_per_s=2, folder=tmp_path), clock, clock.wait)
    for look in (1, 2):
        assert camera.next_frame(1) is None
        assert len(tried) == look * MOST_SKIPPED
    with pytest.raises(PartLost):
        camera.next_frame(1)


def test_an_index_that_is_no_plain_file_or_far_too_long_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / INDEX)
    with pytest.raises(InvalidWiring, match="recorded folder"):
        read_index(tmp_path)
    (tmp_path / INDEX).unlink()
    (tmp_path / INDEX).touch()
    os.truncate(tmp_path / INDEX, 300 << 30)
    with pytest.raises(InvalidWiring, match="an index of at most"):
        read_index(tmp_path)


def test_no_folder_is_refused() -> None:
    with pytest.raises(InvalidWiring, match=r"camera\.folder"):
        ReplayCamera(CameraConfig("replay"), Clock())
