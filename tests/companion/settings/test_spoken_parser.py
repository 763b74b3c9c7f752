"""The help of the command line, and what argparse says about a wrong call, come from the files of the language."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main
from companion.language import one_part
from companion.language.one_part import part_texts
from companion.resources import asset
from companion.settings import config
from companion.settings.spoken_parser import MESSAGES, SpokenParser
from tests.languages import OURS


@pytest.fixture(autouse=True)
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "SYSTEM_FILE", tmp_path / "etc.toml")


def said(argv: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main(argv)
    out, err = capsys.readouterr()
    return " ".join((out or err).split())


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"bench"}))
def test_every_option_of_every_command_is_explained(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsers: list[SpokenParser] = []
    monkeypatch.setattr(SpokenParser, "print_help", lambda self: parsers.append(self))  # noqa: PLW0108 (bound to the parser)
    with pytest.raises(SystemExit):
        main([name, "--help"])
    [parser] = parsers
    inner = [sub for action in parser._actions for sub in _choices(action)]
    for one in (parser, *inner):
        one.format_help()
        assert one.description, one.prog
        assert [action.dest for action in one._actions if action.option_strings and not action.help] == [], one.prog


def _choices(action: argparse.Action) -> list[argparse.ArgumentParser]:
    return list(action.choices.values()) if isinstance(action.choices, dict) else []


def test_what_stands_for_a_value_is_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "--set SCHLÜSSEL=WERT" in said(["labels", "--help"], capsys)
    assert "-o DATEI.pdf" in said(["labels", "--help"], capsys)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"bench"}))
def test_every_name_of_a_value_is_a_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsers: list[SpokenParser] = []
    monkeypatch.setattr(SpokenParser, "print_help", lambda self: parsers.append(self))  # noqa: PLW0108 (bound to the parser)
    with pytest.raises(SystemExit):
        main([name, "--help"])
    known = {key.rpartition(".")[2].upper() for key in part_texts("cli", "en") if key.startswith("cli.value.")}
    for parser in (parsers[0], *(sub for action in parsers[0]._actions for sub in _choices(action))):
        parser.format_help()
        taken = " ".join(str(action.metavar or "") for action in parser._actions)
        assert set(re.findall(r"[A-Z]{2,}", taken)) <= known, parser.prog


@pytest.mark.parametrize("code", OURS)
def test_every_language_has_every_text_with_its_values(code: str) -> None:
    own = one_part._plain_texts(asset(f"i18n/{code}/cli.toml"))
    english = part_texts("cli", "en")
    assert own.keys() == english.keys()
    assert {key for key, text in own.items() if one_part._values(text) != one_part._values(english[key])} == set()
    assert set(MESSAGES.values()) <= own.keys()


@pytest.mark.parametrize(
    ("code", "argv", "words"),
    [
        ("de", ["--help"], "Aufruf: companion"),
        ("de", ["read", "--help"], "--any jeder QR-Code, nicht nur Etiketten"),
        ("fr", ["facts", "--help"], "options : -h, --help cette aide"),
        ("es", ["dance"], "companion: argumento COMMAND: opción no válida: 'dance'"),
        ("nl", ["doctor", "--no-such"], "onbekende argumenten: --no-such; zie companion --help"),
        ("pl", [], "brakuje tych argumentów: COMMAND; zobacz companion --help"),
        ("de", ["simulate", "--option", "tea=-1"], "erwartet: NAME=ZAHL, gefunden: 'tea=-1'"),
        ("de", ["labels", "--help"], "avery-l7160"),
    ],
)
def test_the_command_line_speaks_the_language_of_the_settings(
    code: str, argv: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "etc.toml").write_text(f"language = '{code}'\n")
    assert words in said(argv, capsys)


def test_a_text_with_other_values_is_shown_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx/any.toml").write_text('[cli]\nsee = "%(porg)s?"\nhelp = "xxx"\nusage = 3\n')
    (tmp_path / "xx/torn.toml").write_text("[cli\n")
    monkeypatch.setattr(one_part, "language_homes", lambda: (tmp_path / "none", tmp_path))
    texts = part_texts("cli", "xx")
    assert (texts["cli.help"], texts["cli.usage"]) == ("xxx", "usage: ")
    assert texts["cli.see"] == part_texts("cli", "en")["cli.see"]


@pytest.mark.slow
def test_a_call_that_is_in_order_reads_no_texts() -> None:
    """The start must not wait for what is not said."""
    code = (
        "import sys; from companion.cli import main\n"
        "try: main(['--version'])\n"
        "finally: assert not {'companion.language.one_part', 'companion.settings.config'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
