"""What every frame source must keep, whichever it is: one test for all of them.

The Raspberry Pi's source runs with the real picamera2 over libcamera's virtual camera, where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import pi, recorded, replay, usb
from hardware.camera.settings import CameraConfig, Rotation
from tests.doubles.sights import FolderSource, PictureSource
from tests.hardware import scenes, virtual_camera
from vision.frames import Frame, FrameSource

# Each opens a camera, or renders what it sees.
pytestmark = pytest.mark.slow

SIZE = (scenes.HEIGHT, scenes.WIDTH)
LOOKS = 20.0


@dataclass
class Rig:
    """One kind of source over one table: how to open it, whether it turns pictures and gives small ones too."""

    open: Callable[[Rotation], FrameSource]
    turns: bool = True
    shrinks: bool = True
    opened: list[FrameSource] = field(default_factory=list)

    def source(self, rotation: Rotation = 0) -> FrameSource:
        made = self.open(rotation)
        self.opened.append(made)
        return made


class Ticking:
    """A clock that runs on by 20 ms whenever it is asked, and by as long as anyone waits on it."""

    def __init__(self) -> None:
        self.now = 1000

    def __call__(self) -> int:
        self.now += 20
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


def _pictures(folder: Path) -> list[Path]:
    paths = [folder / f"{number}.jpg" for number in range(4)]
    for seed, path in enumerate(paths):
        cv2.imwrite(str(path), scenes.table(seed=seed), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return paths


def _config(rotation: Rotation, **more: Any) -> CameraConfig:
    width, height = scenes.WIDTH, scenes.HEIGHT
    return CameraConfig(rotation=rotation, width=width, height=height, looks_per_s=LOOKS, **more)


def _folder(tmp: Path) -> Rig:
    return Rig(lambda rotation: FolderSource(tmp, repeat=True), turns=False, shrinks=False)


def _picture(tmp: Path) -> Rig:
    return Rig(lambda rotation: PictureSource(tmp / "0.jpg", repeat=True), turns=False, shrinks=False)


def _replay(tmp: Path) -> Rig:
    clock = Ticking()
    return Rig(lambda rotation: replay.ReplayCamera(_config(rotation, folder=tmp), clock, clock.wait), turns=False)


def _usb(tmp: Path) -> Rig:
    """The real OpenCV; only at the edge to Video4Linux a film of Motion JPEG takes the place of the device."""
    film = tmp / "film.avi"

    def opener(path: str) -> Any:
        return cv2.VideoCapture(path, cv2.CAP_OPENCV_MJPEG)

    clock = Ticking()
    return Rig(lambda rotation: usb.UsbCamera(_config(rotation, device=str(film)), clock, opener))


def _pi(tmp: Path) -> Rig:
    if reason := virtual_camera.missing():
        pytest.skip(reason)
    frames = virtual_camera.frames_folder()
    assert frames is not None
    virtual_camera.fill(frames, sorted(tmp.glob("*.jpg")))
    virtual_camera.stand_in_for_screens()
    clock = Ticking()
    return Rig(lambda rotation: pi.PiCamera(_config(rotation, kind="pi"), clock, virtual_camera.make))


def _twin(tmp: Path) -> Rig:
    from companion.play.simulated.simulated_table import SimulatedTable, Slots
    from companion.twin.twin_camera import TwinCamera, difficulty

    table = SimulatedTable({"mat": Slots(4, (90.0, 0.0), (60.0, 100.0))}, Random(1))
    tags = dict(zip("abcd", sorted(scenes.texts()), strict=True))
    table.lay(tags, "mat")
    clock, how = Ticking(), difficulty("easy")
    # 6 pixels for each millimetre make a picture of the same size as all the others.
    return Rig(
        lambda rotation: TwinCamera(table, tags, (384.0, 216.0), how=how, clock=clock), turns=False, shrinks=False
    )


RIGS: dict[str, Callable[[Path], Rig]] = {
    "folder": _folder,
    "picture": _picture,
    "replay": _replay,
    "twin": _twin,
    "usb": _usb,
    "pi": _pi,
}


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One table in every form a source may want: pictures, a recording of them, a film."""
    folder = tmp_path_factory.mktemp("night")
    paths = _pictures(folder)
    shots = [recorded.Shot(5000 + place * 400, path.name) for place, path in enumerate(paths)]
    lines = [recorded.format_opening(), *map(recorded.format_shot, shots)]
    (folder / recorded.INDEX).write_text("\n".join(lines), "utf-8")
    size = (scenes.WIDTH, scenes.HEIGHT)
    writer = cv2.VideoWriter(str(folder / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, size)
    pictures = [cv2.imread(str(path)) for path in paths]
    for number in range(20):
        writer.write(pictures[number % 4])
    writer.release()
    return folder


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest, night: Path) -> Iterator[Rig]:
    made = RIGS[request.param](night)
    yield made
    for source in made.opened:
        source.close()


