"""Which USB camera is meant, from a fake list of devices; and what happens when one fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera.settings import CameraConfig, CameraLock, format_lock, parse_lock
from hardware.camera.usb import UsbCamera, find_device, list_cameras
from hardware.errors import PartDenied, PartLost, PartMissing


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """Three cameras; each has a second node that gives no pictures. Node 10 comes after node 2."""
    nodes = {0: ("Logi C920", 0), 1: ("Logi C920", 1), 2: ("Table Cam", 0), 3: ("Table Cam", 1), 10: ("Logi C920", 0)}
    for number, (name, index) in nodes.items():
        node = tmp_path / f"video{number}"
        node.mkdir()
        (node / "name").write_text(name + "\n")
        (node / "index").write_text(f"{index}\n")
    return tmp_path


def test_only_nodes_with_pictures_are_cameras(listed: Path) -> None:
    dev = Path("/dev")
    assert list_cameras(listed, dev) == [
        ("Logi C920", dev / "video0"),
        ("Table Cam", dev / "video2"),
        ("Logi C920", dev / "video10"),
    ]


def test_a_camera_is_found_by_part_of_its_name(listed: Path) -> None:
    assert find_device("table cam", listed) == Path("/dev/video2")
    assert find_device("", listed) == Path("/dev/video0")


def test_a_path_is_taken_as_it_is(listed: Path, tmp_path: Path) -> None:
    node = tmp_path / "by-id"
    node.touch()
    assert find_device(str(node), listed) == node


def test_a_number_is_that_of_the_node(listed: Path) -> None:
    assert find_device("2", listed, listed) == listed / "video2"
    with pytest.raises(PartMissing, match="video7"):
        find_device("7", listed, listed)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may use everything")
def test_a_camera_of_somebody_else_is_denied(tmp_path: Path) -> None:
    node = tmp_path / "video0"
    node.touch(mode=0o000)
    with pytest.raises(PartDenied, match="group video"):
        UsbCamera(CameraConfig("usb", device=str(node)), lambda: 0)


def test_two_of_the_same_name_are_asked_about(listed: Path) -> None:
    with pytest.raises(PartMissing, match=r"found /dev/video0, /dev/video10; set camera\.device to one of these"):
        find_device("c920", listed)


def test_a_camera_that_is_not_there_is_named_with_those_that_are(listed: Path, tmp_path: Path) -> None:
    with pytest.raises(PartMissing, match="'webcam', found 'Logi C920', 'Table Cam', 'Logi C920'"):
        find_device("webcam", listed)
    with pytest.raises(PartMissing, match="found none"):
        find_device("", tmp_path / "nothing")


@pytest.mark.slow
def test_a_camera_that_cannot_be_opened_is_not_also_reported_by_opencv(tmp_path: Path) -> None:
    """Its line came again at every try, for as long as the camera was away."""
    script = "import sys; from hardware.camera.usb import _open; print(_open(sys.argv[1]).isOpened())"
    command = [sys.executable, "-c", script, str(tmp_path / "video7")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == ("False\n", "")


class Device:
    """Stands where Video4Linux would: gives the pictures and answers it was made with."""

    def __init__(self, *answers: Any, is_open: bool = True, settings: dict[int, float] | None = None) -> None:
        self.answers = list(answers)
        self.is_open = is_open
        self.settings = settings or {}
        self.released = 0

    def isOpened(self) -> bool:
        return self.is_open

    def set(self, setting: int, value: float) -> bool:
        known = setting in self.settings
        if known:
            self.settings[setting] = value
        return known

    def get(self, setting: int) -> float:
        return self.settings.get(setting, 0.0)

    def grab(self) -> bool:
        return bool(self.answers)

    def retrieve(self) -> Any:
        return self.answers.pop(0)

    def release(self) -> None:
        self.released += 1


def _open(device: Device, tmp_path: Path, lock: CameraLock | None = None) -> UsbCamera:
    now = iter(range(0, 10**9, 500))
    config = CameraConfig("usb", device=str(tmp_path), lock=lock or CameraLock())
    return UsbCamera(config, lambda: next(now), lambda path: device)


def test_a_camera_in_use_is_missing_and_let_go(tmp_path: Path) -> None:
    device = Device(is_open=False)
    with pytest.raises(PartMissing, match="nobody else uses"):
        _open(device, tmp_path)
    assert device.released == 1


def test_a_camera_pulled_out_is_lost(tmp_path: Path) -> None:
    camera = _open(Device((True, np.zeros((4, 6, 3), np.uint8))), tmp_path)
    assert camera.next_frame(1) is not None
    with pytest.raises(PartLost, match=f"from the camera at '{tmp_path}', got none"):
        camera.next_frame(1)


@pytest.mark.parametrize("answer", [(False, None), (True, np.zeros((4, 6, 2), np.uint8))])
def test_a_picture_that_is_none_is_a_loss(answer: Any, tmp_path: Path) -> None:
    with pytest.raises(PartLost):
        _open(Device(answer), tmp_path).next_frame(1)


def test_what_the_camera_offers_is_held_and_the_rest_is_said_to_be_open(tmp_path: Path) -> None:
    focus = {cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_FOCUS: 30.0}
    device = Device(settings=focus)
    camera = _open(device, tmp_path)
    assert camera.lock() == CameraLock(lens_position=30.0)
    assert device.settings == {cv2.CAP_PROP_AUTOFOCUS: 0, cv2.CAP_PROP_FOCUS: 30.0}
    camera.unlock()
    assert device.settings[cv2.CAP_PROP_AUTOFOCUS] == 1


def test_what_was_held_last_time_is_held_from_the_start(tmp_path: Path) -> None:
    offered = {cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_FOCUS: 1.0}
    offered |= {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 1.0}
    device = Device(settings=offered)
    _open(device, tmp_path, CameraLock(lens_position=30.0, exposure_us=8000))
    assert list(device.settings.values()) == [0, 30.0, 1, 80.0]


@pytest.mark.parametrize("lock", [CameraLock(), CameraLock(2.5), CameraLock(1.0, 9000, 2.0, 1.5, 1.25)])
def test_a_lock_is_kept_as_text(lock: CameraLock) -> None:
    assert parse_lock(format_lock(lock)) == lock


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", "[" * 9999, format_lock(CameraLock(1.0)).replace("1.0", "true")]
)
def test_what_is_no_lock_holds_nothing(text: str) -> None:
    assert parse_lock(text) == CameraLock()
