"""Only what stays is told, round by round: kept at once, in any order, never guessed, and scored at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts.own import remember
from companion.keeping.history import past_nights
from companion.keeping.session import Accepted, look_back, start_game
from companion.language.i18n import Phrases
from companion.pages.play.table_page import TablePage
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.pad_screen import PadScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.start_screen import StartScreen
from companion.screens.table_screen import TableScreen
from companion.table.table import Table
from rules.core.pad.commands import Begin, TellStay
from rules.core.pad.state import Pad, Stay
from rules.core.refusals import Refused
from tests.companion.person import GUESTS, Person
from tests.games import GAMES, new_setup

pytestmark = pytest.mark.slow  # nearly all of it is

CARDS = ("Camel", "Yurt", "Oil")


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Person]:
    """Somebody without a camera, on the page that asks how the game shall be told."""
    person = Person(tmp_path, camera="none")
    person.choose_listed("Āmul")
    person.seat_all()
    person.draw_start()
    person.press(Intent.OK)
    yield person
    person.store.close()


def _pad(person: Person) -> Pad:
    """As it stands on the disk."""
    return look_back(person.store, person.store.open_games()[0].id).pad


def _now(person: Person) -> tuple[str, int | None]:
    """The round in the header, and who is asked."""
    screen = person.screen
    assert isinstance(screen, DoorsScreen), screen
    return screen.model.header.place, screen.model.now.seat


def test_it_is_chosen_when_a_game_begins_without_a_camera(writer: Person) -> None:
    assert isinstance(writer.screen, QuestionScreen)
    writer.choose_listed("Only what stays")
    assert isinstance(writer.app.page, TablePage)
    assert _now(writer) == ("Round 1 of 9", 0)


def test_every_step_is_the_first_choice(writer: Person) -> None:
    writer.press(Intent.OK)
    writer.choose_listed("Without Tea")
    assert isinstance(writer.app.page, TablePage)
    assert isinstance(writer.screen, DoorsScreen), "telling is the screen of the game"
    writer.tell("See the table")
    assert isinstance(writer.screen, TableScreen)
    writer.press(Intent.BACK)
    assert isinstance(writer.screen, DoorsScreen)


def test_with_a_camera_nobody_is_asked(person: Person) -> None:
    assert person.app.context.has_camera
    from companion.pages.begin.new_game import begin

    turn: Any = begin(person.app.context, "amul", GUESTS, 0)
    assert turn.page._screen.model.text == "Play with Tea?"


def test_each_card_is_kept_at_once_and_the_next_player_is_asked(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    for seat, card in enumerate(CARDS):
        assert _now(writer) == ("Round 1 of 9", seat)
        writer.tell(card)
    assert _now(writer) == ("Round 2 of 9", 0)
    assert [[card.partition("#")[0] for card in area] for area in _pad(writer).areas] == [["camel"], ["yurt"], ["oil"]]


def test_no_order_is_kept_that_nobody_has_seen(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.tell("Guest 3")
    writer.tell("Camel")
    assert _now(writer) == ("Round 1 of 9", 0), "those of whom nothing was told are asked next"
    writer.tell("Guest 3")  # a card more, by an effect
    writer.tell("Yurt")
    assert _now(writer) == ("Round 1 of 9", 0)
    assert len(_pad(writer).areas[2]) == 2


def test_nothing_stays_is_told_and_not_told_is_not(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.tell("Nothing stays")
    writer.tell("Not told now")
    writer.tell("Camel")
    pad = _pad(writer)
    assert pad.stays == (Stay(1, 0), Stay(1, 2, "camel#1"))
    assert pad.round == 2
    writer.press(Intent.MENU)
    writer.choose_listed("Just score it")
    assert _why(writer) == "play area and hand cards with a hand icon, all of them face up"
    writer.tell("That is all")
    writer.choose_listed("Right: Guest 1 has none")
    assert _why(writer) == "Nothing was told of round 1. Is a card missing?"


def _why(person: Person) -> str:
    screen = person.screen
    assert isinstance(screen, DoorsScreen), screen
    return screen.model.now.why


def test_every_step_can_be_taken_back(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    for card in CARDS:
        writer.tell(card)
    writer.press(Intent.UNDO)
    assert _now(writer) == ("Round 1 of 9", 2)
    assert [notice.text for notice in writer.screen.model.notices] == ["Undone: Oil"]  # type: ignore[attr-defined]
    writer.press(Intent.UNDO, Intent.UNDO)
    assert _pad(writer).areas == ((), (), ())
    writer.press(Intent.UNDO)
    assert _now(writer) == ("Round 1 of 9", 0)


def test_it_is_left_and_gone_on_with_where_it_was(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.tell("Camel")
    writer.press(Intent.MENU)
    writer.choose_listed("To the start")
    assert isinstance(writer.screen, StartScreen)
    writer.choose_listed("Continue")
    assert _now(writer) == ("Round 1 of 9", 1)


def _last_round(person: Person) -> None:
    """Nothing stayed in the eight rounds before it."""
    started = start_game(person.store, new_setup("amul", 3, seed=1))
    assert not isinstance(started, Refused)
    number, session = started
    for command in (Begin("scribe"), *(TellStay(seat) for _ in range(8) for seat in range(3))):
        assert isinstance(session.do(command), Accepted), command
    person.app.play(Table(person.app.context, number, session))
    person.app.tick()


def test_after_the_last_round_everybody_tells_what_else_counts_and_the_score_is_full(tmp_path: Path) -> None:
    person = Person(tmp_path, camera="none")
    _last_round(person)
    assert _now(person) == ("Round 9 of 9", 0)
    for card in CARDS:
        person.tell(card)
    assert _now(person) == ("Just score it", 0)
    person.tell("Lamp")  # a hand card of the first player
    for _ in GUESTS:
        person.tell("That is all")
    assert isinstance(person.screen, PadScreen)
    (night,) = past_nights(person.store)
    assert night.row.result is not None
    assert night.row.result["complete"]
    person.store.close()


def test_from_the_score_the_way_leads_back_to_the_rounds(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.tell("Camel")
    writer.press(Intent.MENU)
    writer.choose_listed("Just score it")
    writer.tell("See the cards")
    writer.press(Intent.MENU)
    writer.choose_listed("Tell what stays")
    assert _now(writer) == ("Round 1 of 9", 1), "what was told stays told"
    assert [len(area) for area in _pad(writer).areas] == [1, 0, 0]


def _playing(folder: Path, slug: str) -> Person:
    person = Person(folder, camera="none")
    started = start_game(person.store, new_setup(slug, 3, seed=1))
    assert not isinstance(started, Refused)
    person.app.play(Table(person.app.context, *started))
    person.app.tick()
    return person


def _menu(person: Person) -> list[str]:
    person.press(Intent.MENU)
    return [choice.label for choice in person.screen.model.choices]  # type: ignore[attr-defined]


def test_a_game_that_was_followed_is_written_down_from_any_moment_on_and_back(tmp_path: Path) -> None:
    person = _playing(tmp_path, "amul")
    before = person.screen.model.now  # type: ignore[attr-defined]
    ways = {"Follow every step", "Tell what stays", "Just score it"}
    assert ways.intersection(_menu(person)) == {"Tell what stays", "Just score it"}
    person.choose_listed("Tell what stays")
    assert isinstance(person.app.page, TablePage)
    assert _now(person) == ("Round 1 of 9", 0)
    assert ways.intersection(_menu(person)) == {"Follow every step", "Just score it"}
    person.choose_listed("Follow every step")
    assert person.screen.model.now == before  # type: ignore[attr-defined]
    assert len(person.store.games()) == 1, "it is one and the same game"
    person.store.close()


def test_a_game_without_rounds_of_that_sort_does_not_ask(tmp_path: Path) -> None:
    assert [game.slug for game in GAMES if game.scribe is None], "else this says nothing"
    person = _playing(tmp_path, "amulett")
    assert not {"Follow every step", "Tell what stays", "Just score it"}.intersection(_menu(person))
    person.store.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_refusal_names_the_line_of_the_menu(language: str) -> None:
    say = Phrases(language)
    assert say("screen.menu.follow") in say("refusal.pad_not_followed")


def test_another_table_is_nobodys_business(writer: Person) -> None:
    """However many are half told, none of them is asked about, and none is forgotten."""
    writer.choose_listed("Only what stays")
    writer.tell("Camel")
    writer.press(Intent.MENU)
    writer.choose_listed("To the start")
    started = start_game(writer.store, new_setup("amul", 3, seed=1))
    assert not isinstance(started, Refused)
    writer.app.play(Table(writer.app.context, *started))
    writer.app.tick()
    for line in ("Tell what stays", "Follow every step", "Tell what stays"):
        writer.press(Intent.MENU)
        writer.choose_listed(line)
        assert isinstance(writer.app.page, TablePage), "nothing is asked"
    assert [look_back(writer.store, row.id).pad.way for row in writer.store.open_games()] == ["scribe", "scribe"]


def test_one_evening_is_one_game_however_it_is_told(writer: Person) -> None:
    """Scribed, left, taken up as “just score it” by the same people: their own table is not asked about again."""
    writer.choose_listed("Only what stays")
    writer.tell("Camel")
    writer.press(Intent.MENU)
    writer.choose_listed("To the start")
    writer.choose_listed("Just score it")
    writer.seat_all(reversed(GUESTS))
    (row,) = writer.store.games()
    pad = _pad(writer)
    assert (pad.way, pad.areas[0], row.setup.players) == ("score", ("camel#1",), GUESTS)
    assert {"Follow every step", "Tell what stays"} <= set(_menu(writer)), "and back, at any time"
    writer.choose_listed("Tell what stays")
    assert _pad(writer).stays == (Stay(1, 0, "camel#1"),)


def test_followed_again_it_says_where_it_goes_on(tmp_path: Path) -> None:
    person = _playing(tmp_path, "amul")
    person.press(Intent.MENU)
    person.choose_listed("Tell what stays")
    for _ in range(3):
        person.tell("Nothing stays")
    assert _now(person) == ("Round 2 of 9", 0)
    person.press(Intent.MENU)
    person.choose_listed("Follow every step")
    (notice,) = person.screen.model.notices  # type: ignore[attr-defined]
    assert notice.text == "The game goes on with round 2."
    assert person.app.table is not None
    assert person.app.table.live.view["round"] == 2
    person.store.close()


def test_other_people_who_just_score_begin_a_game_of_their_own(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.press(Intent.MENU)
    writer.choose_listed("To the start")
    writer.choose_listed("Just score it")
    writer.seat_all((*GUESTS, "Guest 4"))
    assert sorted(len(row.setup.players) for row in writer.store.open_games()) == [3, 4]


def test_back_from_the_score_leads_to_the_menu_it_was_opened_from(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    _menu(writer)
    menu = writer.app.page
    writer.choose_listed("Score so far")
    assert isinstance(writer.screen, PadScreen)
    writer.press(Intent.BACK)
    assert writer.app.page is menu


def test_a_card_told_as_for_the_hand_only_does_not_stay(writer: Person) -> None:
    box = writer.app.context.box("amul")
    remember(box, "cards.jade.position", "hand")
    writer.choose_listed("Only what stays")
    writer.tell("Jade (leaves)")
    pad = _pad(writer)
    assert (pad.stays, pad.areas[0], pad.seat) == ((Stay(1, 0, ""),), (), 1)
