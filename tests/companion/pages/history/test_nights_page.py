"""Past nights by four buttons: the list and its records, narrowing it, players, one night in full."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games.amulett.screens.win import WinScreen
from companion.keeping.history import Filter, past_night, past_nights
from companion.keeping.records import Record
from companion.language.i18n import Phrases
from companion.pages.history.night_page import NightPage
from companion.pages.history.nights_page import NightsPage, PeoplePage, record_remark
from companion.pages.history.person_page import PersonPage
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import KeyboardScreen
from companion.screens.log_screen import LogScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.winner_screen import WinnerScreen
from tests.companion.nights import keep_night
from tests.companion.person import Person
from tests.games import open_store

pytestmark = pytest.mark.slow  # nearly all of it is

NAMES = ("Ada", "Eve", "Fay")


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    somebody = Person(tmp_path)
    keep_night(somebody.store)
    keep_night(somebody.store, "amulett", names=NAMES)
    keep_night(somebody.store, steps=4)
    somebody.app.open(NightsPage(somebody.app.context))
    yield somebody
    somebody.store.close()


def _labels(person: Person) -> list[str]:
    return [choice.label for choice in person.screen.model.choices]  # type: ignore[attr-defined]


def _details(person: Person) -> list[str]:
    return [choice.detail for choice in person.screen.model.choices]  # type: ignore[attr-defined]


def _remarks(person: Person) -> dict[str, str]:
    return {remark.text: remark.value for remark in person.screen.model.remarks}  # type: ignore[attr-defined]


def test_practice_and_unfinished_nights_are_listed_and_set_no_record(person: Person) -> None:
    assert len(_labels(person)) == 2 + 3
    assert _details(person)[2] == "not ended, round 1 of 9"
    assert _remarks(person) == {}
    assert "No night counts yet" in person.screen.model.text  # type: ignore[attr-defined]


def test_practice_counts_when_somebody_says_so(person: Person) -> None:
    person.choose_listed("Which nights")
    person.choose_listed("Practice values")
    assert person.screen.model.text == "2 nights count"  # type: ignore[attr-defined]
    person.press(Intent.BACK)
    row = past_night(person.store, 1).row
    assert row.result is not None
    best = max(row.result["players"], key=lambda player: player["total"])
    assert _remarks(person)["Most points"] == f"{best['name']}, {best['total']}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "value", "left"),
    [("Game", "Das Amulett", 1), ("Player", "Eve", 1), ("Number of players", "3 players", 3)],
)
def test_the_list_is_narrowed_by_the_buttons(person: Person, field: str, value: str, left: int) -> None:
    person.choose_listed("Which nights")
    person.choose_listed(field)
    person.choose_listed(value)
    person.press(Intent.BACK)
    assert len(_labels(person)) == 2 + left
    assert value in _details(person)[0]


def test_players_and_whoever_they_met(person: Person) -> None:
    person.app.open(PeoplePage(person.app.context, lambda: Filter(practice=True).counted(past_nights(person.store))))
    assert "Eve" in _labels(person)
    person.walk_to(_labels(person).index("Eve"))
    assert set(_remarks(person)) == {"Ada", "Fay"}
    person.press(Intent.BACK)
    assert isinstance(person.app.page, NightsPage)


def test_somebody_is_renamed_joined_and_hidden_and_all_of_it_is_undone(person: Person) -> None:
    person.app.open(PeoplePage(person.app.context, lambda: Filter(practice=True).counted(past_nights(person.store))))
    person.choose_listed("Eve")
    person.choose_listed("Another name")
    for letter in "Yve":  # the first letter replaces the name that stands there
        person.app.page.screen(0).handle(Typed(letter))
    person.press(Intent.OK)
    person.press(Intent.BACK)
    assert "Yve" in _labels(person)
    assert "Eve" not in _labels(person)
    person.choose_listed("Yve")
    person.choose_listed("“Eve” is somebody else again")
    person.press(Intent.BACK)
    assert "Eve" in _labels(person)
    person.choose_listed("Eve")
    person.choose_listed("Hide from lists")
    assert "Eve" not in person.store.roster()
    person.choose_listed("Show in lists again")
    assert "Eve" in person.store.roster()
    person.choose_listed("Is the same person as …")
    person.press(Intent.OK)
    assert person.store.people().read("Eve") != "Eve"


def test_a_name_that_stands_there_is_replaced_by_a_letter_and_edited_by_deleting(person: Person) -> None:
    person.app.open(PersonPage(person.app.context, "Eve"))

    def renaming() -> KeyboardScreen:
        person.choose_listed("Another name")
        screen = person.screen
        assert isinstance(screen, KeyboardScreen)
        assert screen.text == "Eve"
        assert screen.keys[0][0] == "A", "no names that begin like the one that goes"
        return screen

    screen = renaming()
    person.press(Intent.OK, Intent.OK)
    assert screen.text == "A", "by two presses, and with a capital"
    person.press(Intent.BACK, Intent.BACK)
    screen = renaming()
    person.press(Intent.BACK)
    assert (screen.text, screen.is_whole) == ("Ev", False)
    screen.handle(Typed("a"))
    assert screen.text == "Eva"


def test_a_night_shows_its_result_its_pad_its_log_and_whose_time_it_was(person: Person) -> None:
    person.walk_to(4)
    person.press(Intent.OK)
    assert isinstance(person.app.page, NightPage)
    assert [text[:2] for text in _remarks(person)] == ["1.", "2.", "3."]
    person.choose_listed("Who took how long")
    shares = [int(value.rpartition("·")[2].strip(" %")) for value in _remarks(person).values()]
    assert sum(shares) in range(98, 103)
    person.choose_listed("The score")
    assert isinstance(person.screen, PadScreen)
    person.press(Intent.PREVIOUS, Intent.OK)
    assert isinstance(person.screen, WinnerScreen)
    person.press(Intent.BACK, Intent.BACK)
    person.choose_listed("How it went")
    screen = person.screen
    assert isinstance(screen, LogScreen)
    assert len({row.seq for row in screen.model.rows}) == past_night(person.store, 1).row.entries
    person.press(Intent.OK)
    assert isinstance(person.screen, LogScreen)  # a past night cannot be gone back in


def test_an_old_night_speaks_the_language_of_today(person: Person) -> None:
    person.app.context.language = "de"
    person.app.open(NightPage(person.app.context, 1))
    person.choose_listed("Die Wertung")
    person.press(Intent.PREVIOUS, Intent.OK)
    shown: Any = person.screen
    assert (shown.model.headline.split()[1], shown.model.detail.split()[0]) == ("gewinnt", "mit")


def test_a_race_is_looked_back_at_too(person: Person) -> None:
    person.app.open(NightPage(person.app.context, 2))
    person.choose_listed("The score")
    assert isinstance(person.screen, WinScreen)
    person.press(Intent.BACK)
    assert isinstance(person.app.page, NightPage)


def test_a_night_whose_journal_is_lost_still_has_its_result(person: Person) -> None:
    person.store.drop_after(1, 3)
    person.app.open(NightPage(person.app.context, 1))
    assert _labels(person) == ["Result", "The score", "Take it home", "Play again"]
    person.choose_listed("The score")
    assert isinstance(person.screen, PadScreen)


def test_without_any_night_it_says_so(tmp_path: Path) -> None:
    somebody = Person(tmp_path / "empty")
    somebody.app.open(NightsPage(somebody.app.context))
    assert somebody.screen.model.text == Phrases("en")("page.nights.none")  # type: ignore[attr-defined]
    somebody.press(Intent.OK, Intent.BACK)
    somebody.store.close()


def _notices(person: Person) -> list[str]:
    return [notice.text for notice in person.screen.model.notices]  # type: ignore[attr-defined]


def test_a_game_that_cannot_be_read_is_said_with_where_it_is_until_somebody_has_looked(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        keep_night(store, steps=2)
        keep_night(store, steps=3)
        store._db.execute("UPDATE games SET setup = '{' WHERE id = 2")
        store._db.execute("UPDATE spares SET setup = '{' WHERE id = 2")
    person = Person(tmp_path)
    said = (
        "1 game is too damaged to be read; the others are fine. If you want to try: what is left of it is in"
        f" {person.store.path}"
    )
    assert _notices(person) == [said]
    person.choose_listed("Past nights")
    assert _notices(person) == [said]
    assert _details(person)[2:] == ["not ended, round 1 of 9"]
    person.press(Intent.BACK)
    assert _notices(person) == []
    aside = tmp_path / "games-damaged-20261115-191500-1.sqlite"
    aside.write_bytes(b"as it was")
    person.store._db.execute("PRAGMA foreign_keys = OFF")
    person.store._db.execute("DELETE FROM games WHERE id = 2")
    person.choose_listed("Past nights")
    assert _notices(person) == [said.replace("games.sqlite", aside.name)]
    person.store.close()


def test_a_game_of_a_newer_version_cannot_be_taken_up_and_says_why(tmp_path: Path) -> None:
    person = Person(tmp_path)
    keep_night(person.store, steps=3)
    person.store._db.execute("UPDATE games SET rules_version = 99")
    person.choose_listed("Continue")
    said: str = person.screen.model.text  # type: ignore[attr-defined]
    assert said.startswith("This game was written by a newer release of this program, and stays as it is.")
    assert said.endswith("play another game.")
    person.press(Intent.BACK)
    person.choose_listed("Past nights")
    person.walk_to(2)
    person.press(Intent.OK)
    assert person.screen.model.text == "Only the result of this night can still be read."  # type: ignore[attr-defined]
    person.store.close()


def test_a_record_that_many_hold_names_one_and_counts_the_others() -> None:
    say = Phrases("en")
    few, many = (Record("most_wins", 3, names) for names in (("Ada", "Bo"), ("Ada", "Bo", "Cy", "Di")))
    assert record_remark(few, say).value == say.row(("Ada and Bo", "3"))
    assert record_remark(many, say).value == say.row(("Ada and 3 more", "3"))
