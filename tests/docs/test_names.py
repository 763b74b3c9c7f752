"""What the documents for builders name is there: every path, module, class, function and text key in backticks.

Where something was moved or renamed, the message says which document names it, and what may have been meant.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from companion.language.i18n import load_texts
from companion.settings.config import known_keys
from tests.docs.names import HOUSE, ROOT, TOPS, names
from tests.test_documents import inline

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/architecture.md",
    "docs/glossary.md",
    "tests/README.md",
)
FOLDERS = (*TOPS, "assets", ".ci")
FILE = re.compile(r"\.(py|md|toml|json|sh|svg|png|webp|txt|log|sqlite|csv|pdf|css|js|html|lock|whl|jsonl)$")
DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
CAMEL, SNAKE = re.compile(r"[A-Z][a-z]+[A-Za-z]*"), re.compile(r"_?[a-z]+(_[a-z0-9]+)+")
# Words in backticks that look like a name of ours, and are none.
OTHERS = frozenset({"pytest.mark.rule", "pytest.mark.slow"})


def wrong_names(text: str, *, every_word: bool = False) -> list[str]:
    """What is wrong with the names of a document, in words; ``every_word``: plain words in backticks are names too."""
    named = dict.fromkeys([*inline(text), *re.findall(rf"(?<![\w/.-])(?:{'|'.join(TOPS)})/[\w/.-]*\w", _blocks(text))])
    return [said for code in named if (said := _wrong(code, every_word=every_word))]


def _blocks(text: str) -> str:
    """Code and drawings between fences."""
    return "\n".join(re.findall(r"^```.*?^```", text, re.MULTILINE | re.DOTALL))


def _wrong(code: str, *, every_word: bool) -> str:
    code = re.sub(r"^@?([\w.]+)\(.*\)$", r"\1", code).removeprefix("@")  # a call, a decorator
    if code in OTHERS or code in COMMANDS:
        return ""
    if code.split("/")[0] in FOLDERS and re.fullmatch(r"[\w./-]+", code) and ("/" in code):
        return "" if (ROOT / code).exists() else _say(code, "is no file or folder", Path(code).stem)
    if FILE.search(code):
        return ""  # on the box, or beside the document; paths of the project begin with one of its folders
    if code.startswith(tuple(f"{top}." for top in TOPS)) and re.fullmatch(r"[\w.]+", code):
        return "" if names().has(code) else _say(code, "is no module, class or function", code)
    if DOTTED.fullmatch(code):
        is_key = code in known_keys() or code in load_texts("en")
        return "" if is_key or names().has(code) else _say(code, "is no name, setting or text key", code)
    is_name = CAMEL.fullmatch(code) or SNAKE.fullmatch(code) or (every_word and code.isidentifier())
    if is_name and not names().has(code):
        return _say(code, "is defined nowhere", code)
    return ""


def _say(code: str, what: str, meant: str) -> str:
    return f"`{code}` {what}. Write its new name there; perhaps: {names().near(meant)}"


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_name_in_backticks_is_there(document: str) -> None:
    path = ROOT / document
    wrong = wrong_names(path.read_text("utf-8"))
    assert not wrong, f"{document}:\n  " + "\n  ".join(wrong)


def test_every_room_has_its_line_in_the_architecture() -> None:
    written = inline((ROOT / "docs/architecture.md").read_text("utf-8"))
    folders = [path for top in HOUSE for path in (ROOT / top).iterdir() if (path / "__init__.py").exists()]
    rooms = {f"{path.relative_to(ROOT)}/" for path in folders if path.parent.name != "hardware"}
    lacking = sorted(rooms - set(written))
    assert not lacking, f"docs/architecture.md: a line is missing under 'The packages' for {', '.join(lacking)}"


@pytest.mark.slow
def test_every_word_of_the_glossarys_last_column_is_in_the_code() -> None:
    text = (ROOT / "docs/glossary.md").read_text("utf-8").partition("## As players read it")[0]
    column = "\n".join(line.strip("| ").rpartition("|")[2] for line in text.splitlines() if line.startswith("|"))
    assert len(inline(column)) > 60
    wrong = wrong_names(column, every_word=True)
    assert not wrong, "docs/glossary.md:\n  " + "\n  ".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize(
    "good",
    [
        "`rules/core/clock.py`",
        "`companion/play/`",
        "`companion.play.clocks`",
        "`companion.play.clocks.AuctionClock.must_pass`",
        "`AuctionClock.must_pass`",
        "`TurnClock.must_pass`",  # of its base
        "`clocks.AuctionClock`",
        "`must_pass()`",
        "`must_pass(clock, now_ms)`",
        "`@open_to_all`",
        "`Refused`",
        "`refusal.nothing_to_undo`",
        "`timers.auction`",
        "`~/.config/table-companion/config.toml`",
    ],
)
def test_a_name_that_is_there_is_accepted(good: str) -> None:
    assert wrong_names(good) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("`rules/core/clocks.py`", "companion.play.clocks"),
        ("`companion/attic/`", ""),
        ("`companion.table.clocks`", "companion.play.clocks"),
        ("`companion.play.clocks.AuctionClock.dance`", ""),
        ("`Refused.must_pass`", "rules.core.clock.must_pass"),
        ("`clocks.Refused`", "rules.core.refusals.Refused"),
        ("`must_dance`", ""),
        ("`Refused.dance`", ""),
        ("`AuctionClocks`", "AuctionClock"),
        ("`refusal.nothing_to_dance`", ""),
        ("`timers.dance`", ""),
        ("```text\npages ─ `companion/attic/door.py`\n```", ""),
    ],
)
def test_a_name_that_is_not_there_is_found_and_the_right_one_suggested(wrong: str, meant: str) -> None:
    (said,) = wrong_names(wrong)
    assert wrong.removeprefix("```text\npages ─ ").removesuffix("\n```") in said
    assert meant in said
