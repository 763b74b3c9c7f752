"""Back leads to the page one came from: for every line of every game's menu. What is done leads to the table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.keeping.session import start_game
from companion.pages.play.game_menu import WAYS, MenuPage
from companion.pages.play.table_page import TablePage
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.table.acts import Tell
from companion.table.table import Table
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import GAMES, new_setup

NO_PAGE = {"play_on", "leave", *WAYS}
STEPS = 30  # into a game, so that there is something to correct and to look at
SEED = 5


def _at_the_menu(person: Person, slug: str) -> MenuPage:
    """A game that has begun, and its menu."""
    started, chance = start_game(person.store, new_setup(slug, max(3, GAMES[slug].rules.seats[0]), SEED)), Random(SEED)
    assert not isinstance(started, Refused)
    table = Table(person.app.context, *started)
    for _ in range(STEPS):
        if options := table.live.options:
            table.act(Tell(chance.choice(options)), 0)
    person.app.play(table)
    person.app.tick()
    person.press(Intent.MENU)
    menu = person.app.page
    assert isinstance(menu, MenuPage)
    return menu


def _go_back(person: Person) -> None:
    """By its button, or where all buttons are doors, through the one that leads back."""
    if isinstance(person.screen, DoorsScreen):
        person.tell(person.app.context.say("screen.hint.back"))
    else:
        person.press(Intent.BACK)


@pytest.mark.slow
@pytest.mark.parametrize("camera", ["usb", "none"])
@pytest.mark.parametrize("slug", GAMES.slugs)
def test_back_from_every_line_of_the_menu_leads_to_the_menu(slug: str, camera: str, tmp_path: Path) -> None:
    print(f"seed {SEED}")
    person = Person(tmp_path, camera=camera)
    menu = _at_the_menu(person, slug)
    lines = [(number, choice.value) for number, choice in enumerate(person.screen.model.choices)]  # type: ignore[attr-defined]
    assert ("seen" in [line for _, line in lines]) == (camera != "none"), "without a camera nothing is seen"
    opened = 0
    for number, line in lines:
        if line in NO_PAGE:
            continue
        person.walk_to(number)
        person.press(Intent.OK)
        if person.app.page is not menu:
            opened += 1
            _go_back(person)
        assert person.app.page is menu, line
    assert opened >= 5
    person.press(Intent.BACK)
    assert isinstance(person.app.page, TablePage)
    person.store.close()


@pytest.mark.slow
def test_who_plays_on_after_a_pause_is_at_the_table(tmp_path: Path) -> None:
    person = Person(tmp_path)
    _at_the_menu(person, "amul")
    person.choose_listed("Pause")
    person.choose_listed("Play on")
    assert isinstance(person.app.page, TablePage)
    person.store.close()


@pytest.mark.slow
def test_what_was_told_by_hand_leads_to_the_table_once_the_step_is_over(tmp_path: Path) -> None:
    person = Person(tmp_path)
    _at_the_menu(person, "amul")
    page = person.app.page
    person.choose_listed("Tell by hand")
    assert person.app.page is not page
    assert person.app.table is not None
    live = person.app.table.live
    phase, chance = live.view["phase"], Random(SEED)
    while live.view["phase"] == phase and live.question is None:
        live.tell(chance.choice(live.options), person.now_ms)
    person.app.tick()
    assert isinstance(person.app.page, TablePage)
    person.store.close()
