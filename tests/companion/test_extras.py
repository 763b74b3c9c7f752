"""A box without the libraries of phones, club or printing says so in words, with what to install."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.extras import EXTRAS, need
from companion.inbox import Inbox
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.phones.host import Phones
from companion.settings.config import load_config
from companion.settings.spoken_parser import EXIT_TROUBLE
from tests.games import new_context, open_store
from tests.languages import LANGUAGES


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def find(name: str, *more: Any) -> Any:
        return None if name in EXTRAS else found(name, *more)

    monkeypatch.setattr("companion.extras.find_spec", find)


@pytest.mark.parametrize("library", EXTRAS)
def test_what_is_missing_is_named_in_every_language(bare: None, library: str) -> None:
    with pytest.raises(Trouble) as caught:
        need(library)
    for code in LANGUAGES:
        said = Phrases(code).say(caught.value.said)
        assert library in said
        assert f"table-companion[{EXTRAS[library]}]" in said


def test_what_is_there_raises_nothing() -> None:
    for library in EXTRAS:
        need(library)


def test_labels_are_refused_in_one_line(bare: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["labels", "--game", "amul", "-o", str(tmp_path / "labels.pdf")]) == EXIT_TROUBLE
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "table-companion[print]" in said


def test_phones_are_refused_in_words(bare: None, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    phones = Phones(new_context(load_config(files=()), store), Inbox(), find_address=lambda: "127.0.0.1")
    with pytest.raises(Trouble, match=r"table-companion\[phones\]"):
        phones.start()
    store.close()


@pytest.mark.slow
def test_a_command_that_cannot_even_be_loaded_is_refused_in_one_line() -> None:
    program = (
        "import sys; sys.modules['paho'] = None; from companion import cli; sys.exit(cli.main(['club', '--help']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == EXIT_TROUBLE, done.stderr
    assert "table-companion[club]" in done.stderr
    assert "Traceback" not in done.stderr
