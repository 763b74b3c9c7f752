"""The camera that pictures are drawn through."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scenes.camera import View


def test_a_bent_lens_shows_what_is_near_the_edge_once() -> None:
    view = View(np.eye(3), (0.0, 0.0, 1000.0), 0.3, (640, 360))
    picture = np.zeros((360, 640), np.uint8)
    picture[176:184, 20:28] = 255
    bent = view.bend(picture)
    count, _, _, middles = cv2.connectedComponentsWithStats((bent > 128).astype(np.uint8))
    assert count == 2, "one mark, and what is around it"
    expected = view.bent(np.array([[23.5, 179.5]]))[0]
    assert np.abs(middles[1] - expected).max() < 1
