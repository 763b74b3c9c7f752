"""Who sits where on the large screen: for a while after it was seated, all of it readable."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.clubhouse.board_model import SEATS_FOR, TURN_S, club_model
from companion.clubhouse.known import Known, PageAccess
from companion.clubhouse.persons import PersonKept, persons_of
from companion.clubhouse.seating.plan import Earlier, SeatingRules, seat
from companion.clubhouse.seating.tonight import GuestHere, RoundSeated, Tonight
from companion.language.i18n import Phrases
from companion.program.window import Window
from companion.screens.club_screen import ClubScreen, JoinByPhone
from tests.companion.clubhouse.halls import NAMES, NOW, known
from tests.languages import LANGUAGES

EN = Phrases("en")


def _seated(count: int, size: int = 4, tables: int = 0, hidden: tuple[str, ...] = ()) -> Known:
    people = [PersonKept(f"p{number + 1}", f"{NAMES[number % 10]} {number}", _sign(number)) for number in range(count)]
    guests = tuple(GuestHere(one.id, game="Skat" if number in (5, 6, 7) else "") for number, one in enumerate(people))
    rules = SeatingRules(size, tables=tables)
    made = seat(Tonight(guests).to_seat({}), rules, Earlier(), 1)
    now = known(12, hidden=hidden)
    tonight = Tonight(guests, (RoundSeated(2, made, rules),), (9, NOW))
    return replace(now, counted=replace(now.counted, persons=persons_of(people)), tonight=tonight)


def _sign(number: int) -> str:
    return NAMES[number % 10] if number < 10 else f"{NAMES[number % 10]} {chr(64 + number // 10)}"


def test_who_sits_where_is_shown_in_place_of_the_tables_for_a_while() -> None:
    now = _seated(12)
    model = club_model(now, EN)
    assert [tile.name for tile in model.seats] == ["Table 1", "Table 2", "Table 3"]
    assert sorted(guest for tile in model.seats for guest in tile.guests) == sorted(map(_sign, range(12)))
    assert [tile.game for tile in model.seats].count("Skat") == 1
    assert (model.below, model.tiles, model.page) == ("Round 2", (), "")
    later = club_model(replace(now, now=NOW + SEATS_FOR), EN)
    assert (later.seats, len(later.tiles)) == ((), 12)


def test_the_hosts_code_comes_first() -> None:
    access = PageAccess("http://192.168.178.20:8765/", "http://192.168.178.20:8765/#ABCDEFGH", "ABCDEFGH")
    assert club_model(replace(_seated(12), host=access), EN).seats == ()


def test_many_tables_take_turns_and_who_sits_out_is_named() -> None:
    pages = [club_model(replace(_seated(60, 3), now=NOW + timedelta(seconds=TURN_S * turn)), EN) for turn in range(2)]
    assert {page.page for page in pages} == {"1–10 of 20", "11–20 of 20"}
    assert sum(len(page.seats) for page in pages) == 20
    assert "Sitting out: " in club_model(_seated(9, 4, 1), EN).below


@pytest.mark.slow
def test_the_code_is_shown_now_and_then_and_every_page_of_seats_too() -> None:
    turns = [club_model(replace(_seated(200, 3), now=NOW + timedelta(seconds=TURN_S * turn)), EN) for turn in range(16)]
    codes = [turn for turn, model in enumerate(turns) if not model.seats]
    assert codes == [3, 7, 11, 15]
    assert all(isinstance(turns[turn].aside, JoinByPhone) for turn in codes)
    assert {tile.name for model in turns for tile in model.seats} == {f"Table {place}" for place in range(1, 67)}


def test_who_is_hidden_is_nowhere() -> None:
    assert "Ulrike'" not in repr(club_model(_seated(12, hidden=("Ulrike",)), EN))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("count", "per_table"), [(7, 4), (12, 3), (24, 8), (40, 4), (96, 8)])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_all_of_it_can_be_read(size: tuple[int, int], count: int, per_table: int, language: str) -> None:
    window = Window.headless(size)
    window.show(ClubScreen(club_model(_seated(count, per_table), Phrases(language))), 0)
    for written in window.canvas.written:
        assert written.region.contains(written.ink) or written.cut, written
        assert written.px >= 16 * window.canvas.scale, written
        assert not written.cut, written
    long = [written.text for written in window.canvas.written if written.text.startswith("Maxim")]
    assert len({*long}) == len(long), "each can be told from the others"
    window.close()
