"""Is the camera well? Pictures, silences and failures with their times -> what to say, and when to try again. Pure.

A picture that does not change at all is *frozen*: real ones differ by their noise alone. A camera that is lost or
frozen is opened again, after longer and longer pauses, and says when it is back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vision.frames import Grey

CameraCondition: TypeAlias = Literal["starting", "well", "missing", "lost", "frozen"]

PAUSES_MS = (1_000, 2_000, 4_000, 8_000, 15_000)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long silence and stillness are borne. 0: for ever, where they are natural (a twin, a recording)."""

    silence_ms: int = 3_000
    stillness_ms: int = 8_000


@dataclass(frozen=True, slots=True)
class CameraWatch:
    """``condition`` is what is said; ``retry_at`` is when to open the camera (again), None while it is open."""

    condition: CameraCondition = "starting"
    retry_at: int | None = 0
    failures: int = 0
    heard_at: int = 0
    still_since: int = 0
    likeness: bytes | None = None


def likeness_of(grey: Grey) -> bytes | None:
    """A few pixels of a picture, to tell whether it is the very same one; None for a flat one, which tells nothing.

    A lens cap or a dark room gives one flat picture after the other, and that is light, not frost.
    """
    sample = grey[:: max(1, grey.shape[0] // 48), :: max(1, grey.shape[1] // 64)]
    return None if int(sample.max()) - int(sample.min()) < 8 else sample.tobytes()


def opened(watch: CameraWatch, now: int) -> CameraWatch:
    return replace(watch, retry_at=None, heard_at=now, still_since=now)


def failed(watch: CameraWatch, now: int, *, frozen: bool = False) -> CameraWatch:
    """Opening or reading went wrong. A camera that never showed anything is missing, one that did is lost."""
    seen = watch.condition in ("well", "lost", "frozen")
    pause = PAUSES_MS[min(watch.failures, len(PAUSES_MS) - 1)]
    condition: CameraCondition = "frozen" if frozen else "lost" if seen else "missing"
    return replace(watch, condition=condition, retry_at=now + pause, failures=watch.failures + 1)


def saw(watch: CameraWatch, now: int, likeness: bytes | None, patience: Patience) -> CameraWatch:
    """A picture came."""
    is_same = patience.stillness_ms > 0 and likeness is not None and likeness == watch.likeness
    if not is_same:
        return CameraWatch("well", None, 0, now, now, likeness)
    if now - watch.still_since >= patience.stillness_ms:
        return failed(watch, now, frozen=True)
    if watch.condition == "frozen":
        return replace(watch, heard_at=now, retry_at=None)
    return replace(watch, condition="well", heard_at=now, retry_at=None, failures=0)


def silent(watch: CameraWatch, now: int, patience: Patience) -> CameraWatch:
    """No picture came this time."""
    if not patience.silence_ms or watch.retry_at is not None or now - watch.heard_at < patience.silence_ms:
        return watch
    return failed(watch, now)
