"""The doctor: each part ok, missing and broken, and the page it prints."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from companion import CompanionError
from companion.cli import main
from companion.doctor import devices, keeping, machine, running, screen, software
from companion.doctor.examination import examine, is_sound, page_lines
from companion.doctor.findings import Finding, Verdict
from companion.extras import EXTRAS
from companion.facts.own import remember_all
from companion.language.i18n import Phrases, load_texts
from companion.resources import asset
from companion.settings import config as config_module
from companion.settings.config import Config, load_config
from tests.games import GAMES, game_box
from tests.languages import LANGUAGES

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(config_module, "SYSTEM_FILE", tmp_path / "etc.toml")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def _config(*pairs: str) -> Config:
    return load_config(pairs=pairs)


def _says(finding: Finding) -> str:
    return " | ".join(page_lines(finding, Phrases("en")))


def _tree(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


# Software.


def test_an_old_python_is_broken() -> None:
    assert software.check_python((3, 10, 4)).state is Verdict.BROKEN
    assert software.check_python().state is Verdict.OK


def test_a_package_that_does_not_load_is_named() -> None:
    good, bad, _ = software.check_packages(["json", "no_such_package"])
    assert (good.state, bad.state) == (Verdict.OK, Verdict.BROKEN)
    assert "ModuleNotFoundError" in _says(bad)


def test_a_missing_extra_is_not_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "paho", None)  # as if it were not installed
    finding, _ = software.check_packages(["paho"])
    assert (finding.part, finding.state) == ("package paho", Verdict.MISSING)


def test_every_dependency_of_the_project_is_looked_at() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    names = {"opencv-python": "cv2", "zxing-cpp": "zxingcpp", "pillow": "PIL", "paho-mqtt": "paho"}
    extras = [line for extra in EXTRAS.values() for line in project["optional-dependencies"][extra]]
    wanted = {line.split(">")[0].split("=")[0].strip() for line in (*project["dependencies"], *extras)}
    assert {names.get(name, name) for name in wanted} == {*software.NEEDED, "pyzbar"}


def test_another_owner_of_our_names_is_found() -> None:
    files = dict.fromkeys(software.OUR_NAMES, "/venv/site/x/__init__.py")
    taken = software.check_names({"rules": ["table-companion", "rules"]}, files)
    assert taken.state is Verdict.BROKEN
    assert "put files into ours: rules" in _says(taken)


def test_a_package_without_a_file_or_from_elsewhere_is_found() -> None:
    files: dict[str, str | None] = {name: f"/venv/site/{name}/__init__.py" for name in software.OUR_NAMES}
    assert software.check_names({}, files).state is Verdict.OK
    torn = software.check_names({}, files | {"rules": None})
    assert "not from one installation: rules" in _says(torn)
    assert software.check_names({}, files | {"rules": "/elsewhere/rules/__init__.py"}).state is Verdict.BROKEN


# Screen; what is drawn on it is in test_screen.


def test_the_bundled_fonts_write_every_letter_of_every_text() -> None:
    assert screen.check_fonts().state is Verdict.OK
    texts = [text for code in LANGUAGES for text in load_texts(code).values()]
    letters = sorted(set("".join(text if isinstance(text, str) else "".join(text.values()) for text in texts)))
    for path in sorted(asset("fonts").glob("*.[ot]tf")):
        metrics = pygame.font.Font(str(path), 20).metrics("".join(letters))
        assert [letter for letter, metric in zip(letters, metrics, strict=True) if metric is None] == [], path.name


# Devices.


def test_a_usb_camera_that_is_not_there_is_missing() -> None:
    gone = devices.check_camera(_config("camera.kind=usb", "camera.device=/dev/no-such-camera").camera)
    assert gone.state is Verdict.MISSING
    assert "/dev/no-such-camera" in _says(gone)
    assert "ls /dev/v4l/by-id" in _says(gone)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_usb_camera_we_may_not_use(tmp_path: Path) -> None:
    node = _tree(tmp_path, video0="") / "video0"
    node.chmod(0)
    denied = devices.check_camera(_config("camera.kind=usb", f"camera.device={node}").camera)
    assert denied.state is Verdict.BROKEN
    assert f"adduser {running.user_name()} video" in _says(denied)


def test_the_other_cameras(tmp_path: Path) -> None:
    assert devices.check_camera(_config().camera).state is Verdict.OK
    assert devices.check_camera(_config("camera.kind=twin").camera).state is Verdict.OK
    replay = _config("camera.kind=replay", f"camera.folder={tmp_path}/night").camera
    assert devices.check_camera(replay).state is Verdict.MISSING
    _tree(tmp_path, **{"night/index.jsonl": '{"format": 1}\n{"at_ms": 0, "file": "a.pgm"}\n', "night/a.pgm": ""})
    assert devices.check_camera(replay).state is Verdict.BROKEN
    (tmp_path / "night/a.pgm").write_bytes(b"P5 4 2 255\n" + bytes(8))
    assert "4 × 2" in _says(devices.check_camera(replay))


def test_a_camera_of_a_pi_without_a_pi_is_missing() -> None:
    finding = devices.check_camera(_config("camera.kind=pi").camera)
    assert finding.state is Verdict.MISSING


def test_the_panel_is_asked_through_the_hardware() -> None:
    assert devices.check_panel(_config()).state is Verdict.OK
    assert "simulated" in _says(devices.check_panel(_config("panel.factory=mock")))
    assert devices.check_panel(_config("panel.factory=lgpio")).state is Verdict.MISSING


def test_sound_is_never_needed(tmp_path: Path) -> None:
    cards = " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      bcm2835 Headphones\n"
    root = _tree(tmp_path, **{"proc/asound/cards": cards})
    assert "bcm2835 Headphones" in _says(devices.check_sound(_config(), root))
    assert devices.check_sound(_config(), tmp_path / "none").state is Verdict.MISSING
    assert devices.check_sound(_config("sound.on=false"), tmp_path / "none").state is Verdict.OK


# Keeping.


def test_the_data_folder_is_tried_with_a_real_database_and_left_as_it_was(tmp_path: Path) -> None:
    assert "will be made" in _says(keeping.check_folder(tmp_path / "new/deep"))
    assert not (tmp_path / "new").exists()
    assert keeping.check_folder(tmp_path).state is Verdict.OK
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert keeping.check_folder(tmp_path / "file").state is Verdict.BROKEN
    assert keeping.check_folder(tmp_path / "file/below").state is Verdict.BROKEN


def test_little_room_is_said_and_too_little_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "ENOUGH_MIB", 10**9)
    assert keeping.check_folder(tmp_path).state is Verdict.MISSING
    monkeypatch.setattr(keeping, "TOO_LITTLE_MIB", 10**9)
    assert keeping.check_folder(tmp_path).state is Verdict.BROKEN


def test_the_games_file_is_looked_at_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    assert keeping.check_games(path).state is Verdict.OK
    assert not path.exists()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, game TEXT)")
        db.execute("INSERT INTO games VALUES (1, 'amul')")
        db.commit()
    assert "1 game is saved" in _says(keeping.check_games(path))
    path.write_bytes(b"not a database" * 1000)
    assert keeping.check_games(path).state is Verdict.BROKEN
    assert path.read_bytes().startswith(b"not a database")


@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_facts_are_checked_with_file_and_line(tmp_path: Path, slug: str) -> None:
    (finding,) = keeping.check_facts(tmp_path, GAMES)
    assert finding.state is Verdict.OK
    _tree(tmp_path, **{f"facts/{slug}.toml": "format = 1\nnonsense = [\n"})
    (finding,) = keeping.check_facts(tmp_path, GAMES)
    assert finding.state is Verdict.BROKEN
    assert f"{slug}.toml" in _says(finding)


def test_a_mistake_in_the_settings_is_a_finding(tmp_path: Path) -> None:
    _tree(tmp_path, **{"etc.toml": "[camera]\nkind = 'film'\n"})
    (finding,) = keeping.check_config(_config())
    assert finding.state is Verdict.BROKEN
    assert "etc.toml, line 2: expected one of pi, usb, replay, twin, none for 'camera.kind'" in _says(finding)


# The machine.


def _pi(root: Path, throttled: str, milli: str = "45000") -> list[Finding]:
    _tree(
        root,
        **{
            "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
            "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled": throttled,
            "sys/class/thermal/thermal_zone0/temp": milli,
        },
    )
    return list(machine.check_pi(root))


@pytest.mark.parametrize(
    ("throttled", "state"),
    [
        ("0", Verdict.OK),
        ("50005", Verdict.BROKEN),
        ("50000", Verdict.MISSING),
        ("4", Verdict.BROKEN),
        ("80008", Verdict.BROKEN),
        ("80000", Verdict.OK),
    ],
)
def test_the_power_of_a_pi(tmp_path: Path, throttled: str, state: Verdict) -> None:
    model, power, heat = _pi(tmp_path, throttled)
    assert "Raspberry Pi 5" in _says(model)
    assert (power.state, heat.state) == (state, Verdict.OK)


def test_a_hot_pi(tmp_path: Path) -> None:
    assert _pi(tmp_path, "0", "81500")[2].state is Verdict.BROKEN
    assert _pi(tmp_path, "0", "warm")[2].state is Verdict.MISSING


def test_the_firmware_is_asked_where_the_kernel_does_not_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _pi(tmp_path, "nonsense")
    tool = tmp_path / "bin/vcgencmd"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho throttled=0x1\n", "utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    assert "too little power right now" in _says(list(machine.check_pi(tmp_path))[1])
    tool.write_text("#!/bin/sh\necho error\n", "utf-8")
    assert list(machine.check_pi(tmp_path))[1].state is Verdict.MISSING


def test_off_a_pi_it_says_so(tmp_path: Path) -> None:
    _tree(tmp_path, **{"proc/device-tree/model": "Some Board\0"})
    assert [_says(finding) for finding in machine.check_pi(tmp_path)] == [
        "ok       pi                     not a Raspberry Pi"
    ]


def test_on_a_pi_numpy_is_the_systems(tmp_path: Path) -> None:
    """Whatever Python runs us: one of our own, or the system's, as the package does."""
    own = ("/opt/table-companion/lib/python3.13/site-packages", "/usr/local/lib/python3.13/dist-packages")
    assert machine.check_numpy(f"{own[0]}/numpy/__init__.py", tmp_path) is None, "no Pi"
    _pi(tmp_path, "0")
    for folder in own:
        found = machine.check_numpy(f"{folder}/numpy/__init__.py", tmp_path)
        assert found is not None
        assert found.state == Verdict.BROKEN
        assert folder in _says(found)
    system = machine.check_numpy("/usr/lib/python3/dist-packages/numpy/__init__.py", tmp_path)
    assert system is not None
    assert system.state == Verdict.OK


