"""A camera's settings; imports neither camera nor numpy, so that settings load fast."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Literal, TypeAlias

CameraKind: TypeAlias = Literal["none", "pi", "usb", "replay", "twin"]
Rotation: TypeAlias = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class CameraLock:
    """Locked camera settings; None: this camera does not offer it, or it stays automatic."""

    lens_position: float | None = None
    exposure_us: int | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None

    @property
    def is_empty(self) -> bool:
        return self == CameraLock()


def format_lock(lock: CameraLock) -> str:
    """As text, to be kept for the next evening; empty if everything is automatic."""
    return "" if lock.is_empty else json.dumps(asdict(lock))


def parse_lock(text: str) -> CameraLock:
    """The inverse of ``format_lock``; anything else gives an empty lock."""
    try:
        given = json.loads(text)
        values = {item.name: given[item.name] for item in fields(CameraLock)}
    except (ValueError, TypeError, KeyError, RecursionError):
        return CameraLock()
    fits = all(value is None or (type(value) in (int, float) and 0 <= value <= 1e7) for value in values.values())
    return CameraLock(**values) if fits else CameraLock()


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """``device`` names a USB camera (its name, or a path below /dev) or a Pi camera (its model or its number)."""

    kind: CameraKind = "none"
    device: str = ""
    width: int = 2304
    height: int = 1296
    rotation: Rotation = 0
    looks_per_s: float = 5.0
    folder: Path | None = None
    lock: CameraLock = field(default_factory=CameraLock)

    @property
    def look_ms(self) -> int:
        """The time between two looks."""
        return max(1, round(1000 / self.looks_per_s))
