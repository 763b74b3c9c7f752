"""``companion facts``: an import shows the differences first, and the web page runs until it is stopped."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.cli import main
from companion.facts.own import remember
from tests.companion.web.attackers import connect, guess
from tests.games import game_box

pytestmark = pytest.mark.usefixtures("own_folder")


def _theirs(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.toml"
    path.write_text(
        'format = 1\ngame = "amul"\n[cards.gold]\ncolour = "red"\nposition = "area"\n[cards.yurt]\ncolour = "blue"\n'
    )
    return path


@pytest.mark.slow
def test_an_import_shows_the_difference_before_anything_is_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, path = game_box("amul"), _theirs(tmp_path)
    remember(box, "cards.gold.colour", "yellow")
    before = box.own_path().read_bytes()
    assert main(["facts", "import", str(path), "--dry-run", "--replace", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert 'cards.gold.colour: "yellow" in your file, "red" in theirs' in said
    assert "nothing was written; 2 facts would be new" in said
    assert box.own_path().read_bytes() == before
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _asked: "n")
    assert main(["facts", "import", str(path), "--replace", "--language", "en"]) == 0
    assert box.own_path().read_bytes() == before
    monkeypatch.setattr("builtins.input", lambda _asked: "y")
    assert main(["facts", "import", str(path), "--replace", "--language", "en"]) == 0
    assert 'colour = "red"' in box.own_path().read_text("utf-8")


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("de", "j"), ("es", "s")])
def test_an_import_is_confirmed_in_the_language_it_asks_in(
    language: str, yes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = game_box("amul")
    remember(box, "cards.gold.colour", "yellow")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _asked: yes)
    assert main(["facts", "import", str(_theirs(tmp_path)), "--replace", "--language", language]) == 0
    assert 'colour = "red"' in box.own_path().read_text("utf-8")


@pytest.mark.slow
def test_the_page_says_where_it_is_and_ends_when_interrupted() -> None:
    command = [sys.executable, "-m", "companion", "facts", "serve", "--address", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with (
        subprocess.Popen([*command, "--language", "en"], stdout=subprocess.PIPE, text=True, env=environment) as process,
        ExitStack() as at_last,
    ):
        at_last.callback(process.kill)  # also where something below fails: nobody waits for it
        assert process.stdout is not None
        first = process.stdout.readline() + process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\nCode: [a-z]{3}-[a-z]{3}-[a-z]{3}\n", first)
        assert found is not None, first
        assert process.stdout.readline() == "Stops after 20 minutes without use.\n"
        for number in range(2, 12):
            with connect(int(found[1]), f"127.0.0.{number}") as plug:
                plug.sendall(guess(int(found[1])))
                assert b" 403 " in plug.recv(1000)
        assert process.stdout.readline().startswith("Somebody is guessing: 10 wrong codes or more.")
        process.send_signal(signal.SIGINT)
        assert "stopped" in process.communicate(timeout=20)[0]
        assert process.returncode == 0


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", "serve", "--address", "127.0.0.1", "--port", "70000"]) != 0
    assert "expected a port" in capsys.readouterr().err


@pytest.mark.slow
def test_the_title_beside_the_score_names_whose_facts_came_in(tmp_path: Path) -> None:
    box, path = game_box("amul"), _theirs(tmp_path)
    remember(box, "cards.gold.colour", "red")
    path.write_text(path.read_text().replace('game = "amul"\n', 'game = "amul"\ntitle = "Anna\'s box"\n'))
    assert main(["facts", "import", str(path)]) == 0
    assert 'title = "My box + Anna\'s box"' in box.own_path().read_text("utf-8")
    assert "# Facts of this box" in box.own_path().read_text("utf-8")
    assert main(["facts", "import", str(path)]) == 0
    assert box.own_path().read_text("utf-8").count("+ Anna") == 1
