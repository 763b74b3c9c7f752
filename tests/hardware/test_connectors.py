"""Connectors of a graphics card, from a fake /sys."""

from __future__ import annotations

from pathlib import Path

from hardware.connectors import Connector, has_screen, read_connectors


def _plug(system: Path, name: str, status: str, modes: str = "") -> None:
    folder = system / "class/drm" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "status").write_text(f"{status}\n")
    (folder / "modes").write_text(modes)


def test_no_card_no_connectors(tmp_path: Path) -> None:
    assert read_connectors(tmp_path) == ()
    assert not has_screen(())


def test_a_pi_with_one_screen(tmp_path: Path) -> None:
    (tmp_path / "class/drm/card1").mkdir(parents=True)
    _plug(tmp_path, "card1-HDMI-A-1", "connected", "1920x1080\n1920x1080\n1280x720\n")
    _plug(tmp_path, "card1-HDMI-A-2", "disconnected")
    _plug(tmp_path, "card1-Writeback-1", "unknown")
    found = read_connectors(tmp_path)
    screen = Connector("HDMI-A-1", is_connected=True, modes=("1920x1080", "1280x720"))
    assert found == (screen, Connector("HDMI-A-2", is_connected=False))
    assert has_screen(found)


def test_a_screen_switched_off_is_gone(tmp_path: Path) -> None:
    _plug(tmp_path, "card0-HDMI-A-1", "connected", "800x480\n")
    assert has_screen(read_connectors(tmp_path))
    _plug(tmp_path, "card0-HDMI-A-1", "disconnected")
    assert not has_screen(read_connectors(tmp_path))
