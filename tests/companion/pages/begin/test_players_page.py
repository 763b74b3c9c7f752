"""Who plays and who begins, by four buttons and by a keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from companion.keeping.people import People
from companion.models import Header
from companion.screens import Finished
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import KeyboardScreen
from companion.screens.players_screen import DrawScreen, PlayersScreen
from rules.core.game import Setup
from tests.companion.person import Person
from tests.games import GAMES


def _type(person: Person, text: str) -> None:
    """As the window hands over what is typed, letter by letter."""
    for letter in text:
        person.app._wish(Typed(letter), person.now_ms)
        person.app.tick()


def _new_name(person: Person) -> None:
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    person.walk_to(len(screen.model.roster))
    person.press(Intent.OK)
    assert isinstance(person.screen, KeyboardScreen)


def test_a_typed_name_costs_its_letters_and_one_enter(person: Person) -> None:
    person.choose_listed("Āmul")
    _new_name(person)
    for name in ("Jörg", "Ada", "Bo"):
        _type(person, name)
        person.press(Intent.OK)  # Enter
        screen = person.screen
        assert isinstance(screen, PlayersScreen)
        assert screen.names[-1] == name
        assert screen.focus == len(screen.model.roster), "on the next new name"
        person.press(Intent.OK)
    person.press(Intent.BACK)
    assert person.screen.names == ("Jörg", "Ada", "Bo")  # type: ignore[attr-defined]


def test_letter_by_letter_with_the_buttons_stays_as_it_was(person: Person) -> None:
    person.choose_listed("Āmul")
    _new_name(person)
    person.press(Intent.OK, Intent.NEXT, Intent.OK)  # row, key: B
    person.press(Intent.NEXT, Intent.OK, Intent.PREVIOUS, Intent.PREVIOUS)
    screen: Any = person.screen
    assert screen.text == "B"
    _type(person, "o")
    person.press(Intent.OK)
    assert person.screen.names == ("Bo",)  # type: ignore[attr-defined]


def test_a_common_name_takes_few_presses_and_a_past_player_comes_first(person: Person) -> None:
    person.choose_listed("Āmul")
    _new_name(person)
    before = person.presses
    person.press(Intent.NEXT, Intent.OK, Intent.NEXT, Intent.OK)  # L
    screen: Any = person.screen
    likely = screen.keys[0]
    assert (screen.row, "Lukas" in likely) == (0, True), "the focus is on the likely names"
    person.press(Intent.OK, *[Intent.NEXT] * likely.index("Lukas"), Intent.OK)
    assert person.screen.names == ("Lukas",)  # type: ignore[attr-defined]
    assert person.presses - before <= 9
    person.store.new_game(GAMES["amul"].rules, Setup("amul", ("Lybia", "Ada", "Bo")))
    _new_name(person)
    _type(person, "l")
    screen = person.screen
    assert screen.keys[0][0] == "Lybia"
    assert "Lukas" not in screen.keys[0], "who has a seat is not offered again"
    assert screen.column is not None, "Enter still finishes what was typed"


def test_a_known_name_in_small_letters_is_no_second_person(person: Person) -> None:
    person.store.new_game(GAMES["amul"].rules, Setup("amul", ("Linda", "Ada Lee", "Bo")))
    person.choose_listed("Āmul")
    for typed in ("linda", "ada  lee", "linda"):
        _new_name(person)
        _type(person, typed)
        person.press(Intent.OK)
    assert person.screen.names == ("Linda", "Ada Lee")  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "letter"), [("pl", "Ł"), ("es", "Ñ"), ("fr", "Ç"), ("de", "ß")])
def test_names_are_written_in_the_letters_of_the_language(person: Person, language: str, letter: str) -> None:
    person.app.context.language = language
    person.choose_listed("Āmul")
    _new_name(person)
    assert any(letter in row for row in person.screen.keys)  # type: ignore[attr-defined]
    _type(person, "l")
    assert any(letter in row for row in person.screen.keys), "below the likely names"  # type: ignore[attr-defined]


def test_with_the_last_seat_taken_the_focus_is_on_going_on(person: Person) -> None:
    person.choose_listed("Das Amulett")
    _new_name(person)
    for number in range(6):
        _type(person, f"N{number}")
        person.press(Intent.OK)
        if number < 5:
            person.press(Intent.OK)
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.focus == len(screen.model.roster) + 1
    person.press(Intent.OK)
    assert isinstance(person.screen, DrawScreen)


@pytest.mark.parametrize("slug", ["Āmul", "Das Amulett"])
def test_who_begins_is_drawn_or_chosen(person: Person, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.pages.begin.players_page.randbelow", lambda _: 0)
    person.choose_listed(slug)
    person.seat_all()
    person.draw_start()
    drawn: Any = person.screen
    assert (drawn.light, drawn.model.results[drawn.light]) == (0, "Guest 1 begins")
    person.press(Intent.PREVIOUS)
    assert drawn.model.results[drawn.light] == "Guest 3 begins"
    begun: list[tuple[tuple[str, ...], int]] = []
    page: Any = person.app.page
    page._begin = lambda names, start: begun.append((names, start))
    person.press(Intent.OK)
    assert begun == [(("Guest 1", "Guest 2", "Guest 3"), 2)]


def test_guests_stay_where_they_are_whoever_is_chosen(person: Person) -> None:
    person.choose_listed("Āmul")
    screen: Any = person.screen
    before = screen.model.roster
    person.press(Intent.NEXT, Intent.OK)
    assert (screen.names, screen.model.roster) == (("Guest 2",), before)


def test_a_guest_gets_a_name_in_the_same_seat(person: Person) -> None:
    person.choose_listed("Āmul")
    person.seat()
    screen: Any = person.screen
    person.walk_to(screen.model.roster.index("Guest 2"))
    person.press(Intent.MENU)
    person.choose_listed("Another name")
    page: Any = person.app.page
    page.act(Finished("Lukas"), 0)
    assert page.people == ("Guest 1", "Lukas", "Guest 3")
    assert person.screen.model.header == Header("Āmul", "Who plays?")


def test_a_guest_who_has_a_name_by_now_is_nobody_else_again(person: Person) -> None:
    person.store.set_people(People().renamed("Guest 1", "Lukas"))
    person.choose_listed("Āmul")
    screen: Any = person.screen
    assert [name for name in screen.model.roster if name.startswith("Guest")][:2] == ["Guest 2", "Guest 3"]


def test_just_scoring_says_of_which_game(person: Person) -> None:
    person.choose_listed("Just score it")
    assert person.screen.model.header == Header("Āmul · Just score it", "Who plays?")


def test_who_chooses_need_not_wait_for_the_light(person: Person) -> None:
    person.choose_listed("Āmul")
    person.seat_all()
    person.press(Intent.NEXT)
    drawn: Any = person.screen
    assert drawn.share == 1.0
    person.press(Intent.OK)
    assert not isinstance(person.screen, DrawScreen)


def test_a_name_in_letters_of_another_script_is_pointed_out(person: Person) -> None:
    person.choose_listed("Āmul")
    for name in ("Ada", "\u0410da"):
        _new_name(person)
        _type(person, name)
        person.press(Intent.OK)
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.names == ("Ada", "\u0410da"), "nobody is kept from playing"
    assert any("look alike" in notice.text for notice in screen.model.notices)