# The page.


def test_the_page_of_a_healthy_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("Nothing is broken.\n")
    assert "ok       python" in out


def test_the_page_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--set", "language=de"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert page["ok"] is True
    assert {part["state"] for part in page["parts"]} <= {"ok", "missing", "broken"}
    assert all(part["next"] for part in page["parts"] if part["state"] != "ok")


def test_something_broken_shows_in_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").touch()
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "BROKEN   data folder" in out
    assert "→ make it writable" in out
    assert main(["doctor", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_a_check_that_falls_over_is_itself_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(running: object) -> list[Finding]:
        raise RuntimeError("driver gone mad")

    monkeypatch.setattr(screen, "check_display", fall)
    found = list(examine(_config(), GAMES))
    assert not is_sound(found)
    assert any("driver gone mad" in _says(finding) for finding in found)


def test_facts_behind_a_link_that_leads_nowhere_are_not_forgotten(tmp_path: Path) -> None:
    """The drive with the owner's facts is not plugged in: the game is not begun without them, and none are written."""
    box = game_box("amul", tmp_path)
    box.own_path().parent.mkdir(parents=True, exist_ok=True)
    box.own_path().symlink_to(tmp_path / "unplugged.toml")
    (finding,) = keeping.check_facts(tmp_path, GAMES)
    assert finding.state is Verdict.BROKEN
    with pytest.raises(CompanionError, match=r"amul\.toml"):
        box.document("own", tmp_path)
    with pytest.raises(CompanionError, match=r"amul\.toml"):
        remember_all(box, {"cards.tent.position": "area"})
    assert box.own_path().is_symlink()
