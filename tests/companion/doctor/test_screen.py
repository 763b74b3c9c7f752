"""What the doctor says about the screen: bare, on a desktop, over ssh, beside a companion, and without one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor import screen
from companion.doctor.examination import page_lines
from companion.doctor.findings import Finding, Verdict
from companion.doctor.running import Running
from companion.doctor.screen import SdlVideo, Surroundings, judge_display, judge_screen, read_drawing
from companion.language.i18n import Phrases
from hardware.connectors import Connector
from tests.languages import LANGUAGES
from tests.missing import XVFB

HDMI = Connector("HDMI-A-1", is_connected=True, modes=("1920x1080", "1280x720"))
EMPTY = Connector("HDMI-A-2", is_connected=False)
ON, OFF = (HDMI, EMPTY), (replace(HDMI, is_connected=False, modes=()), EMPTY)

DEBIAN = SdlVideo("2.1.2", ("x11", "wayland", "kmsdrm", "dummy"), reason="kmsdrm not available")
PIP = SdlVideo("2.6.1", ("x11", "wayland", "dummy"), reason="No available video device")
COMPANION = Running(812, "companion", devices=frozenset({"/dev/dri/card1", "/dev/gpiochip0"}))


def _says(finding: Finding) -> str:
    for language in LANGUAGES:  # a hole in any of them raises
        page_lines(finding, Phrases(language))
    return " | ".join(page_lines(finding, Phrases("en")))


@pytest.mark.parametrize(
    ("drawing", "around", "state", "said"),
    [
        (replace(DEBIAN, driver="kmsdrm"), Surroundings(ON), Verdict.OK, "draws with kmsdrm"),
        (replace(PIP, driver="x11"), Surroundings(in_desktop=True), Verdict.OK, "draws with x11"),
        (PIP, Surroundings(in_desktop=True), Verdict.BROKEN, "python3-pygame"),
        (replace(PIP, driver="offscreen"), Surroundings(in_desktop=True), Verdict.BROKEN, "'offscreen'"),
        (PIP, Surroundings(), Verdict.MISSING, "--headless"),
        # over ssh, beside whoever has the screen
        (DEBIAN, Surroundings(ON, running=COMPANION), Verdict.OK, "companion has the screen: that is as it should be"),
        (DEBIAN, Surroundings(ON, running=replace(COMPANION, devices=None)), Verdict.OK, "companion has the screen"),
        (PIP, Surroundings(ON, desktop="labwc"), Verdict.OK, "labwc has the screen"),
        (replace(PIP, drivers=("dummy",)), Surroundings(ON, desktop="labwc"), Verdict.BROKEN, "no kmsdrm"),
        # on a bare screen
        (PIP, Surroundings(ON), Verdict.BROKEN, "pygame 2.6.1 cannot draw without a desktop (it has: x11 and wayland"),
        (PIP, Surroundings(ON), Verdict.BROKEN, "→ take python3-pygame from apt"),
        (replace(DEBIAN, packages=("libgles2", "libgl1-mesa-dri")), Surroundings(ON), Verdict.BROKEN,
         "sudo apt-get install libgles2 libgl1-mesa-dri"),
        (replace(DEBIAN, driver="kmsdrm", packages=("libgles2",)), Surroundings(ON), Verdict.BROKEN, "libgles2"),
        (DEBIAN, Surroundings(ON, may_open=False), Verdict.BROKEN, "video"),
        (DEBIAN, Surroundings(ON), Verdict.BROKEN, "kmsdrm not available"),
        (DEBIAN, Surroundings(ON, running=replace(COMPANION, devices=frozenset())), Verdict.BROKEN, "not available"),
        (replace(DEBIAN, reason="directfb not available"), Surroundings(ON, wanted="directfb"), Verdict.BROKEN,
         "unset SDL_VIDEODRIVER (it says 'directfb')"),
        # switched off
        (DEBIAN, Surroundings(OFF), Verdict.OK, "as soon as a screen is there"),
        (PIP, Surroundings(OFF), Verdict.BROKEN, "cannot draw without a desktop"),
    ],
)  # fmt: skip
def test_the_display(drawing: SdlVideo, around: Surroundings, state: Verdict, said: str) -> None:
    found = judge_display(drawing, around)
    assert (found.state, said in _says(found)) == (state, True), _says(found)


@pytest.mark.parametrize("drawing", [DEBIAN, PIP, replace(DEBIAN, packages=("libgles2",))])
@pytest.mark.parametrize("around", [Surroundings(ON), Surroundings(OFF), Surroundings(), Surroundings(in_desktop=True)])
def test_who_asks_for_no_picture_is_not_told_that_it_is_broken(drawing: SdlVideo, around: Surroundings) -> None:
    """An installer's self-test and a shell over ssh run with SDL_VIDEODRIVER=dummy."""
    assert judge_display(drawing, replace(around, wanted="dummy")).state is not Verdict.BROKEN


def test_what_is_plugged_in() -> None:
    assert "HDMI-A-1 1920x1080" in _says(judge_screen(ON))
    assert "HDMI-A-2" not in _says(judge_screen(ON))
    off = judge_screen(OFF)
    assert off.state is Verdict.MISSING
    assert "nothing is plugged in and switched on: HDMI-A-1 and HDMI-A-2" in _says(off)


# SDL itself.


def _bare(**more: str) -> dict[str, str]:
    given = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return given | more


@pytest.mark.slow
def test_sdl_tells_its_drivers_and_what_a_bare_screen_lacks(tmp_path: Path) -> None:
    drawing = read_drawing(_bare(), tmp_path)
    assert {"dummy", "x11", "wayland"} <= set(drawing.drivers)
    assert drawing.version[0] == "2"
    assert screen.MESA_PACKAGE in drawing.packages  # nothing of Mesa in an empty folder
    mesa = tmp_path / "usr/lib/aarch64-linux-gnu/dri/vc4_dri.so"
    mesa.parent.mkdir(parents=True)
    mesa.touch()
    assert screen.MESA_PACKAGE not in read_drawing(_bare(), tmp_path).packages


@pytest.mark.slow
def test_a_wish_for_a_blind_driver_hides_nothing_and_another_one_counts() -> None:
    assert read_drawing(_bare(SDL_VIDEODRIVER="dummy")) == read_drawing(_bare())
    assert "no-such-driver not available" in read_drawing(_bare(SDL_VIDEODRIVER="no-such-driver")).reason


def test_a_python_without_pygame_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen.sys, "executable", "/no/such/python")
    assert "/no/such/python" in read_drawing(_bare()).reason


@pytest.fixture
def display() -> Iterator[str]:
    """A real X server without a screen; its number is its own choice."""
    XVFB.demand()
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
        process.terminate()


@pytest.mark.slow
def test_on_a_desktop_the_display_is_well_whatever_the_shell_asks_for(display: str) -> None:
    *_, found = screen.check_display(None, _bare(DISPLAY=display, SDL_VIDEODRIVER="dummy"))
    assert found.state is Verdict.OK
    assert "draws with x11" in _says(found)
