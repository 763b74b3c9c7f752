"""The Pi camera: what can be locked, which one is chosen; and the capture thread with the virtual camera."""

from __future__ import annotations

import queue
import time
from pathlib import Path

import cv2
import pytest

from hardware.camera import pi
from hardware.camera.capture import CameraNotice, Capture
from hardware.camera.settings import CameraConfig, CameraLock
from hardware.camera.watch import Patience
from hardware.errors import PartMissing
from tests.hardware import scenes, virtual_camera

OFFERED = {"AfMode": 0, "LensPosition": 0, "AeEnable": 0, "ExposureTime": 0, "AnalogueGain": 0, "ColourGains": 0}
METADATA = {"LensPosition": 1.75, "ExposureTime": 12_000, "AnalogueGain": 2.5, "ColourGains": (1.5, 1.25), "Lux": 310}


def test_what_the_picture_was_taken_with_is_held() -> None:
    lock = pi.lock_from(METADATA, OFFERED)
    assert lock == CameraLock(1.75, 12_000, 2.5, 1.5, 1.25)
    assert pi.controls_for(lock) == {
        "AfMode": 0,
        "LensPosition": 1.75,
        "AeEnable": False,
        "ExposureTime": 12_000,
        "AnalogueGain": 2.5,
        "AwbEnable": False,
        "ColourGains": (1.5, 1.25),
    }


def test_a_camera_without_focus_is_not_asked_for_it() -> None:
    offered = {name: limits for name, limits in OFFERED.items() if name not in ("AfMode", "LensPosition")}
    assert pi.lock_from(METADATA, offered) == CameraLock(None, 12_000, 2.5, 1.5, 1.25)
    assert pi.lock_from({}, OFFERED).is_empty
    assert pi.controls_for(CameraLock()) == {}


CAMERAS = [{"Model": "imx708", "Id": "/base/i2c@1/imx708"}, {"Model": "imx477", "Id": "/base/i2c@2/imx477"}]


@pytest.mark.parametrize(("device", "number"), [("", 0), ("imx477", 1), ("1", 1), ("/base/i2c@1/imx708", 0)])
def test_a_camera_is_chosen_by_model_number_or_place(device: str, number: int) -> None:
    assert pi.find_number(device, CAMERAS) == number


def test_a_camera_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(PartMissing, match=r"'ov5647', found imx708, imx477; set camera\.device"):
        pi.find_number("ov5647", CAMERAS)
    with pytest.raises(PartMissing, match="found none; install"):
        pi.find_number("", [])


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    if reason := virtual_camera.missing():
        pytest.skip(reason)
    folder = virtual_camera.frames_folder()
    assert folder is not None
    virtual_camera.stand_in_for_screens()
    for seed in range(3):
        cv2.imwrite(str(tmp_path / f"{seed}.jpg"), scenes.table(seed=seed))
    virtual_camera.fill(folder, sorted(tmp_path.glob("*.jpg")))
    return folder


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


def test_the_capture_thread_brings_tagged_cards_from_picamera2(frames: Path) -> None:
    notices: queue.Queue[CameraNotice] = queue.Queue()
    config = CameraConfig("pi", looks_per_s=10)
    capture = Capture(lambda: pi.PiCamera(config, _now, virtual_camera.make), _now, notices.put)
    capture.start()
    assert notices.get(timeout=60).condition == "well"
    frame = capture.next_frame(60)
    assert frame is not None
    assert scenes.read_tags(frame.grey) == scenes.texts()
    capture.close()
    assert capture.next_frame(0.01) is None


def test_a_picture_that_stands_still_is_noticed_through_picamera2(frames: Path) -> None:
    for old in sorted(frames.glob("*"))[1:]:
        old.unlink()
    notices: queue.Queue[CameraNotice] = queue.Queue()
    config = CameraConfig("pi", looks_per_s=20)
    capture = Capture(
        lambda: pi.PiCamera(config, _now, virtual_camera.make), _now, notices.put, Patience(stillness_ms=400)
    )
    capture.start()
    assert [notices.get(timeout=60).condition for _ in range(2)] == ["well", "frozen"]
    capture.close()


def test_the_large_stream_of_a_camera_module_3_is_read_whole(frames: Path) -> None:
    camera = pi.PiCamera(CameraConfig("pi", width=4608, height=2592), _now, virtual_camera.make)
    frame = camera.next_frame(60)
    camera.close()
    assert frame is not None
    assert (frame.grey.shape, frame.small is not None and frame.small.shape) == ((2592, 4608), (360, 640))


def test_settings_the_virtual_camera_does_not_offer_are_left_alone(frames: Path) -> None:
    lock = CameraLock(lens_position=2.0, exposure_us=9000, gain=1.0)
    camera = pi.PiCamera(CameraConfig("pi", lock=lock), _now, virtual_camera.make)
    assert camera.next_frame(60) is not None
    assert camera.lock().is_empty
    camera.unlock()
    camera.close()


def test_a_camera_in_use_is_said_to_be_missing(frames: Path) -> None:
    first = pi.PiCamera(CameraConfig("pi"), _now, virtual_camera.make)
    with pytest.raises(PartMissing, match="expected a Pi camera"):
        pi.PiCamera(CameraConfig("pi"), _now, virtual_camera.make)
    first.close()
