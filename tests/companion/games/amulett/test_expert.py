"""Das Amulett set up for experts: in secret until all are ready, then seat by seat, by buttons alone or by the mat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.amulett.expert import ExpertPage
from companion.games.amulett.loading import Loading
from companion.games.amulett.on_screen import begin
from companion.games.amulett.screens.loading import LoadingModel, LoadingScreen
from companion.games.amulett.screens.table import AmulettScreen
from companion.inbox import TableSeen
from companion.pages.begin.new_game import RematchPage
from companion.pages.begin.start_page import StartPage
from companion.screens import Touched
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.number_screen import NumberScreen
from companion.screens.tell_screen import TellScreen
from rules.core.refusals import Refused
from rules.core.table import TableCards
from rules.core.words import words
from tests.companion.person import Person

NAMES = ("Ada", "Ben", "Cleo")
LOADS = (
    {"geschenk": 3, "einfluss": 7},
    {"energiebogen": 1, "teleportation": 1},
    {"zwei-wuensche": 9, "sog-des-lichts": 1},
)


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    """At the question how to set up; Ben begins."""
    somebody = Person(tmp_path)
    somebody.app.open(StartPage(somebody.app.context))
    somebody.app._turn(begin(somebody.app.context, NAMES, 1))
    somebody.app.tick()
    yield somebody
    somebody.store.close()


@pytest.fixture
def expert(person: Person) -> Person:
    person.choose_listed("For experts")
    assert isinstance(person.app.page, ExpertPage)
    return person


def _model(person: Person) -> LoadingModel:
    screen = person.screen
    assert isinstance(screen, LoadingScreen), screen
    return screen.model


def _act(person: Person, wanted: str) -> None:
    person.choose([action.label for action in _model(person).actions], wanted)


def _lay(person: Person, *cards: str, zone: str = "mat") -> None:
    person.app.inbox.put(TableSeen(TableCards({zone: frozenset(cards)}), frozenset(), person.now_ms))
    person.app.tick()


def _told(person: Person) -> list[list[tuple[str, int | None]]]:
    return [[(spell.ident, spell.stones) for spell in row.spells] for row in _model(person).rows]


def _said(person: Person) -> str:
    (notice,) = _model(person).notices
    return notice.text


def _tell_load(person: Person, load: dict[str, int]) -> None:
    """Two spells by their letters, then the stones on each."""
    _act(person, "Tell by hand")
    page: Any = person.app.page
    for spell in load:
        person.tell(page.say.name("spell", spell))
    _count(person, *load.values())


def _load_all(person: Person) -> None:
    """Everybody has told everything; the buttons for it are tried elsewhere."""
    page: Any = person.app.page
    person.press(Intent.OK)
    for seat, load in enumerate(LOADS):
        page.loading.seat = seat
        assert page.loading.load(load) is None
    page._next()
    person.app.tick()


def _count(person: Person, *stones: int) -> None:
    for number in stones:
        assert isinstance(person.screen, NumberScreen)
        person.tell(str(number))


def _setup(person: Person) -> Any:
    assert person.app.table is not None
    assert isinstance(person.screen, AmulettScreen | DoorsScreen)
    return person.app.table.live.session


def test_two_open_spells_are_one_press_away(person: Person) -> None:
    person.press(Intent.OK)
    assert (_setup(person).setup.table, _setup(person).state.stage) == ({}, "deal")


@pytest.mark.rule("M-SET-4")
def test_by_buttons_alone_everybody_tells_spells_and_stones(expert: Person) -> None:
    assert len(_model(expert).steps) == 4
    expert.app.context.parts["camera"] = words("notice.camera_lost")
    expert.press(Intent.OK)
    assert _model(expert).now.text == "Which two spells does Ben show?"
    for seat in (1, 2, 0):  # clockwise from the start player
        assert [row.seat for row in _model(expert).rows if row.turn] == [seat]
        _tell_load(expert, LOADS[seat])
    assert all(row.done for row in _model(expert).rows)
    assert [row.supply for row in _model(expert).rows] == [8, 0, 0]
    _act(expert, "Begin")
    session = _setup(expert)
    assert session.setup.table == {"spells": list(LOADS)}
    assert (session.setup.start, session.state.stage, session.state.round) == (1, "open", 1)
    assert [player.supply for player in session.state.players] == [0, 8, 0]


@pytest.mark.rule("M-SET-4")
def test_by_the_mat_two_spells_are_read_and_the_seat_before_clears_away(expert: Person) -> None:
    expert.press(Intent.OK)
    _lay(expert, "energiebogen")
    assert _told(expert)[0] == [("energiebogen", None)]
    _lay(expert, *LOADS[1])
    _count(expert, 1, 1)
    assert _told(expert)[1] == []
    _lay(expert, *LOADS[1], "zwei-wuensche")  # Cleo lays hers beside what Ben has left there
    assert _said(expert) == "Still on the mat: Energiebogen and Teleportation. Give them back to their owners."
    _lay(expert, *LOADS[2])
    _count(expert, 1, 9)  # in the order they were read
    _lay(expert, *LOADS[0], zone="seat-0")
    _count(expert, 7, 3)
    _lay(expert, "einfluss")
    assert "Einfluss" in _said(expert)  # the game begins with an empty mat
    _lay(expert)
    assert _model(expert).notices == ()
    _act(expert, "Begin")
    assert _setup(expert).setup.table["spells"][0] == {"einfluss": 7, "geschenk": 3}


def test_nothing_is_shown_before_all_are_ready(expert: Person) -> None:
    _lay(expert, *LOADS[1])
    assert (_model(expert).rows, _model(expert).notices) == ((), ())
    expert.press(Intent.OK)
    assert isinstance(expert.screen, NumberScreen)  # now what lies there counts
    expert.press(Intent.UNDO, Intent.BACK)
    assert _model(expert).rows == ()
    expert.press(Intent.BACK)
    expert.choose_listed("Two open spells each")
    assert _setup(expert).state.stage == "deal"


def test_three_spells_are_refused_until_one_is_taken_away(expert: Person) -> None:
    expert.press(Intent.OK)
    _lay(expert, *LOADS[1], "geschenk")
    assert _said(expert).startswith("Ben keeps exactly 2. Take away what does not belong:")
    assert [action.goto for action in _model(expert).actions] == ["tell", None]
    _lay(expert, "energiebogen", "geschenk")
    _count(expert, 4, 6)
    assert _told(expert)[0] == [("energiebogen", 4), ("geschenk", 6)]


def test_a_spell_shown_by_two_is_asked_about(expert: Person) -> None:
    expert.press(Intent.OK)
    _tell_load(expert, LOADS[1])
    _lay(expert, "teleportation", "geschenk")
    assert _said(expert) == "Teleportation lies in front of Cleo, but Ben has shown it. Whose is it?"
    _act(expert, "It belongs to Cleo")
    _count(expert, 2, 2)
    assert [row.seat for row in _model(expert).rows if row.turn] == [1]  # Ben has one spell left, and shows again
    assert _told(expert)[:2] == [[("energiebogen", 1)], [("geschenk", 2), ("teleportation", 2)]]


def test_a_spell_that_stays_with_the_other_is_to_be_taken_away(expert: Person) -> None:
    expert.press(Intent.OK)
    _tell_load(expert, LOADS[1])
    _lay(expert, "teleportation")
    _act(expert, "It belongs to Ben")
    assert _said(expert) == "Still on the mat: Teleportation. Give them back to their owners."
    assert _told(expert)[1] == []


def test_what_was_told_can_be_corrected(expert: Person) -> None:
    expert.press(Intent.OK)
    _act(expert, "Tell by hand")
    expert.tell("Energiebogen")
    assert isinstance(expert.screen, TellScreen)
    assert "Energiebogen" not in str(expert.screen.model.nodes)
    expert.press(Intent.BACK)
    _act(expert, "Start over")
    assert _told(expert)[0] == []


def test_stones_can_be_changed_from_the_last_page(expert: Person) -> None:
    _load_all(expert)
    _act(expert, "Cleo")
    _act(expert, "Tell the stones")
    _count(expert, 1)
    expert.press(Intent.UNDO)
    _count(expert, 5)
    screen = expert.screen
    assert isinstance(screen, NumberScreen)
    assert screen.model.numbers.values == range(1, 6)  # ten in all
    _count(expert, 5)
    _act(expert, "Begin")
    assert _setup(expert).setup.table["spells"][2] == {"zwei-wuensche": 5, "sog-des-lichts": 5}


def test_back_leads_from_all_through_the_seats(expert: Person) -> None:
    _load_all(expert)
    for seat in (0, 2, 1):
        expert.press(Intent.BACK)
        assert [row.seat for row in _model(expert).rows if row.turn] == [seat]
    _act(expert, "play on")
    assert _model(expert).actions[0].label == "Begin"


def test_spells_are_chosen_again_in_the_next_game(expert: Person) -> None:
    _load_all(expert)
    expert.press(Intent.OK)
    expert.app.open(RematchPage(expert.app.context, _setup(expert).setup))
    expert.choose_listed("Cleo begins")
    expert.choose_listed("For experts")
    assert isinstance(expert.app.page, ExpertPage)
    assert _model(expert).steps, "expected the page before anything is shown"


def test_touch_does_the_same(expert: Person) -> None:
    expert.app._wish(Touched("choice.0"), 0)
    assert len(_model(expert).rows) == 3


@pytest.mark.parametrize(
    ("stones", "code"),
    [
        ({"geschenk": 3}, "keep_two"),
        ({"geschenk": 0, "einfluss": 3}, "bad_load"),
        ({"geschenk": 5, "einfluss": 6}, "bad_load"),
        ({"geschenk": 5, "gold#1": 1}, "unknown_spell"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(stones: dict[str, int], code: str) -> None:
    loading = Loading(3, 0)
    refused = loading.load(stones)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert (loading.spells(0), loading.waiting) == ((), 0)
    assert isinstance(loading.table(), Refused)


def test_other_cards_on_the_mat_are_no_spells() -> None:
    loading = Loading(3, 0)
    loading.look({"mat": frozenset({"gold#1", "geschenk"})})
    assert (loading.spells(0), loading.strange) == (("geschenk",), True)
    loading.look({})  # the mat is out of view
    assert loading.spells(0) == ("geschenk",)
