"""What the camera above the simulated table sees: cards on the mat, a little from the side, never twice the same."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.facts.box import GameBox
from companion.play.simulated.simulated_table import SimulatedTable
from companion.twin.twin_camera import TwinCamera, difficulty
from rules.core.game import Setup
from vision.frames import Grey
from vision.table.mat import mat_marks

SIZE = (2304, 1296)  # half a Camera Module 3, and what a good USB camera gives
BESIDE = 0.04  # how much of the picture lies beside the mat, at each side
TILT = 0.02  # how far the corners are from a view straight down, as a share of the picture
QUALITY = 92
LEAST_GREY = 2.0  # noise of the sensor, in grey levels: the same scene is never the same picture


@dataclass(frozen=True, slots=True)
class Overhead:
    """``pictures`` of the table as it lies now, ready for a camera that speaks MJPEG."""

    camera: TwinCamera
    size_mm: tuple[float, float]
    seed: int

    def pictures(self, count: int = 3) -> list[bytes]:
        frame = self.camera.next_frame(0)
        assert frame is not None
        seen = _from_aside(self._with_marks(frame.grey))
        return [_jpeg(_noisy(seen, self.seed + number)) for number in range(count)]

    def _with_marks(self, grey: Grey) -> Grey:
        """The mat's corner marks, white round them, as they are printed."""
        picture, scale = grey.copy(), self.camera.px_per_mm
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        draw = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker
        for number, corners in mat_marks(self.size_mm).corners.items():
            left, top = (round(value * scale) for value in corners[0])
            side = round((corners[1][0] - corners[0][0]) * scale)
            cv2.rectangle(picture, (left - 3, top - 3), (left + side + 3, top + side + 3), 255, -1)
            picture[top : top + side, left : left + side] = draw(dictionary, number, side)
        return picture


def overhead(box: GameBox, setup: Setup, table: SimulatedTable, seed: int) -> Overhead:
    """Above this table, for the cards of this game."""
    plan = box.layout()
    size = (float(plan["size"][0]), float(plan["size"][1]))
    tags = {card: tag for tag, card in box.card_tags(setup.facts).items()}
    return Overhead(TwinCamera(table, tags, size, how=difficulty("easy"), clock=lambda: 0, seed=seed), size, seed)


def _from_aside(grey: Grey) -> Grey:
    """The mat with a border of table round it, seen by a camera that does not hang quite straight."""
    height, width = grey.shape
    across, down = SIZE
    near = [(BESIDE, BESIDE), (1 - BESIDE, BESIDE), (1 - BESIDE, 1 - BESIDE), (BESIDE, 1 - BESIDE)]
    lean = [(TILT, 0.0), (-TILT, TILT / 2), (0.0, -TILT / 2), (TILT / 2, 0.0)]
    target = [((x + dx) * across, (y + dy) * down) for (x, y), (dx, dy) in zip(near, lean, strict=True)]
    source = [(0, 0), (width, 0), (width, height), (0, height)]
    matrix = cv2.getPerspectiveTransform(np.float32(source), np.float32(target))
    seen = cv2.warpPerspective(grey, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=90)
    return np.asarray(seen, np.uint8)


def _noisy(grey: Grey, seed: int) -> Grey:
    noise = np.random.default_rng(seed).normal(0, LEAST_GREY, grey.shape)
    return np.clip(grey + noise, 0, 255).astype(np.uint8)


def _jpeg(grey: Grey) -> bytes:
    """In colour, as cameras have it."""
    done, raw = cv2.imencode(".jpg", cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return raw.tobytes()
