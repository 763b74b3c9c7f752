"""Games as packages of their own, built and installed: that of docs/adding-a-game.md, and that in docs/examples."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.test_adding_a_game import BESIDE, ROOT, files

WINDFALL = ROOT / "docs/examples/windfall"

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "highest-game"
version = "1.0"

{entry_point}
[tool.hatch.build.targets.wheel]
packages = ["highest_game"]
"""


def call(*command: str | Path) -> None:
    """Of this Python; what it says is shown if it fails."""
    done = subprocess.run(
        [sys.executable, *map(str, command)], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


def write_highest(folder: Path) -> Path:
    """The game of the page as a package: rules and game in one module each, the data beside them."""
    blocks = BESIDE.split("```")
    descriptor, entry_point = blocks[1].removeprefix("python\n"), blocks[3].removeprefix("toml\n")
    made, package = files(), folder / "highest_game"
    (package / "data").mkdir(parents=True)
    for name, text in made.items():
        if name.startswith("assets/"):
            (package / "data" / Path(name).name).write_text(text, "utf-8")
    (package / "highest.py").write_text(made["rules/highest/__init__.py"], "utf-8")
    head = "from pathlib import Path\n\n" + made["companion/games/highest/__init__.py"].split('"""')[2].strip()
    head = head.replace("from rules.highest import", "from highest_game.highest import").replace(
        "from __future__ import annotations\n", ""
    )
    imports = "\n".join(line for line in head.splitlines() if line.startswith("from "))
    (package / "__init__.py").write_text(f"{imports}\n\n{descriptor}", "utf-8")
    (folder / "pyproject.toml").write_text(PROJECT.format(entry_point=entry_point), "utf-8")
    return folder


def built(project: Path, into: Path) -> Path:
    """Its wheel."""
    call("-m", "build", "--no-isolation", "--wheel", "--outdir", into, project)
    (wheel,) = into.glob("*.whl")
    return wheel


def installed_at(site: Path, *wheels: Path) -> Path:
    """A folder for ``PYTHONPATH`` in which these packages are installed, with their entry points."""
    call("-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", site, *wheels)
    return site
