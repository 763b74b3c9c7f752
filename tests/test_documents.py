"""The documents tell the truth: every command they name can be given as it stands there, every place exists.

Commands in blocks are run where that costs nothing; all others are read by the same parser that would run them.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main, parse
from companion.language.i18n import load_texts
from companion.settings.config import known_keys

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("deploy/**/*.md"), ROOT / "tests/README.md"],
    key=lambda path: path.relative_to(ROOT).parts,
)
IDS = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
EVERY = pytest.mark.parametrize("document", DOCUMENTS, ids=IDS)
TEXT = {path: path.read_text("utf-8") for path in DOCUMENTS}

# Words that stand for something in a command, and one thing they may stand for.
STAND_FOR = {"G": "amul", "N": "4", "S": "7", "NUMBER": "1", "WHICH": "1"}
STAND_FOR |= {"highest": "amul", "windfall": "amul"}  # the games that docs/adding-a-game.md adds
SECTIONS = {key.partition(".")[0] for key in known_keys() if "." in key}
FOLDERS = "deploy|docs|assets|companion|rules|vision|hardware|tests"


def blocks(text: str, *languages: str) -> list[str]:
    return [
        body
        for language, body in re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        if language in languages
    ]


def inline(text: str) -> list[str]:
    """Code inside sentences; a line break in it is a space."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose)]


def calls(text: str) -> list[list[str]]:
    """Every command line of a document, in words, without what only stands before or behind it."""
    lines = [line.removeprefix("$ ") for block in blocks(text, "sh", "console") for line in block.splitlines()]
    found = []
    for line in [*lines, *inline(text)]:
        with contextlib.suppress(ValueError):  # no command, for example JSON with an apostrophe
            words = shlex.split(line.partition("<<")[0], comments=True)
            found.append(_without_prefix(words))
    return [words for words in found if words]


def _without_prefix(words: list[str]) -> list[str]:
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    if words[:2] == ["sudo", "-u"]:
        return words[3:]
    return words[1:] if words[:1] == ["sudo"] else words


def _stood_for(word: str) -> str:
    return STAND_FOR.get(word, word.removesuffix("…"))


def test_there_is_something_to_check() -> None:
    every = [words for text in TEXT.values() for words in calls(text)]
    assert sum(words[0] == "companion" for words in every) > 50
    assert {"deploy/try", "deploy/test"} <= {words[0] for words in every}


@pytest.mark.slow
@EVERY
def test_every_command_can_be_given_as_it_is_written(document: Path) -> None:
    for words in calls(TEXT[document]):
        if words[0] != "companion" or len(words) == 1:
            continue
        if len(words) == 2:
            assert words[1] in {*COMMANDS, "--version"}, f"companion {words[1]}"
            continue
        said = _refusal([_stood_for(word) for word in words[1:]])
        # A sentence may leave out what a command also needs; what it names must be right.
        assert said == "" or "arguments are required" in said or "expected one argument" in said, shlex.join(words)


def _refusal(words: list[str]) -> str:
    """What the command line says against these words; nothing if it takes them."""
    with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.suppress(SystemExit):
        parse(words)
    return said.getvalue()


def test_a_command_that_does_not_exist_would_be_found() -> None:
    assert "unrecognized" in _refusal(["doctor", "--dance"])
    assert "invalid choice" in _refusal(["facts", "dance"])
    assert _refusal(["doctor", "--game", "1"]) == ""


SCRIPTS = (ROOT / "deploy", ROOT / "deploy/card", ROOT / "deploy/virtual-camera")


@EVERY
def test_every_script_and_its_options_exist(document: Path) -> None:
    for words in calls(TEXT[document]):
        name = re.fullmatch(r"(?:deploy/|\./)?([\w-]+\.sh|(?<=/)[\w/-]+)", words[0])
        if name is None or words[0].endswith("/"):
            continue
        script = next((place / name[1] for place in SCRIPTS if (place / name[1]).exists()), None)
        assert script is not None, words[0]
        for option in (word for word in words[1:] if word.startswith("--")):
            assert option in script.read_text("utf-8"), shlex.join(words)


@EVERY
def test_every_module_that_is_started_exists_with_its_options(document: Path) -> None:
    for words in calls(TEXT[document]):
        if words[:2] != ["python", "-m"]:
            continue
        found = importlib.util.find_spec(words[2])
        assert found is not None, words[2]
        assert found.origin is not None
        started = (
            Path(found.origin).with_name("__main__.py") if found.submodule_search_locations else Path(found.origin)
        )
        source = started.read_text("utf-8")
        for option in (word for word in words[3:] if word.startswith("--")):
            assert f'"{option}"' in source, shlex.join(words)


