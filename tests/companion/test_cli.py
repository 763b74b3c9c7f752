"""The command line's manners: help for everything, errors in one line, exit codes that fit."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import CompanionError, __version__
from companion.cli import COMMANDS, load_command, main
from companion.resources import full_version
from companion.settings import config
from companion.settings.spoken_parser import EXIT_TROUBLE

HEAVY = {"cv2", "numpy", "pygame", "reportlab", "PIL"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    assert f"companion {name}" in capsys.readouterr().out


def test_the_help_lists_every_command_without_loading_any(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"table-companion {full_version()}\n"
    assert full_version().startswith(__version__)


@pytest.mark.parametrize(
    "argv", [[], ["dance"], ["doctor", "--no-such-option"], ["doctor", "--set"], ["simulate", "--option", "tea=-1"]]
)
def test_a_wrong_call_is_refused(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith("companion")
    assert captured.err.endswith("--help\n")


def test_trouble_is_one_line_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--set", "camera.kind=film"]) == EXIT_TROUBLE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("companion: --set: expected one of")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("argv", [["history", "7"], ["export", "7"], ["export", "--all"]])
def test_a_refusal_speaks_the_language_of_the_settings(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also that of a command which takes no settings of its own."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr(config, "SYSTEM_FILE", tmp_path / "etc.toml")
    said = {}
    for language in ("en", "de"):
        (tmp_path / "etc.toml").write_text(f"language = '{language}'\n")
        assert main(argv) == EXIT_TROUBLE
        said[language] = capsys.readouterr().err
    assert said["en"] != said["de"]


@pytest.mark.parametrize(("trouble", "code"), [(CompanionError("no"), 2), (KeyboardInterrupt(), 130)])
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, trouble: BaseException, code: int) -> None:
    def run(args: argparse.Namespace) -> int:
        raise trouble

    monkeypatch.setattr(load_command("doctor"), "run", run)
    assert main(["doctor"]) == code


@pytest.mark.slow
@pytest.mark.parametrize("call", ["doctor", "--help"])
def test_a_reader_who_leaves_early_is_no_error(call: str) -> None:
    command = f"{sys.executable} -m companion {call} | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_output_that_cannot_be_written_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == EXIT_TROUBLE
    assert (
        done.stderr == "companion: reading or writing failed: No space left on device; try again with another place\n"
    )


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("simulate --players 3 --option tea=99", "expected 0 to 8 Tea cards, got 99"),
        ("simulate --game amulett --option tea=1", "this game cannot be set up (unknown_option)"),
        ("facts check", "nothing has been told about amul yet"),
        ("facts check chess.toml", "chess.toml, game: expected facts of one of amul, amulett, got 'chess'"),
        ("export", "no games yet"),
        ("export --import chess.toml", "chess.toml: expected a line [Game ...] at the beginning of a game text"),
        ("export --all", "only a spreadsheet can hold all games"),
        ("play --size big --demo --headless", "expected a size like 1280x720, got 'big'"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    call: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chess.toml").write_text('format = 1\ngame = "chess"\n')
    assert main(call.split()) == EXIT_TROUBLE
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert words in captured.err


@pytest.mark.slow
def test_short_commands_load_no_pictures_and_no_window(tmp_path: Path) -> None:
    """On a small board each of these packages costs a good part of a second."""
    calls = [["score", "no.toml"], ["facts", "status"], ["history"], ["referee"]]
    script = f"import sys, companion.cli as c; print([c.main(call) for call in {calls}], {HEAVY} & {{*sys.modules}})"
    env = {**os.environ, "COMPANION_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[2, 0, 0, 0] set()"
