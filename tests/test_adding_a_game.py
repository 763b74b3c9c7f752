"""docs/adding-a-game.md followed word by word on a copy of the project: what it says, works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
COPIED = ("companion", "hardware", "vision", "rules", "assets", "tests")

# A block belongs to the file named last before it.
_STEP = re.compile(r"`([\w./-]+\.(?:py|toml))`|```(python|toml|diff)\n(.*?)```", re.DOTALL)


def steps() -> list[tuple[str, str, str]]:
    """The file, the language and the text of every block that makes or changes a file."""
    found, named = [], ""
    for match in _STEP.finditer(PAGE):
        if match[1]:
            named = match[1]
        else:
            found.append((named, match[2], match[3]))
    return found


def apply_diff(text: str, diff: str) -> str:
    """Each run of ``-`` lines, which must be there once, becomes the ``+`` lines after it."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE):
        before, after = (re.sub(r"^.", "", part, flags=re.MULTILINE) for part in (old, new))
        assert text.count(before) == 1, f"expected once: {before!r}"
        text = text.replace(before, after)
    return text


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "snapshots"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name, language, text in steps():
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(apply_diff(path.read_text("utf-8"), text) if language == "diff" else text, "utf-8")
    return copy


def _run(folder: Path, *command: str, given: str = "") -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(folder), "LC_ALL": "C.UTF-8"}
    full = [sys.executable, *command]
    return subprocess.run(
        full, cwd=folder, env=env, input=given, capture_output=True, text=True, check=False, timeout=120
    )


def test_the_page_makes_four_files_and_changes_four() -> None:
    kinds = [language for _, language, _ in steps()]
    assert (len(kinds), kinds.count("diff")) == (8, 4)


def test_the_new_game_holds_what_every_game_must(followed: Path) -> None:
    wanted = "tests/rules/test_every_game.py"
    done = _run(followed, "-m", "pytest", "-p", "no:cacheprovider", wanted, "-k", "highest and not golden")
    assert done.returncode == 0, done.stdout
    assert re.search(r"[1-9]\d* passed", done.stdout) or "[100%]" in done.stdout


def test_the_layers_and_the_languages_agree(followed: Path) -> None:
    script = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command as c; c()"
    assert _run(followed, "-c", script, "--no-cache").returncode == 0
    done = _run(
        followed, "-m", "pytest", "-p", "no:cacheprovider", "tests/companion/test_i18n.py", "tests/test_purity.py"
    )
    assert done.returncode == 0, done.stdout


def test_the_referee_knows_it(followed: Path) -> None:
    lines = [
        {"do": "new", "game": "highest", "players": ["Ada", "Bo"]},
        {"do": "play", "seat": 0, "card": "number-7"},
        {"do": "play", "seat": 0, "card": "number-8"},
        {"do": "play", "seat": 1, "card": "number-60"},
        {"do": "score"},
    ]
    given = "".join(json.dumps(line) + "\n" for line in lines)
    done = _run(followed, "-m", "companion", "referee", "--game", "highest", given=given)
    assert done.returncode == 0, done.stderr
    _, first, again, won, score = map(json.loads, done.stdout.splitlines())
    assert first["view"]["turn"] == 1
    assert again == {"ok": False, "refused": "highest_turn", "words": "It is Bo's turn."}
    assert won["events"][-1] == {"event": "round_won", "seat": 1}
    assert [line["because"] for line in score["score"]["players"][1]["lines"]] == ["1 round won"]