def test_a_script_or_an_option_that_does_not_exist_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("`deploy/dance`", "`sudo ./install.sh --dance`", "`companion-box dance`", "`releases dance`"):
        document = ROOT / "docs/card.md"
        monkeypatch.setitem(TEXT, document, wrong)
        checks = (test_every_script_and_its_options_exist, test_every_word_of_the_boxs_own_commands_exists)
        assert any(_fails(check, document) for check in checks), wrong


def _fails(check: Callable[[Path], None], document: Path) -> bool:
    try:
        check(document)
    except AssertionError:
        return True
    return False


# What is on the box beside the program: its words, as its own help has them.
BOX_COMMANDS = {
    "companion-box": ROOT / "deploy/box/companion-box",
    "releases": ROOT / "deploy/releases/__main__.py",
    "/usr/lib/table-companion/releases": ROOT / "deploy/releases/__main__.py",
}


@EVERY
def test_every_word_of_the_boxs_own_commands_exists(document: Path) -> None:
    for words in calls(TEXT[document]):
        if words[0] not in BOX_COMMANDS or len(words) < 2:
            continue
        source = BOX_COMMANDS[words[0]].read_text("utf-8")
        known = set(re.findall(r'"([a-z-]+)"', source)) | set(re.findall(r"^  ([a-z]+)  ", source, re.MULTILINE))
        for word in words[1:]:
            if re.fullmatch(r"-{0,2}[a-z][a-z-]*", word):
                assert word in known, shlex.join(words)


@EVERY
def test_every_place_of_the_project_exists(document: Path) -> None:
    made = set(re.findall(r"`((?:rules|companion|assets|tests)/[\w./-]*highest[\w./-]*)`", TEXT[document]))
    for code in inline(TEXT[document]):
        if re.fullmatch(rf"({FOLDERS})/[\w./-]*", code) and code not in made:
            assert (ROOT / code).exists(), code


@EVERY
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    for target, heading in re.findall(r"\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)", TEXT[document]):
        path = (document.parent / target).resolve() if target else document
        assert path.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}, heading


@EVERY
def test_every_setting_exists(document: Path) -> None:
    for code in inline(TEXT[document]):
        key = re.match(rf"(?:{'|'.join(SECTIONS)})\.[a-z_.]+", code)
        if key is not None and not re.search(r"\.(toml|py|txt|md|sqlite|json)\b", code):
            assert key[0] in known_keys(), code


@EVERY
def test_every_unit_exists(document: Path) -> None:
    for name in re.findall(r"\bcompanion[\w-]*\.(?:service|path)\b", TEXT[document]):
        assert (ROOT / "deploy/box" / name).is_file(), name


# What the pages for people at the table quote from the screen, they quote as it stands there.
QUOTING = [
    ROOT / "deploy/README.md",
    *(
        ROOT / "docs" / f"{name}.md"
        for name in ("building", "buttons", "camera", "card", "first-night", "labels", "troubleshooting")
    ),
]


@pytest.mark.parametrize("document", QUOTING, ids=lambda path: path.name)
def test_every_word_of_the_screen_is_on_the_screen(document: Path) -> None:
    texts = [text if isinstance(text, str) else " ".join(text.values()) for text in load_texts("en").values()]
    shown = " | ".join(texts).lower()
    quoted = re.findall(r"(?<![*\w])\*([A-Za-z][^*\n]+)\*(?!\*)", TEXT[document])
    assert quoted
    for phrase in quoted:
        assert phrase.rstrip(" …").lower() in shown, phrase


# Run for real.


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


LABELS = [words for words in calls((ROOT / "docs/labels.md").read_text("utf-8")) if words[0] == "companion"]


@pytest.mark.slow
@pytest.mark.parametrize("words", LABELS, ids=shlex.join)
def test_the_page_about_labels_is_followed(words: list[str], somewhere: Path) -> None:
    assert main(words[1:]) == 0
    for name in (word for word in words if word.endswith(".pdf")):
        assert (somewhere / name).read_bytes().startswith(b"%PDF")


def test_the_page_about_the_referee_is_followed(
    somewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = blocks((ROOT / "docs/referee.md").read_text("utf-8"), "console")
    command, *lines = block.splitlines()
    given = "\n".join(lines[: lines.index("EOF")])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
    assert main(shlex.split(command.partition("<<")[0])[2:]) == 0
    assert capsys.readouterr().out.count('"ok": true') == len(given.splitlines())
    assert somewhere.is_dir()


def test_the_files_shown_on_the_page_about_facts_are_accepted(somewhere: Path) -> None:
    *files, table = blocks((ROOT / "docs/facts.md").read_text("utf-8"), "toml")
    for facts in files:
        (somewhere / "my.toml").write_text(facts, "utf-8")
        assert main(["facts", "check", "my.toml"]) == 0
    (somewhere / "table.toml").write_text(table, "utf-8")
    assert main(["score", "table.toml"]) == 0
