"""A night of a sheet leaves the box in every form, with decimals, rounds and its name; also where the sheet is gone."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

import pypdfium2
import pytest

from companion.cli import main
from companion.club.messages import encode
from companion.club.published import result_of
from companion.club.read_messages import read_result
from companion.clubhouse.game_names import game_name, title_in
from companion.clubhouse.standings import Rules, standings
from companion.keeping.session import start_game
from companion.keeping.store import read_store
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.sharing.race_picture import race_of
from companion.sheets.files import parse_sheet_text
from companion.sheets.shelf import SheetShelf
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.sheets.game.messages import EndRounds, Finish, WriteDown
from tests.games import GAMES, open_store

SHEET = """\
format = 1
id = "trick-night"
name = { en = "Trick night", de = "Stichabend" }
rounds = "open"
win = "least"
bgg = 1234
[[rows]]
id = "tricks"
name = { en = "Tricks", de = "Stiche" }
worth = 0.1
"""
PLAYERS = ("Ada", "Bo", "Cem")
ROUNDS = ((1, 2, 3), (2, 2, 3), (1, 20, 3))  # 0.4, 2.4 and 0.9 points


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one finished night, and no longer with its sheet."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    shelf = SheetShelf(tmp_path)
    shelf.add_text(SHEET, "trick-night.toml")
    game = GAMES["sheet-trick-night"]
    setup = Setup(game.slug, PLAYERS, 0, {}, game.box.at(tmp_path).rulebook())
    with closing(open_store(tmp_path)) as store:
        started = start_game(store, setup)
        assert not isinstance(started, Refused)
        number, session = started
        for at, said in enumerate(ROUNDS, 1):
            for seat, tricks in enumerate(said):
                assert not isinstance(session.do(WriteDown(seat, "tricks", tricks, at)), Refused)
        for command in (EndRounds(), Finish()):
            assert not isinstance(session.do(command), Refused)
        say = game.box.phrases("en", setup.facts, PLAYERS)
        store.finish(number, in_words(game.score(session), say))
    (tmp_path / "sheets/trick-night.toml").unlink()
    return tmp_path


def _exported(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["export", "1", *words]) == 0
    return capfd.readouterr().out


@pytest.mark.usefixtures("home")
def test_csv_has_name_totals_places_rows_and_rounds(capfd: pytest.CaptureFixture[str]) -> None:
    ada, bo, cem = csv.DictReader(io.StringIO(_exported(capfd, "--format", "csv")))
    assert (ada["title"], ada["total"], ada["place"], ada["winner"]) == ("Trick night", "0.4", "1", "True")
    assert [bo[f"round_{number}"] for number in (1, 2, 3)] == ["0.2", "0.2", "2"]
    assert (bo["tricks"], bo["place"], cem["place"]) == ("2.4", "3", "2")


@pytest.mark.usefixtures("home")
def test_bg_stats_has_name_number_and_who_wins(capfd: pytest.CaptureFixture[str]) -> None:
    link = json.loads(unquote(_exported(capfd, "--format", "bgstats").partition("data=")[2]))
    assert link["game"]["name"] == "Trick night"
    assert link["game"]["bggId"] == 1234
    assert link["game"]["highestWins"] is False
    assert [one["score"] for one in link["players"]] == ["0.4", "2.4", "0.9"]
    assert [one["winner"] for one in link["players"]] == [True, False, False]
    file = json.loads(_exported(capfd, "--format", "bgsplay"))
    assert (file["games"][0]["bggId"], file["games"][0]["highestWins"]) == (1234, False)


@pytest.mark.slow
def test_the_score_sheet_has_rows_rounds_and_the_race(home: Path) -> None:
    path = home / "sheet.pdf"
    assert main(["export", "1", "--format", "pdf", "--language", "de", "-o", str(path)]) == 0
    with closing(pypdfium2.PdfDocument(path)) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    for said in ("Stichabend", "Stiche", "Summen nach jeder Runde", "Runde 3", "2,4"):
        assert said in text
    assert "2.4" not in text


def test_the_race_adds_up_without_binary_fractions(home: Path) -> None:
    with closing(read_store(home, GAMES.rules)) as store:
        result = store.game(1).result
    assert result is not None
    assert [race_of(player) for player in result["players"]] == [(0.1, 0.3, 0.4), (0.2, 0.4, 2.4), (0.3, 0.6, 0.9)]
    unknown = {**result["players"][0], "rounds": [1, None, 2]}
    assert race_of(unknown) == (1, None, None)


@pytest.mark.slow
def test_a_box_without_the_sheet_takes_the_night_in(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    text = home / "night.txt"
    assert main(["export", "1", "-o", str(text)]) == 0
    monkeypatch.setenv("COMPANION_DATA", str(home / "other"))
    assert main(["export", "--import", str(text)]) == 0
    assert main(["history", "--game", "sheet-trick-night", "--records"]) == 0
    said = capfd.readouterr().out
    assert "Trick night" in said
    assert "won by Ada" in said
    assert main(["history", "1"]) == 0
    assert "2. Cem: 0.9 points" in capfd.readouterr().out


def test_the_club_knows_its_name_and_counts_it(home: Path) -> None:
    with closing(read_store(home, GAMES.rules)) as store:
        told = result_of(store.game(1), "0" * 32, "Table 1")
    assert told is not None
    heard = read_result(encode(told))
    assert heard == told
    assert [one.points for one in heard.players] == [0.4, 2.4, 0.9]
    for code, name in (("en", "Trick night"), ("de", "Stichabend")):
        assert game_name(heard.slug, Phrases(code), heard.title) == name
    assert title_in([heard], "sheet-trick-night") == heard.title
    assert [one.name for one in standings([heard], Rules())] == ["Ada", "Cem", "Bo"]
    by_points = standings([heard] * 3, Rules(count="points", slug=heard.slug))
    assert [(one.name, one.total) for one in by_points] == [("Ada", 6), ("Cem", 4.5), ("Bo", 0)]


def test_the_longest_id_goes_through_the_club(home: Path) -> None:
    sheet = parse_sheet_text(SHEET.replace("trick-night", "x" * 40), "x.toml")
    with closing(read_store(home, GAMES.rules)) as store:
        told = result_of(store.game(1), "0" * 32, "Table 1")
    assert told is not None
    longest = encode(told).replace(b"sheet-trick-night", f"sheet-{sheet.id}".encode())
    assert read_result(longest).slug == f"sheet-{sheet.id}"
