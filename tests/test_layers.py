"""Imports go one way; and the check that says so fails when they do not."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "hardware", "vision", "rules")


def _append(path: Path, line: str) -> None:
    path.write_text((path.read_text("utf-8") if path.exists() else "") + f"\n{line}\n", "utf-8")


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    # -P and the copy as working folder: the copy's packages are looked at, not the checkout's.
    script = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command as c; c()"
    command = [sys.executable, "-P", "-c", script, "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


def _copied(folder: Path) -> Path:
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tree as it is, to be broken."""
    return _copied(tmp_path)


def test_the_contracts_are_kept(copy: Path) -> None:
    done = _lint(copy)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_camera_may_know_the_frame_port(copy: Path) -> None:
    _append(copy / "vision/frames.py", "")
    _append(copy / "hardware/camera/__init__.py", "import vision.frames")
    assert _lint(copy).returncode == 0


BREAKING = [
    ("rules/core/seats.py", "import vision"),
    ("rules/core/seats.py", "import rules.amul"),
    ("rules/amul/__init__.py", "import rules.amulett"),
    ("vision/__init__.py", "import hardware"),
    ("hardware/__init__.py", "import rules"),
    ("hardware/camera/__init__.py", "import vision.tags.decoders"),
    ("hardware/__init__.py", "import companion.language.i18n"),
    ("vision/tags/codes.py", "import vision.table.plane"),
    ("vision/table/zones.py", "import vision.scenes"),
    ("vision/table/eye.py", "import vision.faces.at_table"),
    ("vision/faces/names.py", "import vision.scenes"),
    ("vision/scenes/render.py", "import vision.table.zones"),
    ("vision/scenes/render.py", "import vision.tags.reader"),
    ("vision/frames.py", "import vision.tags.codes"),
    ("vision/tags/codes.py", "import companion.printing.paper"),
    ("companion/printing/paper.py", "import companion.settings.checks"),
    ("companion/pages/begin/start_page.py", "import companion.games.amul"),
    ("companion/play/clocks.py", "from rules.amul import GAME"),
    ("companion/games/amul/box.py", "import companion.games.amulett.box"),
    ("companion/screens/table_screen.py", "import companion.pages.begin.start_page"),
    ("companion/keeping/store.py", "import companion.play.ladder"),
    ("companion/web/handlers.py", "import companion.web.editor.editor_app"),
    ("companion/web/sign_in.py", "import companion.phones.seats"),
    ("companion/contract/table_game.py", "import companion.pages.play.table_page"),
]


@pytest.fixture(scope="module")
def said_of_all(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is found where every one of these contracts is broken: looking once for each takes half a minute."""
    folder = _copied(tmp_path_factory.mktemp("broken"))
    for module, line in BREAKING:
        _append(folder / module, line)
    done = _lint(folder)
    assert done.returncode == 1
    return done.stdout


@pytest.mark.parametrize(("module", "line"), BREAKING)
def test_a_broken_contract_is_found(said_of_all: str, module: str, line: str) -> None:
    """By itself, and not on the way of another import."""
    importer = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    imported = line.split()[1]
    assert re.search(rf"^- +{re.escape(importer)} -> {re.escape(imported)} \(l\.\d+\)\n *\n", said_of_all, re.MULTILINE)


def test_a_part_that_no_layer_names_is_found(copy: Path) -> None:
    (copy / "companion/attic.py").write_text('"""Left out."""\n', "utf-8")
    done = _lint(copy)
    assert done.returncode == 1
    assert "attic" in done.stdout
