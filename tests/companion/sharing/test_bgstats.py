"""A finished game can be handed over: to BG Stats, to a spreadsheet, as a list."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from urllib.parse import unquote

import pytest

from companion import CompanionError
from companion.keeping.game_row import GameRow
from companion.keeping.history import PastNight, summary
from companion.keeping.people import People
from companion.sharing.bgstats import LINK, play_file, play_link
from companion.sharing.spreadsheet import as_csv
from rules.core.game import Setup
from tests.games import GAMES

AMUL = GAMES["amul"]
RESULT = {
    "kind": "points",
    "rows": ["yellow", "blue"],
    "players": [
        {"name": "Ada", "total": 31, "place": 2, "scores": {"yellow": 30, "blue": 1}},
        {"name": "=Bo", "total": 44, "place": 1, "scores": {"yellow": 40, "blue": 4}},
        {"name": "Cy", "total": 31, "place": 2, "scores": {"yellow": 31, "blue": 0}},
    ],
    "winners": ["=Bo"],
    "complete": True,
}
SETUP = Setup("amul", ("Ada", "=Bo", "Cy"), start=2, options={"tea": 3})
ROW = GameRow(7, "amul", 1, SETUP, "2026-11-15T19:00:00+00:00", "2026-11-15T19:41:10+00:00", RESULT, 200)
NIGHT = PastNight(ROW)


def test_the_link_says_who_won_with_which_score_and_when() -> None:
    link = play_link(NIGHT, AMUL)
    assert link.startswith(LINK)
    play = json.loads(unquote(link.removeprefix(LINK)))
    assert (play["playDate"], play["durationMin"], play["board"]) == ("2026-11-15 19:41:10", 41, "Tea 3")
    assert play["game"] == {"name": "Āmul", "highestWins": True, "noPoints": False, "sourceGameId": "amul"}
    assert [(p["name"], p["score"], p["rank"], p["winner"], p["startPlayer"]) for p in play["players"]] == [
        ("Ada", "31", 2, False, False),
        ("=Bo", "44", 1, True, False),
        ("Cy", "31", 2, False, True),
    ]


def test_the_same_play_has_the_same_ids_again() -> None:
    assert play_link(NIGHT, AMUL) == play_link(NIGHT, AMUL)
    pushed = json.loads(unquote(play_link(NIGHT, AMUL).removeprefix(LINK)))
    assert play_file(NIGHT, AMUL)["plays"][0]["uuid"] == pushed["sourcePlayId"]


def _ids(people: People, setup: Setup = SETUP) -> tuple[list[str], str]:
    """Of the players and of the play, with these people renamed."""
    players = [{**player, "name": name} for player, name in zip(RESULT["players"], setup.players, strict=True)]
    row = replace(ROW, setup=setup, result={**RESULT, "players": players})
    file = play_file(PastNight(people.as_read(row)), AMUL)
    return [player["uuid"] for player in file["players"]], file["plays"][0]["uuid"]


def test_who_is_renamed_stays_the_same_player_in_the_app() -> None:
    before = _ids(People())
    renamed = People().renamed("Ada", "Adele").renamed("Adele", "Adelheid")
    assert _ids(renamed) == before, "an old night, and its play"
    later = replace(SETUP, players=("Adelheid", "=Bo", "Cy"))
    assert _ids(renamed, later)[0] == before[0], "a night played under the new name"


def test_who_is_joined_with_somebody_known_becomes_that_player() -> None:
    (ada, _, cy), _ = _ids(People())
    joined = People().renamed("Zo", "Ada", is_known=True)
    assert _ids(joined)[0] == [ada, _ids(People())[0][1], cy], "whoever was there keeps their id"
    assert _ids(joined, replace(SETUP, players=("Zo", "=Bo", "Cy")))[0][0] == ada
    assert joined.spellings("Ada") == ("Zo",)


def test_a_race_has_no_points() -> None:
    result = {"kind": "race", "players": [{"name": "Ada", "gems": 7, "place": 1}], "winners": ["Ada"]}
    row = GameRow(8, "amulett", 1, Setup("amulett", ("Ada",)), ROW.started, ROW.ended, result, 9)
    play = json.loads(unquote(play_link(PastNight(row), AMUL).removeprefix(LINK)))
    assert play["game"]["noPoints"] is True
    assert "score" not in play["players"][0]


def test_a_link_for_eight_players_fits_a_code_on_a_small_screen() -> None:
    names = tuple(f"Maximiliane-{n}" for n in range(8))
    players = [{"name": name, "total": 100, "place": 1} for name in names]
    result = {"kind": "points", "players": players, "winners": [], "complete": True}
    row = GameRow(9, "amul", 1, Setup("amul", names), ROW.started, ROW.ended, result, 9)
    # Version 33 at level L holds 2071 bytes in 149 modules: three pixels each on a screen of 480.
    assert len(play_link(PastNight(row), AMUL)) < 1950


def test_an_unfinished_game_is_not_handed_over() -> None:
    row = GameRow(9, "amul", 1, SETUP, ROW.started, None, None, 9)
    with pytest.raises(CompanionError, match="has not ended"):
        play_link(PastNight(row), AMUL)


def test_the_file_names_every_player_once() -> None:
    content = play_file(NIGHT, AMUL)
    assert content["plays"][0]["playImages"] == "[]"
    assert [player["id"] for player in content["players"]] == [1, 2, 3]
    assert [score["playerRefId"] for score in content["plays"][0]["playerScores"]] == [1, 2, 3]
    assert all(isinstance(score["score"], str) for score in content["plays"][0]["playerScores"])


def test_a_spreadsheet_gets_a_line_a_player_and_no_formula() -> None:
    assert as_csv([], AMUL.columns).startswith("id,game,started,")
    lines = list(csv.DictReader(io.StringIO(as_csv([ROW], AMUL.columns))))
    assert [(line["name"], line["total"], line["blue"]) for line in lines] == [
        ("Ada", "31", "1"),
        ("'=Bo", "44", "4"),
        ("Cy", "31", "0"),
    ]


def test_a_summary_is_plain() -> None:
    told = summary(PastNight(ROW, 41 * 60_000))
    assert (told["winners"], told["practice"], told["minutes"]) == (["=Bo"], False, 41)
