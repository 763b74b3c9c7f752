"""What the host does with people on the page, and what the page then shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.keeping.folder_lock import FolderLock
from companion.language.names import look_keys
from tests.companion.clubhouse.boards import Club
from tests.companion.clubhouse.results import game_id


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        club.ended(1, {"Bo": (1, 9), "Ada": (2, 3)})
        club.ended(2, {"Bo": (1, 7), "Cy": (2, 3)})
        yield club
        club.register.close()


def test_the_host_is_asked_about_a_name_at_two_tables_and_answers_with_somebody_new(club: Club) -> None:
    (clash,) = club.parts()[1]["people"]["clashes"]
    assert clash["name"] == "Bo"
    assert [one["game"] for one in clash["sittings"]] == [game_id(1), game_id(2)]
    assert club.wants(do="person", who="Uli", name="Bo Li") == {"ok": True}
    assert club.wants(do="other", who="Uli", games=game_id(2), was="Bo", name="Bo Sun") == {"ok": True}
    people = club.parts()[1]["people"]
    assert people["clashes"] == []
    assert [(one["sign"], one["count"]) for one in people["people"]] == [("Bo", 1), ("Bo S", 1)]
    assert people["unknown"] == ["Ada", "Cy"]
    assert {name: total for _, name, total in club.season()} == {"Bo": 2, "Bo S": 2, "Ada": 0, "Cy": 0}


def test_a_name_of_nobody_registered_becomes_somebody_in_one_game(club: Club) -> None:
    assert club.wants(do="other", who="Uli", games=game_id(1), was="Bo", name="Robert Li")["ok"]
    assert {name for _, name, _ in club.season()} == {"Robert", "Bo", "Ada", "Cy"}


def test_persons_outlive_a_restart_and_can_be_undone(club: Club) -> None:
    assert club.wants(do="person", who="Uli", name="Bo Li", sign="Boss", note="vegetarian")["ok"]
    assert club.wants(do="correct", who="Uli", sort="match", name="Bo", person="p1")["ok"]
    club.register.close()
    club.start()
    assert {name for _, name, _ in club.season()} == {"Boss", "Ada", "Cy"}
    shared, host = club.parts()
    assert "vegetarian" not in str(shared)
    assert host["people"]["people"][0]["note"] == "vegetarian"
    assert club.wants(do="correct", who="Uli", sort="takeback", number=1)["ok"]
    assert {name for _, name, _ in club.season()} == {"Bo", "Ada", "Cy"}
    assert club.wants(do="person", who="Uli", name="Dee")["ok"]
    assert [one["id"] for one in club.parts()[1]["people"]["people"]] == ["p2"], "nobody gets the id of another"


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "person", "name": ""},
        {"do": "person", "name": "x" * 41},
        {"do": "person", "name": "Bo", "id": "p7x"},
        {"do": "other", "games": "", "was": "Bo", "name": "Bo S"},
        {"do": "other", "games": game_id(1), "was": "", "name": "Bo S"},
        {"do": "other", "games": game_id(1), "was": "Bo", "to": "p9"},
        {"do": "correct", "sort": "merge", "person": "p1", "into": "p2"},
    ],
)
def test_what_makes_no_sense_changes_nothing(club: Club, wish: dict[str, str]) -> None:
    answer = club.wants(who="Uli", **wish)
    assert not answer["ok"]
    assert answer["words"]
    assert club.register.corrections() == ()


def test_only_a_host_registers_people(club: Club) -> None:
    assert not club.wants("guest-1", do="person", who="Uli", name="Bo Li")["ok"]
    assert not club.wants(do="person", who="", name="Bo Li")["ok"]
    assert club.register.corrections() == ()


def test_ratings_stand_on_the_page_and_in_a_file(club: Club) -> None:
    club.ended(3, {"Ada": (1, None), "Cy": (2, None)}, slug="race", days=1)
    ratings = club.parts()[0]["ratings"]
    assert [one["name"] for one in ratings] == ["Bo", "Ada", "Cy"]
    ada = next(one for one in ratings if one["name"] == "Ada")
    assert [slug for slug, _ in ada["games"]] == ["chess", "race"]
    assert len(ada["history"]) == 2
    assert str(ada["history"][-1]) == ada["rating"]
    lines = club.board.downloads.file(0, "ratings", "en")["content"].decode().splitlines()
    assert len(lines) == 1 + 6
    assert lines[0].startswith("ended,game,rules,name,place,rating")
    assert [line.split(",")[3] for line in lines[1:]].count("Ada") == 2
    assert club.wants(do="correct", who="Uli", sort="hide", name="Ada", on=1)["ok"]
    assert "Ada" not in str(club.parts()[0]["ratings"])


def test_what_no_font_draws_is_told_when_it_is_entered(club: Club) -> None:
    named = {"do": "person", "who": "Uli", "name": "สมชาย ใจดี"}
    assert "สมชาย" in club.wants(**named)["words"]
    assert club.wants(**named, sign="Somchai") == {"ok": True}, "the full name may stay"
    assert club.wants(do="announce", text="Tea and 🍰")["words"].startswith("🍰 cannot be shown")
    players = [{"was": name, "name": name, "place": place, "points": ""} for place, name in enumerate(("ก", "Bo"), 1)]
    more = {"game": "f" * 24, "slug": "", "title": "Boules", "table": "Bar", "day": "", "least": 0}
    entered = {"do": "correct", "who": "Uli", "sort": "enter", **more}
    assert club.wants(**entered, players=players)["words"].startswith("ก cannot be shown")
    players[0] |= {"was": "สมชาย ใจดี", "name": "สมชาย ใจดี"}
    assert club.wants(**entered, players=players) == {"ok": True}, "a name of whoever has a sign"


def test_signs_that_look_alike_are_told_apart(club: Club) -> None:
    """The second Anna begins with a Greek letter."""
    for name in ("Anna", "\u0391nna", "\u0410nna Kurz"):
        assert club.wants(do="person", who="Uli", name=name)["ok"]
    signs = [one["sign"] for one in club.parts()[1]["people"]["people"]]
    assert len(signs) == len({look_keys(sign) for sign in signs}) == 3
    refused = club.wants(do="person", who="Uli", name="Bo", sign="\u0391nna")
    assert "Anna" in refused["words"]
