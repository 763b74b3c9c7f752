"""Every open game can be gone on with: from the start page, and from past nights; another one buries none."""

from __future__ import annotations

import pytest

from companion.pages.history.night_page import NightPage
from companion.pages.play.table_page import TablePage
from companion.screens.intents import Intent
from companion.screens.players_screen import PlayersScreen
from companion.table.table import Table
from tests.companion.nights import keep_night
from tests.companion.person import Person

FIRST, SECOND, THIRD = ("Ada", "Bo", "Cy"), ("Dora", "Emil", "Fritz"), ("Gerd", "Hanna", "Ida")


def _choices(person: Person) -> list[tuple[str, str]]:
    return [(choice.label, choice.detail) for choice in person.screen.model.choices]  # type: ignore[attr-defined]


def _played_by(person: Person) -> tuple[str, ...]:
    page = person.app.page
    assert isinstance(page, TablePage), page
    return page.live.session.setup.players


@pytest.mark.slow
def test_a_second_game_leaves_the_first_on_the_start_page(person: Person) -> None:
    keep_night(person.store, "amul", names=FIRST, steps=6)
    keep_night(person.store, "amulett", names=SECOND, steps=4)
    keep_night(person.store, "amul", names=THIRD, steps=2)
    person.app.tick()
    assert _choices(person)[:2] == [
        ("Continue", "Āmul · Gerd, Hanna and Ida"),
        ("2 more open games", "Dora, Emil and Fritz · Ada, Bo and Cy"),
    ]
    person.choose_listed("2 more open games")
    assert [detail for _, detail in _choices(person)] == [
        "Gerd, Hanna and Ida",
        "Dora, Emil and Fritz",
        "Ada, Bo and Cy",
    ]
    person.walk_to(2)
    person.press(Intent.OK)
    assert _played_by(person) == FIRST


def test_the_game_that_was_gone_on_with_last_is_the_one_to_continue(person: Person) -> None:
    older, session = keep_night(person.store, "amul", names=FIRST, steps=6)
    keep_night(person.store, "amul", names=SECOND, steps=6)
    page = Table(person.app.context, older, session)
    page.live.do(session.game.options(session.state)[0], 0)
    person.app.tick()
    assert _choices(person)[0] == ("Continue", "Āmul · Ada, Bo and Cy")
    person.press(Intent.OK)
    assert _played_by(person) == FIRST


def test_a_game_that_ended_does_not_hide_an_older_one_that_has_not(person: Person) -> None:
    keep_night(person.store, "amul", names=FIRST, steps=6)
    keep_night(person.store, "amul", names=SECOND)
    person.app.tick()
    assert _choices(person)[0] == ("Continue", "Āmul · Ada, Bo and Cy")


def test_of_many_players_the_first_few_are_named(person: Person) -> None:
    keep_night(person.store, "amul", names=("Ada", "Bo", "Cy", "Dora", "Emil"), steps=6)
    person.app.tick()
    assert _choices(person)[0] == ("Continue", "Āmul · Ada, Bo, Cy, Dora and Emil")
    keep_night(person.store, "amul", names=("Ada", "Bo", "Cy", "Dora", "Emil", "Fritz"), steps=6)
    person.app.tick()
    assert _choices(person)[0] == ("Continue", "Āmul · Ada, Bo, Cy and 3 more")


@pytest.mark.slow
def test_an_open_night_is_gone_on_with_from_past_nights(person: Person) -> None:
    keep_night(person.store, "amul", names=FIRST, steps=6)
    keep_night(person.store, "amul", names=SECOND, steps=6)
    person.choose_listed("Past nights")
    person.walk_to(3)  # the older of the two
    person.press(Intent.OK)
    assert isinstance(person.app.page, NightPage)
    assert _choices(person)[0] == ("Continue", "where you left off")
    person.press(Intent.OK)
    assert _played_by(person) == FIRST


@pytest.mark.slow
def test_a_night_that_is_over_is_not_gone_on_with(person: Person) -> None:
    ident, _ = keep_night(person.store, "amul", names=FIRST)
    person.app.open(NightPage(person.app.context, ident))
    assert "Continue" not in [label for label, _ in _choices(person)]


def test_who_begins_another_game_is_told_what_becomes_of_the_open_one(person: Person) -> None:
    keep_night(person.store, "amul", names=FIRST, steps=6)
    person.choose_listed("Das Amulett")
    assert _notices(person) == [
        "The game of Ada, Bo and Cy stays open: continue it from the start page whenever you like."
    ]
    person.press(Intent.BACK)
    keep_night(person.store, "amul", names=SECOND, steps=6)
    person.choose_listed("Āmul")
    assert _notices(person) == ["2 games stay open: continue each of them from the start page whenever you like."]


def _notices(person: Person) -> list[str]:
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    return [notice.text for notice in screen.model.notices]
