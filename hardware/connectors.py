"""What is plugged into the graphics card, as the kernel tells it. Opens nothing, and so disturbs nobody who draws."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.sensors import SYSTEM, read_text


@dataclass(frozen=True, slots=True)
class Connector:
    """``name`` as the kernel has it (HDMI-A-1, DSI-1); ``modes`` as the screen offers them, the best first."""

    name: str
    is_connected: bool
    modes: tuple[str, ...] = ()


def read_connectors(system: Path = SYSTEM) -> tuple[Connector, ...]:
    """Empty: no graphics card that the kernel drives, as in a container."""
    found = sorted((system / "class/drm").glob("card*-*"))
    return tuple(_read(path) for path in found if "Writeback" not in path.name and (path / "status").exists())


def has_screen(connectors: tuple[Connector, ...]) -> bool:
    """Whether anything shows: a screen that is switched off counts as gone on most of them."""
    return any(connector.is_connected for connector in connectors)


def _read(path: Path) -> Connector:
    modes = tuple(dict.fromkeys(read_text(path / "modes").split()))
    return Connector(path.name.partition("-")[2], read_text(path / "status") == "connected", modes)
