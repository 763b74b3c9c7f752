"""The board: what the host does on the page, what everyone is shown, what can be downloaded."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from companion.club.messages import Announcement, Call, TableNotice, encode
from companion.club.read_messages import read_announcement
from companion.club.topics import KINDS
from companion.clubhouse.club_board import HOST, HOST_CODE_FOR, TRY_AGAIN
from companion.clubhouse.host_acts import FIELDS
from companion.clubhouse.host_parts import host_parts
from companion.clubhouse.mail import RefusedMessage
from companion.clubhouse.sheets import SEASON
from companion.inbox import PhoneAsked
from companion.keeping.folder_lock import FolderLock
from companion.language.i18n import Phrases, load_texts
from companion.language.wording import Trouble
from companion.moments import read_moment
from rules.core.words import words
from tests.companion.clubhouse.boards import NOW, Club, Reader
from tests.companion.clubhouse.halls import state
from tests.companion.clubhouse.results import game_id, result
from tests.languages import LANGUAGES


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        yield club
        club.register.close()


@pytest.fixture
def played(club: Club) -> Club:
    club.ended(1, {"Ada": (1, 40), "Bo": (2, 30), "Cy": (3, 20)})
    club.ended(2, {"Bo": (1, 50), "Ada": (2, 45)})
    return club


def test_standings_follow_what_boxes_say(played: Club) -> None:
    assert played.season() == [[1, "Ada", 4], [1, "Bo", 4], [3, "Cy", 0]]
    assert [row[:3] for row in played.parts()[0]["standings"][0]["rows"]] == played.season()  # all of it was tonight


def test_the_host_chooses_how_is_counted(played: Club) -> None:
    wish = {"sort": "choose", "count": "points", "slug": "", "best": 0, "places": "", "since": "", "practice": 0}
    assert played.wants(do="correct", who="Uli", **wish) == {"ok": True}
    assert played.season() == [[1, "Ada", 85], [2, "Bo", 80], [3, "Cy", 20]]
    wish |= {"count": "places", "places": "10, 6 3"}
    assert played.wants(do="correct", who="Uli", **wish) == {"ok": True}
    assert played.season() == [[1, "Ada", 16], [1, "Bo", 16], [3, "Cy", 3]]


def test_corrections_have_a_name_and_can_be_taken_back(played: Club) -> None:
    void = {"do": "correct", "sort": "void", "game": game_id(2), "on": 1}
    assert played.wants(**void)["words"].startswith("Say who you are")
    assert played.wants(**void, who="Uli") == {"ok": True}
    assert played.season() == [[1, "Ada", 4], [2, "Bo", 2], [3, "Cy", 0]]
    (said,) = played.parts()[1]["corrections"]
    assert (said["number"], said["who"], said["what"], said["valid"]) == (
        1,
        "Uli",
        "the game of Table 2 does not count",
        True,
    )
    assert played.wants(do="correct", who="Kim", sort="takeback", number=1) == {"ok": True}
    assert played.season() == [[1, "Ada", 4], [1, "Bo", 4], [3, "Cy", 0]]


def test_a_hidden_name_is_seen_by_the_host_alone(played: Club) -> None:
    played.wants(do="correct", who="Uli", sort="hide", name="Bo", on=1)
    shared, host = played.parts()
    assert "Bo" not in json.dumps(shared)
    assert host["people"]["hidden"] == ["Bo"]
    for form in ("csv", "results"):
        assert "Bo" not in played.board.downloads.file(SEASON, form, "en")["content"].decode()


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"do": "wipe"},
        {"do": "clock"},
        {"do": "clock", "minutes": -1},
        {"do": "clock", "minutes": 10**6},
        {"do": "announce"},
        {"do": "announce", "text": "x\x1b[2J"},
        {"do": "announce", "text": "x" * 201},
        {"do": "answer", "box": "box-1"},
        {"do": "forget"},
        {"do": "forget", "box": "box-1"},
        {"do": "title", "text": ""},
        {"do": "correct", "who": "Uli"},
        {"do": "correct", "who": "Uli", "sort": "choose", "count": "places", "places": "1, two"},
        {"do": "correct", "who": "Uli", "sort": "void", "game": "nope", "on": 1},
    ],
)
def test_what_cannot_be_is_said_and_not_done(played: Club, wish: dict[str, Any]) -> None:
    before = played.parts()
    answer = played.wants(**wish)
    assert answer["ok"] is False
    assert "clubhouse." not in answer["words"]
    assert played.parts() == before
    assert played.line.said == []


UNFIT = [
    ({"do": "announce", "text": "x\x1b[2J"}, "Announcement", "Ansage"),
    ({"do": "title", "text": ""}, "Name of the club", "Name des Vereins"),
    ({"do": "person", "who": "Uli", "name": ""}, "Name", "Name"),
    ({"do": "here", "who": "Uli", "name": "Ada", "place": 500}, "Needs table (0: any)", "Braucht Tisch (0: egal)"),
    ({"do": "seat", "who": "Uli", "size": 2}, "Players a table", "Personen am Tisch"),
    ({"do": "correct", "who": "Uli", "sort": "choose", "count": "places", "best": 5000}, "Only the best (0: all)", ""),
    ({"do": "find", "text": "x" * 201}, "Find a name, table or game", ""),
]


@pytest.mark.parametrize(("wish", "english", "german"), UNFIT)
def test_what_cannot_be_is_named_as_its_field_on_the_page(
    played: Club, wish: dict[str, Any], english: str, german: str
) -> None:
    for language, field in (("en", f"“{english}”"), ("de", f"„{german}")):
        answers: list[Mapping[str, Any]] = []
        played.board.hear(PhoneAsked(HOST, wish, answers.append, lambda: True, language), NOW)
        assert field in answers[0]["words"]
        assert "clubhouse." not in answers[0]["words"]


def test_every_field_has_its_words_on_the_page() -> None:
    for language in LANGUAGES:
        assert {f"clubhouse.page.{field}" for field in FIELDS.values()} <= load_texts(language).keys()


@pytest.mark.parametrize("kind", [*KINDS, "correction", "unknown"])
def test_what_was_set_aside_is_named_in_words(club: Club, kind: str) -> None:
    club.board.hall.set_aside(RefusedMessage("box-1", kind, words("clubhouse.aside.flood")), NOW)
    for language in LANGUAGES:
        (said,) = host_parts(club.board.known(NOW), club.register, Phrases(language))["evening"]["asides"]
        assert "clubhouse." not in said["kind"]


def test_who_looks_on_does_nothing(played: Club) -> None:
    assert played.wants("", do="announce", text="Free beer") == {"ok": False}
    assert played.line.said == []


def test_announcement_and_clock_go_out_and_stay(club: Club) -> None:
    club.wants(do="announce", text="Round 2 in ten minutes")
    club.wants(do="clock", minutes=50)
    until = NOW + timedelta(minutes=50)
    assert club.line.said[-1] == Announcement(NOW, "Round 2 in ten minutes", until)
    shared, _ = club.parts()
    assert shared["announced"] == "Round 2 in ten minutes"
    assert shared["clock"] == {"figures": "50:00", "label": "Time left", "up": False}
    club.register.close()
    club.start()  # a power cut
    assert club.line.said == [Announcement(NOW, "Round 2 in ten minutes", until)]
    club.wants(do="announce", text="")
    club.wants(do="clock", minutes=0)
    assert club.line.said[-1] == Announcement(NOW)


def test_table_seven_calls_until_somebody_comes(club: Club) -> None:
    club.says("box-7", "availability", b"online")
    club.says("box-7", "state", encode(state(7)))
    club.says("box-7", "call", b'{"v":1,"at":"2026-11-14T23:00:00Z","why":""}')
    shared, host = club.parts()
    assert shared["calls"] == "Table 7 calls"
    (waits,) = host["calling"]
    assert (waits["name"], waits["waits"], waits["answered"]) == ("Table 7", "waits for 30 minutes", False)
    assert club.wants(do="answer", box="box-7") == {"ok": True}
    shared, host = club.parts()
    assert shared["calls"] == ""
    assert [one["answered"] for one in host["calling"]] == [True]


def calls(club: Club, box: str, at: str = "2026-11-14T23:00:00.000Z") -> None:
    club.says(box, "availability", b"online")
    club.says(box, "state", encode(state(int(box.removeprefix("box-")))))
    club.says(box, "call", encode(Call(read_moment(at))) if at else b"")


def test_a_table_is_told_that_a_host_is_on_the_way_for_this_call(club: Club) -> None:
    calls(club, "box-7")
    calls(club, "box-8")
    club.wants(do="announce", box="box-7", text="Pizza")
    club.wants(do="answer", box="box-7")
    at = read_moment("2026-11-14T23:00:00.000Z")
    assert club.line.said[-1].tables == {"box-7": TableNotice("Pizza", coming=at)}
    assert read_announcement(encode(club.line.said[-1])) == club.line.said[-1]
    club.says("box-7", "call", b"")
    club.wants(do="answer", box="box-8")
    assert club.line.said[-1].tables == {"box-7": TableNotice("Pizza"), "box-8": TableNotice(coming=at)}
    calls(club, "box-7", "2026-11-14T23:10:00.000Z")
    assert club.parts()[0]["calls"] == "Table 7 calls", "once more"


def test_a_board_that_is_started_anew_knows_to_whom_a_host_is_on_the_way(club: Club) -> None:
    calls(club, "box-7")
    club.wants(do="answer", box="box-7")
    club.register.close()
    club.start()
    calls(club, "box-7")
    assert club.parts()[0]["calls"] == ""
    calls(club, "box-7", "2026-11-14T23:10:00.000Z")
    assert club.parts()[0]["calls"] == "Table 7 calls"


def test_a_table_that_is_gone_for_good_is_forgotten(club: Club) -> None:
    club.says("box-7", "availability", b"online")
    club.says("box-7", "state", encode(state(7)))
    club.wants(do="announce", box="box-7", text="Pizza")
    assert not club.wants(do="forget", box="box-7")["ok"], "it is there"
    club.says("box-7", "availability", b"offline")
    assert club.parts()[1]["evening"]["gone"] == [["box-7", "Table 7"]]
    assert club.wants(do="forget", box="box-7") == {"ok": True}
    assert club.line.forgotten == ["box-7"]
    assert club.line.said[-1] == Announcement(NOW), "what only it was told"
    for kind in ("availability", "state", "call"):  # the broker says that it keeps nothing any more
        club.says("box-7", kind, b"")
    assert club.board.hall.tables == []
    assert club.parts()[1]["evening"]["gone"] == []


def test_a_box_with_a_wrong_clock_waits_from_when_it_was_heard(club: Club) -> None:
    club.says("box-7", "availability", b"online")
    club.says("box-7", "call", b'{"v":1,"at":"2031-01-01T00:00:00Z","why":"Rules"}')
    (table,) = club.board.hall.calling
    assert table.waits(NOW + timedelta(minutes=4)) == timedelta(minutes=4)


def test_each_reads_in_their_own_language(club: Club) -> None:
    reader = Reader()
    club.board.publish(club.board.known(NOW), reader)
    assert json.loads(reader.said["en"][0]["texts"])["tables"] == "Tables now"
    assert json.loads(reader.said["de"][0]["texts"])["tables"] == "Tische jetzt"
    answers: list[Mapping[str, Any]] = []
    club.board.hear(PhoneAsked(HOST, {"do": "clock"}, answers.append, lambda: True, "de"), NOW)
    assert answers[0]["words"].startswith("Eine Uhr")


def test_the_club_has_a_name(club: Club) -> None:
    assert club.parts()[0]["club"]["title"] == "North Side"
    club.wants(do="title", text="Spieleverein Nord")
    assert club.parts()[0]["club"]["title"] == "Spieleverein Nord"


def test_hostile_messages_are_named_to_the_host(played: Club) -> None:
    played.says("box-9", "state", b"{")
    played.says("box-9", "state", b"{")
    one = result(1, {"Eve": (1, 99)})
    played.says("box-9", "result", encode(one), one.game)
    asides = played.parts()[1]["evening"]["asides"]
    assert [(aside["box"], aside["kind"], aside["count"]) for aside in asides] == [
        ("box-9", "result", 1),
        ("box-9", "state", 2),
    ]
    assert "box-1" in asides[0]["why"]
    assert played.season() == [[1, "Ada", 4], [1, "Bo", 4], [3, "Cy", 0]]


def test_a_disk_that_takes_nothing_is_said_and_tried_again(club: Club) -> None:
    with club.register._reading() as db:
        db.execute("PRAGMA query_only = ON")
    club.ended(1, {"Ada": (1, 40)})
    assert len(club.board.known(NOW).troubles) == 1
    club.board.take_in(NOW + TRY_AGAIN)
    assert club.line.anew == 1  # the broker says everything again
    club.ended(1, {"Ada": (1, 40)})
    assert club.board.known(NOW).troubles == ()
    assert club.season() == [[1, "Ada", 0]]


def test_a_spreadsheet(played: Club) -> None:
    played.ended(3, {"=cmd()": (1, 5)})
    played.parts()
    rows = list(csv.DictReader(io.StringIO(played.board.downloads.file(SEASON, "csv", "en")["content"].decode())))
    assert [(row["place"], row["name"], row["total"], row["games"], row["wins"]) for row in rows] == [
        ("1", "Ada", "4", "2", "1"),
        ("1", "Bo", "4", "2", "1"),
        ("3", "'=cmd()", "0", "1", "1"),
        ("4", "Cy", "0", "1", "0"),
    ]
    lines = list(csv.DictReader(io.StringIO(played.board.downloads.file(SEASON, "results", "en")["content"].decode())))
    assert len(lines) == 6
    assert lines[0]["name"] == "Ada"
    assert lines[0]["counts"] == "True"


@pytest.mark.slow
def test_standings_on_paper(played: Club) -> None:
    played.parts()
    (night,) = played.board.downloads.nights("en")["nights"]
    for number in (SEASON, night["number"]):
        taken = played.board.downloads.file(number, "pdf", "en")
        assert taken["sort"] == "application/pdf"
        text = pypdfium2.PdfDocument(taken["content"])[0].get_textpage().get_text_range()
        assert "North Side" in text
        assert "1. Ada" in text
        assert "2 games, 1 won" in text


@pytest.mark.parametrize(("number", "form"), [(SEASON, "exe"), (7, "pdf"), (20261399, "csv")])
def test_what_cannot_be_taken_home(played: Club, number: int, form: str) -> None:
    with pytest.raises(Trouble):
        played.board.downloads.file(number, form, "en")


def test_one_table_is_told_something_and_gets_more_time(club: Club) -> None:
    for number in (7, 8):
        club.says(f"box-{number}", "availability", b"online")
        club.says(f"box-{number}", "state", encode(state(number)))
    assert not club.wants(do="extend", box="box-7", minutes=10)["ok"], "no clock runs"
    club.wants(do="clock", minutes=50)
    assert club.wants(do="extend", box="box-7", minutes=10) == {"ok": True}
    assert club.wants(do="announce", box="box-8", text="Wait for Ada") == {"ok": True}
    said = club.line.said[-1]
    assert said.until_at("box-7") == NOW + timedelta(minutes=60)
    assert said.until_at("box-8") == said.until == NOW + timedelta(minutes=50)
    assert read_announcement(encode(said)) == said
    own = {table["box"]: table["own"] for table in club.parts()[0]["tables"]["list"]}
    assert own["box-7"].startswith("until ")
    assert own["box-8"] == "Wait for Ada"
    club.wants(do="announce", box="box-8", text="")
    club.wants(do="clock", minutes=30)
    assert club.line.said[-1].tables == {}, "a new round for all"
    for wish in ({"do": "clock", "box": "box-9", "minutes": 5}, {"do": "extend", "box": "box-7", "minutes": 0}):
        assert club.wants(**wish)["words"]


def test_the_phase_is_read_in_ones_own_language(club: Club) -> None:
    told = state(7)
    told = replace(told, shown=replace(told.shown, phase="The end", phases={"en": "The end", "de": "Das Ende"}))
    club.says("box-7", "availability", b"online")
    club.says("box-7", "state", encode(told))
    reader = Reader()
    club.board.publish(club.board.known(NOW), reader)
    assert "Das Ende" in reader.said["de"][0]["tables"]
    assert "The end" not in reader.said["de"][0]["tables"]


def test_a_box_with_another_name_is_not_on_the_board_twice(club: Club) -> None:
    club.says("box-7", "availability", b"online")
    club.says("box-7", "state", encode(state(7)))
    for kind in ("state", "call", "availability"):
        club.says("box-7", kind, b"")
    assert club.board.hall.tables == []
    assert club.parts()[1]["evening"]["asides"] == []


def test_a_clock_that_is_put_back_leaves_no_code_of_the_host_on_the_screen(club: Club) -> None:
    club.board.show_host_code(NOW)
    assert club.board.shows_host_code(NOW + HOST_CODE_FOR / 2)
    for later in (HOST_CODE_FOR, -timedelta(days=365)):
        assert not club.board.shows_host_code(NOW + later)


def test_a_clock_that_is_put_back_does_not_keep_the_board_from_asking_again(club: Club) -> None:
    with club.register._reading() as db:
        db.execute("PRAGMA query_only = ON")
    club.ended(1, {"Ada": (1, 40)})
    assert club.line.anew == 0
    club.board.take_in(NOW - timedelta(days=365))
    assert club.line.anew == 1
