"""docs/adding-a-game.md followed word by word on a copy of the project: what it says, works, by additions only."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
HERE, BESIDE = PAGE.split("## A game of your own, beside this project")
TEXTS = ("tests/companion/language/test_i18n.py", "tests/test_purity.py")  # who would mind what it adds
COPIED = ("companion", "hardware", "vision", "rules", "assets", "tests", "docs")

# A block belongs to the file named last before it.
_STEP = re.compile(r"`([\w./-]+\.(?:py|toml))`|```(python|toml|diff)\n(.*?)```", re.DOTALL)


def files(page: str = HERE) -> dict[str, str]:
    """Every file that the page makes, and what stands in it."""
    found, named = {}, ""
    for match in _STEP.finditer(page):
        if match[1]:
            named = match[1]
        else:
            assert match[2] != "diff", "the page is to add, and to change nothing"
            found[named] = match[3]
    return found


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("snapshots"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name, text in files().items():
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    done = run(copy, "-m", "tests.playthroughs", "highest")
    assert done.returncode == 0, done.stderr
    return copy


def run(folder: Path, *command: str, given: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    surroundings = os.environ | {"PYTHONPATH": str(folder), "LC_ALL": "C.UTF-8", "SDL_VIDEODRIVER": "dummy"} | env
    full = [sys.executable, *command]
    return subprocess.run(
        full, cwd=folder, env=surroundings, input=given, capture_output=True, text=True, check=False, timeout=300
    )


def test_the_page_adds_files_and_changes_none() -> None:
    made = files()
    assert sorted(made) == [
        "assets/games/highest/de.toml",
        "assets/games/highest/en.toml",
        "assets/games/highest/tags.toml",
        "assets/games/highest/zones.toml",
        "companion/games/highest/__init__.py",
        "rules/highest/__init__.py",
    ]
    assert not [name for name in made if (ROOT / name).exists()]


def test_the_new_game_holds_what_every_game_must(followed: Path) -> None:
    suites = ("tests/rules/test_every_game.py", "tests/companion/games/test_every_game.py", "tests/playthroughs")
    done = run(followed, "-m", "pytest", "-p", "no:cacheprovider", *suites, "-k", "highest")
    assert done.returncode == 0, done.stdout
    assert "[100%]" in done.stdout


@pytest.mark.longest
def test_layers_types_and_languages_agree(followed: Path) -> None:
    script = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command as c; c()"
    done = run(followed, "-c", script, "--no-cache")
    assert done.returncode == 0, done.stdout
    if (known := ROOT / ".mypy_cache").is_dir():  # what was found out about the project itself
        shutil.copytree(known, followed / "types")
    done = run(followed, "-m", "mypy", "--strict", "rules/highest", "companion/games/highest", "--cache-dir", "types")
    assert done.returncode == 0, done.stdout
    done = run(followed, "-m", "pytest", "-p", "no:cacheprovider", *TEXTS)
    assert done.returncode == 0, done.stdout


def test_a_stranger_plays_it_from_the_start_page_by_four_buttons(followed: Path, tmp_path: Path) -> None:
    done = run(followed, "-m", "tests.strangers", "highest", str(tmp_path / "night"))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["game"], told["steps"], told["entries"]) == ("highest", 24, 26)  # an undo, and its step once more
    assert told["sheets"] == [name for name in told["sheets"] if "highest" in name] != []
    assert {"DoorsScreen", "PutBackScreen", "PadScreen", "WinnerScreen", "LogScreen"} <= set(told["screens"])


def test_it_is_played_through_rendered_frames_and_the_night_is_kept(followed: Path, tmp_path: Path) -> None:
    night = tmp_path / "night"
    done = run(followed, "-m", "tests.strangers", "highest", str(night), "--by", "camera")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"] == 24
    done = run(followed, "-m", "companion", "history", "--json", COMPANION_DATA=str(night))
    (kept,) = json.loads(done.stdout)["games"]
    assert (kept["game"], kept["complete"]) == ("highest", True)
    done = run(followed, "-m", "companion", "export", "--as", "text", COMPANION_DATA=str(night))
    assert done.returncode == 0, done.stderr
    assert "ighest" in done.stdout


def test_its_tags_are_printed_and_read(followed: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "highest.pdf"
    assert run(followed, "-m", "companion", "labels", "--game", "highest", "-o", str(sheet)).returncode == 0
    pdfium = pytest.importorskip("pypdfium2")
    page = pdfium.PdfDocument(str(sheet))[1]
    picture = tmp_path / "labels.png"
    page.render(scale=4).to_pil().save(picture)
    done = run(followed, "-m", "companion", "read", str(picture), "--json")
    cards = {tag["card"] for tag in json.loads(done.stdout)["images"][0]["tags"]}
    assert cards == {f"number#{number}" for number in range(1, 25)}


def test_it_is_in_the_gallery(followed: Path, tmp_path: Path) -> None:
    wanted = ("--only", "highest-middle", "--size", "800x480", "--players", "8")
    done = run(followed, "-m", "companion", "gallery", "-o", str(tmp_path), *wanted)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"highest-middle-{language}-8-800x480.png" for language in ("de", "en")
    ]


def test_the_referee_knows_it(followed: Path) -> None:
    lines = [
        {"do": "new", "game": "highest", "players": ["Ada", "Bo"]},
        {"do": "play", "seat": 0, "card": "number#7"},
        {"do": "play", "seat": 0, "card": "number#8"},
        {"do": "play", "seat": 1, "card": "number#24"},
        {"do": "score"},
    ]
    given = "".join(json.dumps(line) + "\n" for line in lines)
    done = run(followed, "-m", "companion", "referee", "--game", "highest", given=given)
    assert done.returncode == 0, done.stderr
    _, first, again, won, score = map(json.loads, done.stdout.splitlines())
    assert first["view"]["turn"] == 1
    assert again == {"ok": False, "refused": "not_your_turn", "words": "It is Bo's turn."}
    assert won["events"][-1] == {"event": "round_won", "seat": 1}
    assert [line["because"] for line in score["score"]["players"][1]["lines"]] == ["1 round won"]