def _take(source: FrameSource, count: int) -> list[Frame]:
    """The next ``count`` frames; a source may say now and then that none came yet."""
    taken: list[Frame] = []
    for _ in range(count * 20):
        if (frame := source.next_frame(1.0)) is not None:
            taken.append(frame)
        if len(taken) == count:
            return taken
    raise AssertionError(f"expected {count} frames, got {len(taken)}")


def test_frames_are_grey_pictures_of_the_size_asked_for(rig: Rig) -> None:
    (frame,) = _take(rig.source(), 1)
    assert (frame.grey.shape, frame.grey.dtype, frame.grey.flags.c_contiguous) == (SIZE, np.uint8, True)


def test_the_small_picture_shows_the_same(rig: Rig) -> None:
    (frame,) = _take(rig.source(), 1)
    assert (frame.small is not None) == rig.shrinks
    if frame.small is not None:
        height, width = frame.small.shape
        assert width <= 768
        again = cv2.resize(frame.grey, (width, height), interpolation=cv2.INTER_AREA)
        assert float(np.abs(again.astype(int) - frame.small.astype(int)).mean()) < 12


def test_frames_are_numbered_and_time_never_runs_back(rig: Rig) -> None:
    frames = _take(rig.source(), 4)
    assert [frame.index for frame in frames] == [0, 1, 2, 3]
    assert [frame.at_ms for frame in frames] == sorted(frame.at_ms for frame in frames)


def test_a_frame_taken_is_ours_and_does_not_change_any_more(rig: Rig) -> None:
    source = rig.source()
    (first,) = _take(source, 1)
    before = first.grey.copy()
    _take(source, 4)
    assert np.array_equal(first.grey, before)


def test_the_tagged_cards_are_read(rig: Rig) -> None:
    (frame,) = _take(rig.source(), 1)
    assert scenes.read_tags(frame.grey) == scenes.texts()


def test_a_camera_that_hangs_turned_gives_upright_pictures(rig: Rig) -> None:
    if not rig.turns:
        pytest.skip("files lie as they are: they were turned when they were taken")
    source = rig.source(180)
    (frame,) = _take(source, 1)
    source.close()
    upright = scenes.table()[::-1, ::-1]
    assert float(np.abs(frame.grey.astype(int) - upright.astype(int)).mean()) < 12
    (frame,) = _take(rig.source(90), 1)
    assert frame.grey.shape == SIZE[::-1]
    assert frame.grey.flags.c_contiguous


def test_closed_is_closed_also_twice(rig: Rig) -> None:
    source = rig.source()
    _take(source, 1)
    source.close()
    source.close()
    assert source.next_frame(0.01) is None


def test_it_can_be_opened_again(rig: Rig) -> None:
    first = rig.source()
    _take(first, 1)
    first.close()
    assert _take(rig.source(), 1)[0].index == 0
