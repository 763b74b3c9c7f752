"""People keep their colour and shape over the nights, by four buttons before the whole program."""

from __future__ import annotations

from typing import Any

import pytest

from companion.drawing.theme import load_theme
from companion.keeping.kept_settings import MARKS, marks_of, read_marks, with_choice, with_newcomers, write_marks
from companion.pages.history.night_page import NightPage
from companion.screens.intents import Intent
from companion.screens.marks_screen import MarksScreen
from companion.screens.players_screen import PlayersScreen
from companion.upkeep.privacy import wipe
from tests.companion.nights import keep_night
from tests.companion.person import Person

PLAIN = load_theme().seats


def _shape(person: Person, seat: int) -> str:
    """As it is drawn."""
    return person.app.window.canvas.theme.seat(seat).shape


def _play_once(person: Person, *names: str) -> None:
    """From the start page to the table, and back."""
    person.choose_listed("Āmul")
    person.seat_all(names)
    person.draw_start()
    for _ in range(9):  # what the game wants to know before
        person.press(*(() if person.app.table else (Intent.OK,)))
    assert person.app.table is not None
    person.app.pages.start_over()
    person.app.tick()


@pytest.mark.slow
def test_who_played_before_looks_the_same_again_wherever_they_sit(person: Person) -> None:
    _play_once(person, "Guest 1", "Guest 2", "Guest 3")
    assert _shape(person, 0) == PLAIN[0].shape, "the start page is nobody's"
    person.choose_listed("Āmul")
    person.seat(["Guest 3", "Guest 4", "Guest 1"])
    assert [_shape(person, seat) for seat in range(3)] == [PLAIN[2].shape, PLAIN[1].shape, PLAIN[0].shape]


def test_a_mark_is_chosen_by_hand_and_whoever_had_it_takes_the_other(person: Person) -> None:
    person.choose_listed("Āmul")
    person.seat(["Guest 1", "Guest 2", "Guest 3"])
    person.walk_to(person.screen.model.roster.index("Guest 1"))  # type: ignore[attr-defined]
    person.press(Intent.MENU)
    person.choose_listed("Colour and shape")
    assert isinstance(person.screen, MarksScreen)
    assert person.screen.focus == 0
    person.press(Intent.NEXT, Intent.NEXT, Intent.OK)
    assert isinstance(person.screen, PlayersScreen)
    assert [_shape(person, seat) for seat in range(3)] == [PLAIN[2].shape, PLAIN[1].shape, PLAIN[0].shape]
    assert read_marks(person.store.setting(MARKS)) == {"Guest 1": 2, "Guest 3": 0}


def test_a_past_night_shows_people_in_their_marks(person: Person) -> None:
    keep_night(person.store, "amul")
    names = person.store.games()[0].setup.players
    person.store.set_setting(MARKS, write_marks({names[0]: 7}))
    person.choose_listed("Past nights")
    person.walk_to(2)
    person.press(Intent.OK)
    assert isinstance(person.app.page, NightPage)
    assert person.app.page.people == names
    assert person.app.marks[0] == 7


def test_wiping_people_wipes_their_marks(person: Person) -> None:
    _play_once(person, "Guest 1", "Guest 2", "Guest 3")
    assert read_marks(person.store.setting(MARKS))
    wipe(person.store, taught=False)
    assert not person.store.setting(MARKS)


def test_on_a_clash_the_one_who_sat_first_keeps_it() -> None:
    kept = {"Ada": 3, "Bo": 3}
    assert marks_of(("Ada", "Bo", "Cy"), kept) == (3, 1, 2)
    assert marks_of(("Bo", "Cy", "Ada"), kept) == (3, 1, 2)
    assert with_newcomers(kept, ("Ada", "Bo", "Cy")) == {"Ada": 3, "Bo": 3, "Cy": 2}


def test_nobody_shares_a_mark_as_long_as_there_are_enough() -> None:
    names = tuple(f"N{n}" for n in range(8))
    assert sorted(marks_of(names, {"N7": 0, "N3": 1})) == [*range(8)]
    assert len(marks_of((*names, "one more", "and one"), {})) == 10


def test_choosing_for_somebody_who_has_no_seat_takes_from_nobody() -> None:
    assert with_choice({}, ("Ada", "Bo"), "Cy", 0) == {"Cy": 0}


@pytest.mark.parametrize("odd", ["{", "7", '[["Ada"]]', '[["Ada", 99]]', '{"Ada": 1}', "null", '[["Ada", null]]'])
def test_whatever_is_kept_there_the_evening_goes_on(odd: str) -> None:
    found: Any = read_marks(odd)
    assert found == {}
