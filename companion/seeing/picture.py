"""A look of the camera as a small picture in a file, with a frame round every card that was found in it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.inbox import Preview

WIDEST = 640
QUALITY = 70
SETTLED, PASSING = (85, 185, 245), (200, 200, 200)  # blue, green, red


def as_jpeg(preview: Preview, widest: int = WIDEST) -> bytes:
    """At most so many pixels wide."""
    picture = np.frombuffer(preview.pixels, np.uint8).reshape(preview.height, preview.width, 3)[:, :, ::-1]
    share = min(1.0, widest / preview.width)
    size = (max(1, round(preview.width * share)), max(1, round(preview.height * share)))
    small = np.ascontiguousarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    for tag in preview.tags:
        corners = np.array([(x * size[0], y * size[1]) for x, y in tag.corners], np.int32)
        cv2.polylines(small, [corners], isClosed=True, color=SETTLED if tag.is_settled else PASSING, thickness=2)
    _, written = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return written.tobytes()
