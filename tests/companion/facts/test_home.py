"""The owner's facts are where the settings of this run say: for every command and page, with --set and --config too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.contract import Context
from companion.facts.own import remember
from companion.keeping.session import resume_game
from companion.pages.begin.new_game import begin_game
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from companion.screens.navigation import SitDown
from companion.settings.config import load_config
from companion.table.game_setup import setup_for
from companion.table.table import Table
from companion.web.editor.facts_editor import FactsEditor
from tests.companion.pupil import Pupil
from tests.games import GAMES, game_box, new_context, open_store, tell_command

NAMES = ("Ada", "Bo", "Cy")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that only this run's settings name; the usual one stays empty."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "usual"))
    remember(game_box("amul", tmp_path / "chosen"), "cards.gold.colour", "yellow")
    return tmp_path / "chosen"


def _context(home: Path) -> Context:
    config = load_config(files=(), pairs=(f"data.folder={home}",))
    return new_context(config, open_store(home), "en")


def _told(capsys: pytest.CaptureFixture[str], *words: str) -> int:
    assert main(["facts", "status", "--game", "amul", "--json", *words]) == 0
    known = {item["fact"]: item["told"] for item in json.loads(capsys.readouterr().out)[0]["known"]}
    return int(known["colour"])


def test_status_reads_what_set_and_config_name(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[data]\nfolder = "{home}"\n')
    assert _told(capsys) == 0
    assert _told(capsys, "--set", f"data.folder={home}") == 1
    assert _told(capsys, "--config", str(settings)) == 1


def test_check_export_and_import_use_the_same_folder(home: Path, tmp_path: Path) -> None:
    there = ("--set", f"data.folder={home}")
    assert main(["facts", "check", *there]) == 0
    assert main(["facts", "export", str(tmp_path / "mine.toml")]) == 2, "nothing was told in the usual folder"
    assert main(["facts", "export", str(tmp_path / "mine.toml"), *there]) == 0
    other = tmp_path / "other"
    assert main(["facts", "import", str(tmp_path / "mine.toml"), "--set", f"data.folder={other}"]) == 0
    assert 'colour = "yellow"' in (other / "facts" / "amul.toml").read_text("utf-8")
    assert not (tmp_path / "usual" / "facts").exists()


def test_a_table_file_is_scored_by_the_facts_of_the_named_folder(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    players = [
        f'[[players]]\nname = "{name}"\narea = [{cards}]\n'
        for name, cards in zip(NAMES, ('"gold#1"', "", ""), strict=True)
    ]
    table.write_text('game = "amul"\n' + "".join(players))
    rows = []
    for there in ((), ("--set", f"data.folder={home}")):
        assert main(["score", str(table), "--json", *there]) == 0
        lines = json.loads(capsys.readouterr().out)["players"][0]["lines"]
        rows.append(next(line["row"] for line in lines if line["card"] == "gold#1"))
    assert rows == ["unknown", "yellow"]


def test_pages_and_games_use_the_folder_of_their_settings(home: Path, tmp_path: Path) -> None:
    context = _context(home)
    assert setup_for(context, "amul", NAMES).facts["cards"]["gold"]["colour"] == "yellow"
    assert TeachPage(context, "amul").document["cards"]["gold"]["colour"] == "yellow"
    turn = begin_game(context, "amul", NAMES, 0, {})
    assert isinstance(turn, SitDown)
    page = Table(context, turn.number, resume_game(context.store, turn.number))
    assert page.document["cards"]["gold"]["colour"] == "yellow"
    page.live.do(tell_command(page.live.session, "cards.yurt.position", "hand"), 0)
    assert 'position = "hand"' in (home / "facts" / "amul.toml").read_text("utf-8")
    FactsEditor("en", GAMES, home).tell("amul", {}, {"cards.yurt.colour": "red"})
    assert 'colour = "red"' in (home / "facts" / "amul.toml").read_text("utf-8")
    assert not (tmp_path / "usual" / "facts").exists()
    context.store.close()


def test_what_is_taught_on_the_screen_is_kept_there(home: Path, tmp_path: Path) -> None:
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(replace(context, config=_context(home).config), "amul"))
    pupil.press(Intent.OK)
    pupil.answer("red")
    assert 'colour = "red"' in (home / "facts" / "amul.toml").read_text("utf-8")
    assert not (tmp_path / "usual" / "facts").exists()
    pupil.store.close()
