"""The project as a whole: it names no machine, its assets carry licences, its README tells the truth."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGES = ("companion", "hardware", "vision", "rules")


def _tracked() -> list[Path]:
    """Every file of the project; without git (an unpacked sdist) every file that is not a product."""
    if shutil.which("git") and (ROOT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        return [ROOT / name for name in listed if name and (ROOT / name).is_file()]
    return [p for p in ROOT.rglob("*") if p.is_file() and not {".venv", "__pycache__"} & set(p.parts)]


FILES = _tracked()
TEXTS = [path for path in FILES if path.suffix in {".py", ".toml", ".md", ".sh", ".service", ".rules", ".txt", ""}]

# Places that exist on one machine only. Built from pieces, so that this file does not name them itself.
HOME_LIKE = re.compile(
    "|".join(["/ro" + "ot/", "/ho" + "me/[a-z]", "/wo" + "rk/", r"\.pye" + "nv", r"/opt/(?!table-|\$app)"])
)
REGISTRY = re.compile(r"(index-url|https?://[^\s)\"'>]*(pypi|simple/|registry)[^\s)\"'>]*)")


def _places(path: Path) -> list[str]:
    text = path.read_text("utf-8")
    return [found[0] for pattern in (HOME_LIKE, REGISTRY) for found in pattern.finditer(text)]


@pytest.mark.slow
def test_nothing_names_this_machine_or_a_registry() -> None:
    named = {str(path.relative_to(ROOT)): _places(path) for path in TEXTS if path != Path(__file__)}
    assert {path: places for path, places in named.items() if places} == {}


@pytest.mark.parametrize("ending", [".ttf", ".otf", ".wav", ".ogg", ".png", ".jpg"])
def test_every_font_sound_and_picture_says_whose_it_is(ending: str) -> None:
    told = (ROOT / "assets/CREDITS.md").read_text("utf-8")
    for path in (p for p in FILES if p.is_relative_to(ROOT / "assets") and p.suffix == ending):
        assert path.name in told, f"{path.name} has no line in assets/CREDITS.md"
        family = path.stem.split("-")[0]
        if ending in (".ttf", ".otf"):
            assert [p for p in path.parent.glob(f"{family}-*.txt") if "Licen" in p.read_text("utf-8")], path.name


def test_no_file_is_larger_than_it_should_be() -> None:
    assert [path.name for path in FILES if path.stat().st_size > 2_000_000] == []


def test_the_scripts_can_be_started() -> None:
    for name in ("deploy/try", "deploy/test", ".ci/run"):
        assert (ROOT / name).stat().st_mode & 0o111, name


MAY_LOAD_TESTS = {ROOT / "companion/commands" / name for name in ("bench.py", "gallery.py")}


def knows_tests(source: str) -> bool:
    """Whether it imports our tests, or names a module of them to load."""
    if "tests" not in source:
        return False
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names) if any(name.name.split(".")[0] == "tests" for name in names):
                return True
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] == "tests":
                return True
            case ast.Constant(value=str(text)) if re.match(r"tests(\.|$)", text):
                return True
    return False


@pytest.mark.slow
def test_only_two_commands_know_the_tests() -> None:
    """No wheel holds them; those two commands do without."""
    product = (path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))
    assert {path for path in product if knows_tests(path.read_text("utf-8"))} == MAY_LOAD_TESTS


@pytest.mark.parametrize(
    "line", ["import tests.games", "from tests import games", "from tests.bench import vision", "load(f'tests.{x}')"]
)
def test_whoever_else_knew_them_would_be_found(line: str) -> None:
    assert knows_tests(f"def late():\n    {line}\n")


# The README.


def test_every_dependency_has_its_reason_in_the_readme() -> None:
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    for requirement in [*PROJECT["dependencies"], *(line for line in extras if not line.startswith(PROJECT["name"]))]:
        name = re.split(r"[><=!~ ]", requirement)[0]
        assert f"**{name}**" in README or f"`{name}`" in README, name


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for document in (path for path in FILES if path.suffix == ".md"):
        text = document.read_text("utf-8")
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", text):
            assert (document.parent / target).exists(), f"{document.relative_to(ROOT)} -> {target}"


def _told_commands() -> list[str]:
    return sorted({found[1] for found in re.finditer(r"companion ([a-z]+)", " ".join(_code(README)))} - {"box"})


def _code(markdown: str) -> list[str]:
    return re.findall(r"```.*?```|`[^`\n]+`", markdown, re.DOTALL)


@pytest.mark.parametrize("name", _told_commands())
def test_the_commands_of_the_readme_exist(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert name in COMMANDS
    with pytest.raises(SystemExit):
        main([name, "--help"])
    known = capsys.readouterr().out
    for call in re.findall(rf"companion {name}\b([^`|\n]*)", " ".join(_code(README))):
        for option in re.findall(r"--[a-z-]+", call):
            assert option in known, f"companion {name} {option}"


def test_the_readme_tells_every_command() -> None:
    assert set(COMMANDS) <= set(_told_commands())


def test_every_file_the_readme_names_is_there() -> None:
    for name in re.findall(r"`((?:deploy|docs|assets|companion|rules|vision|hardware|tests)/[\w./-]*)`", README):
        assert (ROOT / name).exists(), name


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    assert re.search(r"^## Unreleased$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
