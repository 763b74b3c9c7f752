"""What is plugged into the graphics card, according to the kernel. Opens nothing, so it disturbs no other program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.sensors import SYSTEM, read_text


@dataclass(frozen=True, slots=True)
class Connector:
    """``name``: the kernel's (HDMI-A-1, DSI-1); ``modes``: those the screen offers, the best first."""

    name: str
    is_connected: bool
    modes: tuple[str, ...] = ()


def read_connectors(system: Path = SYSTEM) -> tuple[Connector, ...]:
    """Empty without a graphics card that the kernel drives, as in a container."""
    found = sorted((system / "class/drm").glob("card*-*"))
    return tuple(_read(path) for path in found if "Writeback" not in path.name and (path / "status").exists())


def has_screen(connectors: tuple[Connector, ...]) -> bool:
    """Whether a screen is connected; most screens count as disconnected while switched off."""
    return any(connector.is_connected for connector in connectors)


def _read(path: Path) -> Connector:
    modes = tuple(dict.fromkeys(read_text(path / "modes").split()))
    return Connector(path.name.partition("-")[2], read_text(path / "status") == "connected", modes)
