"""deploy/try after its set-up: a window where there is a display, pictures where there is none."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.missing import XVFB

ROOT = Path(__file__).resolve().parents[2]
LONGEST_S = 60


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """deploy/try in a checkout whose set-up is done."""
    deploy = tmp_path / "checkout/deploy"
    deploy.mkdir(parents=True)
    shutil.copy(ROOT / "deploy/try", deploy)
    (deploy / "setup.sh").write_text("setup() { :; }\nsay() { printf '%s\\n' \"$*\"; }\n", "utf-8")
    return deploy.parent


def _companion(checkout: Path, script: str) -> None:
    command = checkout / ".venv/bin/companion"
    command.parent.mkdir(parents=True)
    command.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    command.chmod(0o755)


def _environment(checkout: Path, **more: str) -> dict[str, str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    places = {"COMPANION_DATA": f"{checkout}/data", "XDG_CONFIG_HOME": f"{checkout}/config"}
    return env | places | {"SDL_AUDIODRIVER": "dummy"} | more


@pytest.mark.parametrize(
    ("display", "words"),
    [
        ({}, "play --demo --headless --pictures demonstration --seed 3"),
        ({"DISPLAY": ":9"}, "play --demo --windowed --seed 3"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "play --demo --windowed --seed 3"),
    ],
)
def test_what_is_started_depends_on_the_display(checkout: Path, display: dict[str, str], words: str) -> None:
    _companion(checkout, 'echo "$@"')
    call = [checkout / "deploy/try", "--seed", "3"]
    done = subprocess.run(call, env=_environment(checkout, **display), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == words


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A display in memory: its name, and the file its picture is in."""
    reader, writer = os.pipe()
    call = [
        "Xvfb",
        "-displayfd",
        str(writer),
        "-screen",
        "0",
        "1280x720x24",
        "-fbdir",
        str(tmp_path),
        "-nolisten",
        "tcp",
    ]
    server = subprocess.Popen(call, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            yield f":{told.readline().strip()}", tmp_path / "Xvfb_screen0"
    finally:
        server.terminate()
        server.wait(10)


def _colours(dump: Path) -> int:
    """How many colours are on the screen; the file is in the format of xwd."""
    raw = dump.read_bytes()
    header, *_ = struct.unpack(">I", raw[:4])
    colour_map = 12 * struct.unpack(">I", raw[76:80])[0]
    pixels = raw[header + colour_map :]
    return len({pixels[at : at + 4] for at in range(0, len(pixels) - 3, 4 * 37)})


@pytest.mark.slow
@XVFB.mark
def test_with_a_display_the_demonstration_is_seen(checkout: Path, screen: tuple[str, Path]) -> None:
    _companion(checkout, f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m companion "$@"')
    display, dump = screen
    assert _colours(dump) < 5
    with (checkout / "said").open("w") as said:
        call = [checkout / "deploy/try"]
        player = subprocess.Popen(call, env=_environment(checkout, DISPLAY=display), stdout=said, stderr=said)
        try:
            until = time.monotonic() + LONGEST_S
            while _colours(dump) < 100 and player.poll() is None and time.monotonic() < until:
                time.sleep(0.1)
            assert player.poll() is None, (checkout / "said").read_text("utf-8")
            assert _colours(dump) >= 100
        finally:
            player.terminate()
            player.wait(10)
