"""What is shipped: built as sdist and wheel, installed into an empty environment, asked, and every asset opened.

The heavy packages are not fetched a second time: a shelf of links to the ones already here, without anything of ours,
stands behind the new environment. So whatever of ours loads there can only have come from the wheel.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from companion.resources import full_version
from tests.beside import call

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "hardware", "vision", "rules")
# What draws and measures for builders; the commands themselves are there, and say so.
BUILDERS = re.compile(r"^companion/(?!commands/)(.*/)?(bench|gallery|samples)(/|\.py$)")

# Run inside the new environment: opens each asset as whoever uses it would, by its ending.
OPEN_ASSETS = """
import json, sys, tomllib
from pathlib import Path
from companion.resources import assets_dir
import pygame
pygame.font.init()
names = []
for path in sorted(p for p in assets_dir().rglob("*") if p.is_file()):
    raw = path.read_bytes()
    assert raw, path
    if path.suffix == ".toml": tomllib.loads(raw.decode("utf-8"))
    elif path.suffix in (".json", ".webmanifest"): json.loads(raw)
    elif path.suffix in (".ttf", ".otf"): assert pygame.font.Font(str(path), 20).size("Ā")[0] > 0
    elif path.suffix in (".png", ".jpg"): assert pygame.image.load(str(path)).get_width() > 0
    elif path.suffix in (".txt", ".md", ".html", ".css", ".js", ".svg"): raw.decode("utf-8")
    elif path.suffix == ".wav": assert raw[:4] == b"RIFF"
    elif path.suffix == ".ogg": assert raw[:4] == b"OggS"
    else: sys.exit(f"nobody here knows how to open {path}")
    names.append(str(path.relative_to(assets_dir())))
import companion, hardware, vision, rules
places = [companion.__file__, hardware.__file__, vision.__file__, rules.__file__, str(assets_dir())]
print(json.dumps({"assets": names, "places": places}))
"""


@dataclass(frozen=True, slots=True)
class Installed:
    wheel: Path
    folder: Path

    @property
    def site(self) -> Path:
        return next(self.folder.glob("lib/python*/site-packages"))

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        # -I: neither the working folder nor PYTHONPATH may help.
        env = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8", "SDL_VIDEODRIVER": "dummy"}
        full = [str(self.folder / "bin/python"), "-I", *command]
        return subprocess.run(full, cwd=self.folder, env=env, capture_output=True, text=True, check=False, timeout=120)


def _shelf(folder: Path) -> Path:
    """Links to the installed packages, but for the project itself."""
    folder.mkdir()
    for scheme in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for item in Path(scheme).iterdir():
            ours = item.name in PACKAGES or item.name.startswith("table_companion")
            if not ours and item.suffix != ".pth" and not (folder / item.name).exists():
                (folder / item.name).symlink_to(item)
    return folder


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """One for all who ask in this run."""
    return _install(tmp_path_factory.getbasetemp())


@cache
def _install(base: Path) -> Installed:
    folder = base / "wheel"
    folder.mkdir()
    # The wheel is built from the sdist, so that neither can lack a file unnoticed.
    call("-m", "build", "--no-isolation", "--outdir", folder / "dist", ROOT)
    (wheel,) = (folder / "dist").glob("*.whl")
    call("-m", "venv", "--without-pip", folder / "venv")
    result = Installed(wheel, folder / "venv")
    (result.site / "shelf.pth").write_text(f"{_shelf(folder / 'shelf')}\n", "utf-8")
    call("-m", "pip", "--python", folder / "venv/bin/python", "install", "-q", "--no-deps", "--no-index", wheel)
    return result


def test_the_wheel_holds_the_packages_and_nothing_else(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
        builders = [name for name in archive.namelist() if BUILDERS.search(name)]
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    assert builders == []


@pytest.mark.parametrize(
    "command", [("bench", "vision"), ("bench", "vision", "--pictures", "1"), ("gallery", "-o", "x")]
)
def test_what_only_builders_need_is_refused_in_one_line(installed: Installed, command: tuple[str, ...]) -> None:
    done = installed.run(str(installed.folder / "bin/companion"), *command)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "comes with the source tree" in done.stderr


@pytest.mark.parametrize("name", ["box", "rules"])
def test_what_an_owner_may_ask_of_his_box_is_there(installed: Installed, name: str) -> None:
    done = installed.run(str(installed.folder / "bin/companion"), "bench", name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--json" in done.stdout


def test_every_asset_is_inside_and_opens(installed: Installed) -> None:
    done = installed.run("-c", OPEN_ASSETS)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["assets"] == sorted(
        str(path.relative_to(ROOT / "assets")) for path in (ROOT / "assets").rglob("*") if path.is_file()
    )
    assert all(Path(place).is_relative_to(installed.site) for place in answer["places"])


def test_the_doctor_finds_nothing_broken(installed: Installed) -> None:
    done = installed.run(str(installed.folder / "bin/companion"), "doctor", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    parts = {part["part"]: part for part in json.loads(done.stdout)["parts"]}
    assert str(installed.site) in parts["names"]["says"]


def test_what_is_installed_names_the_commit_it_was_made_from(installed: Installed) -> None:
    """Through an sdist too, where git is gone."""
    done = installed.run(str(installed.folder / "bin/companion"), "--version")
    assert done.stdout == f"table-companion {full_version()}\n"


def test_what_the_wheel_needs_is_what_is_here(installed: Installed) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(installed.folder / "bin/python"), "check"],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert "table-companion" not in done.stdout, done.stdout


def test_a_stranger_who_takes_our_name_is_caught(installed: Installed, tmp_path: Path) -> None:
    """As ``pip install rules`` does: overwrites our file without a word, and takes it along when it leaves."""
    target = installed.site / "rules/__init__.py"
    before = target.read_text("utf-8")
    stranger = installed.site / "rules-3.5.dist-info"
    stranger.mkdir()
    (stranger / "METADATA").write_text("Metadata-Version: 2.1\nName: rules\nVersion: 3.5\n", "utf-8")
    (stranger / "RECORD").write_text("rules/__init__.py,,\nrules-3.5.dist-info/METADATA,,\n", "utf-8")
    try:
        assert _names(installed)["state"] == "broken"
    finally:
        for path in (*stranger.iterdir(), stranger):
            path.rmdir() if path.is_dir() else path.unlink()
    target.unlink()
    try:
        assert _names(installed)["state"] == "broken"
    finally:
        target.write_text(before, "utf-8")
    assert _names(installed)["state"] == "ok"


def _names(installed: Installed) -> dict[str, str]:
    script = (
        "import json; from companion.doctor.software import check_names; f = check_names();"
        "print(json.dumps({'state': str(f.state)}))"
    )
    done = installed.run("-c", script)
    assert done.returncode == 0, done.stderr
    answer: dict[str, str] = json.loads(done.stdout)
    return answer
