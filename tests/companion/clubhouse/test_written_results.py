"""Results that the host sets right or enters by hand, as the page sends them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.messages import encode
from companion.clubhouse.club_board import HOST
from companion.clubhouse.host_acts import read_wish
from companion.clubhouse.result_corrections import Correction, ResultAmended, count_up
from companion.keeping.folder_lock import FolderLock
from companion.language.wording import Trouble
from tests.companion.clubhouse.boards import NOW, Club
from tests.companion.clubhouse.results import game_id, result

NEW = "a1" * 12


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        club.ended(1, {"Ada": (1, 40), "Bo": (2, 30), "Cy": (3, 20)})
        yield club
        club.register.close()


def _players(*lines: tuple[str, object, object]) -> list[dict[str, Any]]:
    return [{"was": name, "name": name, "place": place, "points": points} for name, place, points in lines]


def _set(club: Club, *lines: tuple[str, object, object], game: str = game_id(1)) -> dict[str, Any]:
    wish = read_wish({"do": "correct", "who": "Uli", "sort": "set", "game": game, "players": _players(*lines)})
    return dict(club.wants(HOST, **wish))


def _enter(club: Club, *lines: tuple[str, object, object], **more: object) -> dict[str, Any]:
    wish = {"do": "correct", "who": "Uli", "sort": "enter", "game": NEW, "slug": "chess", "title": "", "table": "Bar"}
    return dict(club.wants(HOST, **read_wish({**wish, "day": "", "players": _players(*lines), **more})))


def _shown(club: Club, game: str) -> dict[str, Any]:
    return next(one for one in club.parts()[1]["results"] if one["game"] == game)


@pytest.mark.parametrize(
    ("places", "legal"),
    [((2, 3, 3), "1, 2, 2"), ((1, 1, 2), "1, 1, 3"), ((2, 2, 2), "1, 1, 1"), ((1, 3, 4), "1, 2, 3")],
)
def test_places_that_cannot_be_are_refused_with_those_that_can(
    club: Club, places: tuple[int, int, int], legal: str
) -> None:
    before = club.season()
    answer = _set(club, *((name, place, "") for name, place in zip(("Ada", "Bo", "Cy"), places, strict=True)))
    assert not answer["ok"]
    assert legal in answer["words"]
    assert club.season() == before


def test_a_whole_result_is_set_right_and_winners_follow_places(club: Club) -> None:
    assert _set(club, ("Ada", 3, 10), ("Bo", 1, 30), ("Cy", 1, 30)) == {"ok": True}
    shown = _shown(club, game_id(1))
    assert [(one["name"], one["place"], one["won"]) for one in shown["players"]] == [
        ("Ada", 3, False),
        ("Bo", 1, True),
        ("Cy", 1, True),
    ]
    assert "Uli" in shown["corrected"]
    assert club.season() == [[1, "Bo", 3], [1, "Cy", 3], [3, "Ada", 0]]
    (said,) = club.parts()[1]["corrections"]
    assert said["what"] == "the result of Table 1: 1. Bo 30, 1. Cy 30, 3. Ada 10"
    club.wants(do="correct", who="Uli", sort="takeback", number=1)
    assert club.season() == [[1, "Ada", 4], [2, "Bo", 2], [3, "Cy", 0]]


def test_without_places_points_decide_and_half_of_them_is_refused(club: Club) -> None:
    assert _set(club, ("Ada", "", 10), ("Bo", "", 30), ("Cy", "", 30)) == {"ok": True}
    assert [one["place"] for one in _shown(club, game_id(1))["players"]] == [3, 1, 1]
    assert not _set(club, ("Ada", 1, 10), ("Bo", "", 30), ("Cy", "", 30))["ok"]
    assert not _set(club, ("Ada", "", ""), ("Bo", "", 30), ("Cy", "", 30))["ok"]


def test_somebody_else_sat_there(club: Club) -> None:
    lines = _players(("Ada", 1, 40), ("Bo", 2, 30), ("Cy", 3, 20))
    lines[2]["name"] = "Dee"
    assert club.wants(do="correct", who="Uli", sort="set", game=game_id(1), players=lines)["ok"]
    assert [row[1] for row in club.season()] == ["Ada", "Bo", "Dee"]
    lines[2]["name"] = "bo"
    assert "twice" in club.wants(do="correct", who="Uli", sort="set", game=game_id(1), players=lines)["words"]
    assert not _set(club, ("Ada", 1, ""), ("Bo", 2, ""))["ok"], "all of the players, or none"


def test_one_place_after_another_is_read_from_old_files_only(club: Club) -> None:
    amend = {"sort": "amend", "game": game_id(1), "name": "Ada", "place": 3, "points": ""}
    assert not club.wants(do="correct", who="Uli", **amend)["ok"]
    said = [Correction(1, NOW, "Uli", ResultAmended(game_id(1), "Ada", 3))]
    (counted,) = count_up(club.register.results(), said).results
    assert [(one.name, one.place, one.won) for one in counted.players] == [
        ("Ada", 2, False),
        ("Bo", 1, True),
        ("Cy", 2, False),
    ]


def test_a_result_of_a_table_without_a_box(club: Club) -> None:
    assert _enter(club, ("Ada", 2, ""), ("Eve", 1, "")) == {"ok": True}
    assert club.season()[0] == [1, "Ada", 4]
    assert club.season()[1] == [2, "Eve", 2]
    assert _shown(club, NEW)["hand"]
    assert not _enter(club, ("Ada", 2, ""), ("Eve", 1, ""))["ok"], "sent twice"
    club.register.close()
    club.start()
    assert [row[1] for row in club.season()] == ["Ada", "Eve", "Bo", "Cy"]
    assert _set(club, ("Ada", 1, ""), ("Eve", 2, ""), game=NEW) == {"ok": True}
    assert club.season()[0] == [1, "Ada", 6]
    assert club.wants(do="correct", who="Uli", sort="takeback", number=1) == {"ok": True}
    assert [row[1] for row in club.season()] == ["Ada", "Bo", "Cy"]


def test_any_game_and_a_former_evening(club: Club) -> None:
    lines = ("Ada", "", 3), ("Eve", "", 5)
    assert _enter(club, *lines, slug="", title="Boules", day="2026-11-02", least=1) == {"ok": True}
    shown = _shown(club, NEW)
    assert shown["title"] == "Boules · Bar"
    assert "2 November" in shown["when"]
    assert [one["place"] for one in shown["players"]] == [1, 2]
    assert [name for slug, name in club.parts()[1]["evening"]["games"] if slug.startswith("hand-")] == ["Boules"]
    for day in ("2027-01-01", "yesterday", "0001-01-01"):
        assert not _enter(club, *lines, day=day, game="b2" * 12)["ok"]
    assert not _enter(club, *lines, slug="", title=" ", game="b2" * 12)["ok"]


def test_what_its_box_reports_later_counts_once(club: Club) -> None:
    assert _enter(club, ("Eve", 1, ""), ("Kim", 2, "")) == {"ok": True}
    before = club.season()
    one = result(5, {"Kim": (2, 3), "Eve": (1, 9)})
    club.says("box-5", "result", encode(one), one.game)
    assert club.season() == before
    assert "Table 5" in _shown(club, NEW)["twin"]
    other = result(6, {"Kim": (2, 3), "Eve": (1, 9)})
    club.says("box-6", "result", encode(other), other.game)
    assert club.season() != before, "they have played twice"


def test_the_same_people_with_other_places_are_only_pointed_out(club: Club) -> None:
    assert _enter(club, ("Ada", 3, ""), ("Bo", 1, ""), ("Cy", 2, "")) == {"ok": True}
    assert "Perhaps" in _shown(club, NEW)["twin"]
    assert _shown(club, NEW)["counts"]


def test_what_two_hosts_have_entered_is_pointed_out(club: Club) -> None:
    lines = ("Ada", 2, ""), ("Eve", 1, "")
    assert _enter(club, *lines)["ok"]
    assert _enter(club, *lines, game="b2" * 12, table="bar", who="Eva")["ok"]
    assert _enter(club, ("Ada", 1, ""), ("Eve", 2, ""), game="c3" * 12)["ok"]
    assert _shown(club, NEW)["twin"] == _shown(club, "c3" * 12)["twin"] == ""
    again = _shown(club, "b2" * 12)
    assert "twice" in again["twin"]
    assert again["counts"], "they may have played twice"
    assert again["corrected"].startswith("Entered by Eva")
    club.wants(do="correct", who="Uli", sort="void", game=NEW, on=1)
    assert _shown(club, "b2" * 12)["twin"] == ""


def test_a_game_that_boxes_tell_as_two_is_pointed_out(club: Club) -> None:
    club.ended(2, {"Ada": (1, 40), "Bo": (2, 30), "Cy": (3, 20)})
    club.ended(3, {"Ada": (1, 41), "Bo": (2, 30), "Cy": (3, 20)})
    club.ended(4, {"Ada": (1, 40), "Bo": (2, 30), "Cy": (3, 20)}, days=-7)
    told = {one["title"][-1]: one["twin"] for one in club.parts()[1]["results"]}
    assert [number for number, twin in told.items() if twin] == ["2"]
    assert "Table 1" in told["2"]


def test_a_form_that_is_stale_is_refused_and_one_without_news_is_no_correction(club: Club) -> None:
    seen = _shown(club, game_id(1))
    lines = ("Ada", 1, 40), ("Bo", 2, 30), ("Cy", 3, 20)
    form = {"do": "correct", "sort": "set", "game": game_id(1), "mark": seen["mark"]}
    assert club.wants(**form, who="Uli", players=_players(*lines))["ok"]
    assert club.register.corrections() == ()
    assert club.wants(**form, who="Eva", players=_players(("Ada", 2, 40), ("Bo", 1, 50), ("Cy", 3, 20)))["ok"]
    refused = club.wants(**form, who="Uli", players=_players(("Ada", 1, 45), ("Bo", 2, 30), ("Cy", 3, 20)))
    assert "changed meanwhile" in refused["words"]
    assert [one.who for one in club.register.corrections()] == ["Eva"]
    form["mark"] = _shown(club, game_id(1))["mark"]
    assert club.wants(**form, who="Uli", players=_players(*lines))["ok"]
    assert club.season()[0] == [1, "Ada", 4]


def test_names_of_other_scripts_are_found_and_nobody_else(club: Club) -> None:
    club.ended(2, {"\u05e2\u05d5\u05de\u05e8": (1, 40), "\u674e\u5c0f\u9f8d": (2, 30)})
    for name in ("\u05e2\u05d5\u05de\u05e8", "\u674e\u5c0f"):
        assert [one["game"] for one in club.wants(do="find", text=name)["results"]] == [game_id(2)]
    assert club.wants(do="find", text="\u05d0\u05d1\u05d2")["results"] == []


def test_results_are_found_by_name_table_game_night_and_state(club: Club) -> None:
    club.ended(2, {"Jörg": (1, 40), "Bo": (2, 30)}, days=-7)
    _enter(club, ("Ada", 2, ""), ("Eve", 1, ""))

    def find(**wish: str) -> list[str]:
        return [one["game"] for one in club.wants(do="find", **wish)["results"]]

    assert find(text="jorg") == [game_id(2)]
    assert find(text="ada bar") == [NEW]
    club.ended(4, {"Ada C": (1, 40), "Bo": (2, 30)}, days=-1)
    club.ended(5, {"Ada B": (1, 40), "Cy": (2, 30)})
    assert find(text="ada c")[0] == game_id(4), "a whole name before its parts"
    assert game_id(5) in find(text="ada c")
    assert find(night="2026-11-07") == [game_id(2)]
    assert find(state="hand") == find(text="BAR") == [NEW]
    assert find(state="corrected") == []
    assert find(slug="go") == []
    club.wants(do="correct", who="Uli", sort="void", game=game_id(2), on=1)
    assert find(state="out") == [game_id(2)]
    assert not club.wants(do="find", state="worst")["ok"]
    assert club.wants("", do="find") == {"ok": False}, "guests find nothing here"


@pytest.mark.parametrize(
    "players",
    ["Ada", [{}] * 17, [["Ada"]], [{"name": {"x": 1}}], [{"name": "x" * 300}], [{"place": True}], [{"place": 1e300}]],
)
def test_what_is_no_list_of_players_is_refused(players: object) -> None:
    with pytest.raises(Trouble):
        read_wish(json.loads(json.dumps({"do": "correct", "players": players})))


@pytest.mark.parametrize("line", [("Ada", 0, ""), ("Ada", 1.5, ""), ("", 1, ""), ("A\nda", 1, ""), ("Ada", 17, "")])
def test_a_line_that_cannot_be_is_refused_in_words(club: Club, line: tuple[str, object, object]) -> None:
    assert _enter(club, line, ("Bo", 2, ""))["words"]
    assert NEW not in club.register.heard()
