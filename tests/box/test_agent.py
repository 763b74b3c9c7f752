"""The agent inside the virtual box does what it is asked; here without the box."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.box.inside import agent, camera


def test_commands_are_run_and_told_how_they_ended() -> None:
    assert agent.run({"argv": ["sh", "-c", "echo out; echo err >&2; exit 3"]}) == {
        "code": 3,
        "out": "out\n",
        "err": "err\n",
    }


def test_a_file_is_put_whole_and_got_again(tmp_path: Path) -> None:
    path, data = str(tmp_path / "new" / "file"), base64.b64encode(b"\x00\xff").decode()
    agent.put({"path": path, "data": data, "mode": 0o600})
    assert agent.get({"path": path}) == {"data": data}
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["file"]


def test_a_press_pulls_its_pin_down_and_lets_it_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pull = tmp_path / "sim_gpio13" / "pull"
    pull.parent.mkdir()
    slept: list[tuple[float, str]] = []
    monkeypatch.setattr(agent, "PINS", tmp_path)
    monkeypatch.setattr(agent.time, "sleep", lambda seconds: slept.append((seconds, pull.read_text())))
    agent.press({"presses": [[13, 150, 250]]})
    assert slept == [(0.15, "pull-down"), (0.25, "pull-up")]


def test_the_camera_knows_the_size_of_a_picture() -> None:
    jpeg = bytes.fromhex("ffd8ffe000040000ffc0000b080510090001011100")
    assert camera.size_of(jpeg) == (0x0900, 0x0510)
