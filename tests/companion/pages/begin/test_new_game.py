"""Playing again: the same seats or others, and who begins."""

from __future__ import annotations

import pytest

from companion.pages.begin.new_game import RematchPage
from companion.screens.intents import Intent
from companion.screens.players_screen import DrawScreen, PlayersScreen
from tests.companion.person import Person, at_the_end


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_the_same_seats_play_again_and_the_next_one_begins(person: Person, slug: str) -> None:
    before = at_the_end(person, slug).setup
    person.choose_listed("Play again")
    assert isinstance(person.app.page, RematchPage)
    after = (before.start + 1) % 3
    person.choose_listed(f"{before.players[after]} begins")
    assert person.app.table is not None
    again = person.app.table.live.session
    assert (again.setup.players, again.setup.start, again.setup.options) == (before.players, after, before.options)
    assert again.steps == ()
    assert [row.game for row in person.store.games()] == [slug, slug]


def test_who_begins_can_be_drawn_and_everybody_can_be_drawn(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(below: int) -> int:
        drawn.append(below)
        return 2

    monkeypatch.setattr("companion.pages.begin.players_page.randbelow", draw)
    at_the_end(person, "amulett")
    person.choose_listed("Play again")
    person.choose_listed("Same seats")
    assert isinstance(person.screen, DrawScreen)
    person.now_ms += 10_000
    person.app.tick()
    person.press(Intent.OK)
    assert person.app.table is not None
    assert (drawn, person.app.table.live.session.setup.start) == ([3], 2)


@pytest.mark.slow
def test_others_may_join_before_the_next_game(person: Person) -> None:
    before = at_the_end(person, "amul").setup
    person.choose_listed("Play again")
    person.choose_listed("Other players")
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.names == before.players
    person.press(Intent.BACK)
    assert len(person.app.pages) == 1
