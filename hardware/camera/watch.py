"""The camera's condition: pictures, silences and failures with their times -> what to report, when to retry. Pure.

A picture that does not change at all is *frozen*: real ones always differ by noise. A lost or frozen camera is reopened
after longer and longer pauses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vision.frames import Grey

CameraCondition: TypeAlias = Literal["starting", "well", "missing", "lost", "frozen"]

PAUSES_MS = (1_000, 2_000, 4_000, 8_000, 15_000)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long silence and stillness are tolerated. 0: for ever, where they are natural (a twin, a recording)."""

    silence_ms: int = 3_000
    stillness_ms: int = 8_000


@dataclass(frozen=True, slots=True)
class CameraWatch:
    """``condition``: what was last reported; ``retry_at``: when to open the camera (again), None while it is open."""

    condition: CameraCondition = "starting"
    retry_at: int | None = 0
    failures: int = 0
    heard_at: int = 0
    still_since: int = 0
    likeness: bytes | None = None


def likeness_of(grey: Grey) -> bytes | None:
    """A sample of pixels, to tell whether two pictures are identical; None for a flat picture.

    A lens cap or a dark room gives identical flat pictures although the camera is not frozen.
    """
    sample = grey[:: max(1, grey.shape[0] // 48), :: max(1, grey.shape[1] // 64)]
    return None if int(sample.max()) - int(sample.min()) < 8 else sample.tobytes()


def opened(watch: CameraWatch, now: int) -> CameraWatch:
    return replace(watch, retry_at=None, heard_at=now, still_since=now)


def failed(watch: CameraWatch, now: int, *, frozen: bool = False) -> CameraWatch:
    """Opening or reading failed. A camera that never gave a picture is missing, one that did is lost."""
    seen = watch.condition in ("well", "lost", "frozen")
    pause = PAUSES_MS[min(watch.failures, len(PAUSES_MS) - 1)]
    condition: CameraCondition = "frozen" if frozen else "lost" if seen else "missing"
    return replace(watch, condition=condition, retry_at=now + pause, failures=watch.failures + 1)


def saw(watch: CameraWatch, now: int, likeness: bytes | None, patience: Patience) -> CameraWatch:
    """A picture arrived."""
    is_same = patience.stillness_ms > 0 and likeness is not None and likeness == watch.likeness
    if not is_same:
        return CameraWatch("well", None, 0, now, now, likeness)
    if now - watch.still_since >= patience.stillness_ms:
        return failed(watch, now, frozen=True)
    if watch.condition == "frozen":
        return replace(watch, heard_at=now, retry_at=None)
    return replace(watch, condition="well", heard_at=now, retry_at=None, failures=0)


def silent(watch: CameraWatch, now: int, patience: Patience) -> CameraWatch:
    """No picture arrived this time."""
    if not patience.silence_ms or watch.retry_at is not None or now - watch.heard_at < patience.silence_ms:
        return watch
    return failed(watch, now)
