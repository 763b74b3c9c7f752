"""Games that are packages of their own, installed beside this checkout: all suites that go through every game, on them.

*Highest* of docs/adding-a-game.md has the least a game can have, *Windfall* of docs/examples most of it. A suite that
fails here asks more of a game than the contract does.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.beside import ROOT, WINDFALL, built, installed_at, write_highest
from tests.sweeps import sweep
from tests.test_purity import impurities

pytestmark = pytest.mark.slow

SLUGS = ["highest", "windfall"]
PATIENCE_S = 1200  # two minutes on an idle machine; a busy one must not fail it
# That these are found says that the way of finding them works; in Highest nothing is ever hidden.
ALL_PASS = {
    "tests/companion/doctor/test_games.py",
    "tests/companion/games/test_every_game.py",
    "tests/companion/phones/test_nights.py",
    "tests/companion/sharing/test_game_text.py",
    "tests/companion/table/test_failing_pages.py",
    "tests/companion/table/test_failing_parts.py",
    "tests/gallery/test_by_chance.py",
    "tests/rules/test_every_game.py",
}
HIDING = {
    "tests/companion/phones/test_secrets.py",
    "tests/companion/phones/test_traffic.py",
    "tests/companion/test_secrets.py",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    highest = built(write_highest(tmp_path_factory.mktemp("highest")), tmp_path_factory.mktemp("dist"))
    windfall = built(WINDFALL, tmp_path_factory.mktemp("dist"))
    return installed_at(tmp_path_factory.mktemp("beside") / "site", highest, windfall)


def run(site: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}", "LC_ALL": "C.UTF-8", "SDL_VIDEODRIVER": "dummy"}
    full = [sys.executable, *map(str, command)]
    return subprocess.run(full, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE_S)


# Most of what Highest could show is shown by tests/test_adding_a_game.py, too.
@pytest.mark.longest
@pytest.mark.parametrize("slug", sweep(["windfall"], SLUGS))
def test_every_suite_of_every_game_holds_for_a_game_beside_us(site: Path, slug: str) -> None:
    """``-k``: so that nobody takes it for a whole run, which would have to prove every rule of the ledgers."""
    options = ("-p", "no:cacheprovider", "-p", "tests.per_game", "--game-only", slug, "-k", slug, "-rfEps")
    done = run(site, "-m", "pytest", *options, "tests")
    assert done.returncode == 0, done.stdout[-8000:]
    passed = re.findall(r"^PASSED (\S+)", done.stdout, re.MULTILINE)
    suites = {name.partition("::")[0] for name in passed}
    print(f"{slug}: {len(passed)} passed in {len(suites)} suites; {done.stdout.splitlines()[-1].strip()}")
    assert suites >= ALL_PASS
    assert suites & HIDING == (HIDING if slug == "windfall" else set())


def test_its_rules_are_pure() -> None:
    sources = sorted((WINDFALL / "src/windfall/rules").glob("*.py"))
    found = [line for path in sources for line in impurities(path.read_text("utf-8"))]
    assert sources
    assert [line for line in found if "from windfall.rules" not in line] == []


def test_its_own_tests_pass(site: Path) -> None:
    done = run(site, "-m", "pytest", "-p", "no:cacheprovider", "-c", WINDFALL / "pyproject.toml", WINDFALL / "tests")
    assert done.returncode == 0, done.stdout


# By camera a stranger plays Highest in tests/test_adding_a_game.py.
@pytest.mark.parametrize("by", sweep(["buttons"], ["buttons", "camera"]))
def test_a_stranger_plays_it(site: Path, tmp_path: Path, by: str) -> None:
    done = run(site, "-m", "tests.strangers", "windfall", tmp_path / by, "--by", by)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["game"], len(told["result"])) == ("windfall", 2)
    if by == "buttons":
        assert {"LayoutScreen", "DoorsScreen", "BulletinScreen", "WinnerScreen", "LogScreen"} <= set(told["screens"])


def test_on_the_box_it_is_found_in_the_owners_folder(site: Path, tmp_path: Path) -> None:
    """The program as the Debian package starts it, with other folders."""
    build = (ROOT / "deploy/build-deb").read_text("utf-8")
    start = build.split("\"$root/usr/bin/companion\" <<'TEXT'\n")[1].split("\nTEXT\n")[0]
    assert start.count("/usr/local/lib/table-companion") == 1
    start = start.replace("/usr/local/lib/table-companion", str(site)).replace("/usr/lib/table-companion", str(ROOT))
    script = tmp_path / "companion"
    script.write_text(start, "utf-8")
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, "-P", str(script), "labels", "--game", "windfall", "--list"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 20
