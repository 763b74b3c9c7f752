"""Only what stays is told, round by round: kept at once, in any order, never guessed, and scored at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.keeping.history import past_nights
from companion.keeping.scorings import Scoring, Stay, keep_scoring, kept_scoring
from companion.keeping.session import start_game
from companion.pages.play.scoring_page import ScoringPage
from companion.pages.play.scribe_page import ScribePage
from companion.pages.play.table_page import TablePage
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.pad_screen import PadScreen
from companion.screens.players_screen import DrawScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.start_screen import StartScreen
from companion.screens.table_screen import TableScreen
from companion.table.table import Table
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import GAMES, new_setup

GUESTS = ("Guest 1", "Guest 2", "Guest 3")
CARDS = ("Gold", "Silk", "Oil")


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Person]:
    """Somebody without a camera, on the page that asks how the game shall be told."""
    person = Person(tmp_path, camera="none")
    person.choose_listed("Āmul")
    screen: Any = person.screen
    for name in GUESTS:
        person.walk_to(screen.model.roster.index(name))
        person.press(Intent.OK)
    person.walk_to(len(screen.model.roster) + 1)
    person.press(Intent.OK)
    assert isinstance(person.screen, DrawScreen)
    person.now_ms += 10_000
    person.app.tick()
    person.press(Intent.OK)
    yield person
    person.store.close()


def _kept(person: Person) -> Scoring:
    scoring = kept_scoring(person.store, ("amul",))
    assert scoring is not None
    return scoring


def _now(person: Person) -> tuple[str, int | None]:
    """The round in the header, and who is asked."""
    screen = person.screen
    assert isinstance(screen, DoorsScreen), screen
    return screen.model.header.place, screen.model.now.seat


def test_it_is_chosen_when_a_game_begins_without_a_camera(writer: Person) -> None:
    assert isinstance(writer.screen, QuestionScreen)
    writer.choose_listed("Only what stays")
    assert isinstance(writer.app.page, ScribePage)
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
    assert [[card.partition("#")[0] for card in area] for area in _kept(writer).areas] == [["gold"], ["silk"], ["oil"]]


def test_no_order_is_kept_that_nobody_has_seen(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.tell("Guest 3")
    writer.tell("Gold")
    assert _now(writer) == ("Round 1 of 9", 0), "those of whom nothing was told are asked next"
    writer.tell("Guest 3")  # a card more, by an effect
    writer.tell("Silk")
    assert _now(writer) == ("Round 1 of 9", 0)
    assert len(_kept(writer).areas[2]) == 2


def test_nothing_stays_is_told_and_not_told_is_not(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.tell("Nothing stays")
    writer.tell("Not told now")
    writer.tell("Gold")
    kept = _kept(writer)
    assert kept.stays == (Stay(1, 0), Stay(1, 2, "gold#1"))
    assert kept.round == 2
    writer.press(Intent.MENU)
    writer.choose_listed("To the score")
    assert isinstance(writer.app.page, ScoringPage)
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
    assert [notice.text for notice in writer.screen.model.notices] == ["Taken back: Oil"]  # type: ignore[attr-defined]
    writer.press(Intent.UNDO, Intent.UNDO)
    assert _kept(writer).areas == ((), (), ())
    writer.press(Intent.UNDO)
    assert _now(writer) == ("Round 1 of 9", 0)


def test_it_is_left_and_gone_on_with_where_it_was(writer: Person) -> None:
    writer.choose_listed("Only what stays")
    writer.tell("Gold")
    writer.press(Intent.MENU)
    writer.choose_listed("Leave it for later")
    assert isinstance(writer.screen, StartScreen)
    writer.choose_listed("Continue scoring")
    assert _now(writer) == ("Round 1 of 9", 1)


def test_after_the_last_round_everybody_tells_what_else_counts_and_the_score_is_full(tmp_path: Path) -> None:
    person = Person(tmp_path, camera="none")
    scoring = Scoring(GUESTS, "practice", ((), (), ()), game="amul", round=9)
    person.app.open(ScribePage(person.app.context, scoring))
    for card in CARDS:
        person.tell(card)
    assert isinstance(person.app.page, ScoringPage)
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
    writer.tell("Gold")
    writer.press(Intent.MENU)
    writer.choose_listed("To the score")
    writer.tell("See the cards")
    writer.press(Intent.BACK)
    writer.choose_listed("Back to the rounds")
    assert _now(writer)[0] == "Round 1 of 9"
    assert [len(area) for area in _kept(writer).areas] == [1, 0, 0]


def test_a_game_that_was_followed_is_written_down_from_any_moment_on(tmp_path: Path) -> None:
    person = Person(tmp_path, camera="none")
    started = start_game(person.store, new_setup("amul", 3, seed=1))
    assert not isinstance(started, Refused)
    person.app.play(Table(person.app.context, *started))
    person.app.tick()
    person.press(Intent.MENU)
    person.choose_listed("From now on, only what stays")
    assert isinstance(person.app.page, ScribePage)
    assert _now(person) == ("Round 1 of 9", 0)
    assert len(person.store.open_games()) == 1, "the game itself stays open"
    person.store.close()


def test_a_game_without_rounds_of_that_sort_does_not_ask(tmp_path: Path) -> None:
    assert [game.slug for game in GAMES if game.scribe is None], "else this says nothing"
    person = Person(tmp_path, camera="none")
    started = start_game(person.store, new_setup("amulett", 3, seed=1))
    assert not isinstance(started, Refused)
    person.app.play(Table(person.app.context, *started))
    person.app.tick()
    person.press(Intent.MENU)
    labels = [choice.label for choice in person.screen.model.choices]  # type: ignore[attr-defined]
    assert "From now on, only what stays" not in labels
    person.store.close()


def test_the_way_back_leads_to_the_game_that_was_followed(tmp_path: Path) -> None:
    person = Person(tmp_path, camera="none")
    started = start_game(person.store, new_setup("amul", 3, seed=1))
    assert not isinstance(started, Refused)
    person.app.play(Table(person.app.context, *started))
    person.app.tick()
    person.press(Intent.MENU)
    person.choose_listed("From now on, only what stays")
    person.tell("Back to the game")
    assert isinstance(person.app.page, TablePage)
    assert kept_scoring(person.store, ("amul",)) is None, "nothing was told"
    person.store.close()


def test_a_table_that_is_not_scored_yet_is_not_forgotten_by_itself(writer: Person) -> None:
    other = Scoring(("Ada", "Bo", "Cem"), "own", (("gold#1",), (), ()), game="amul")
    keep_scoring(writer.store, other)
    writer.choose_listed("Only what stays")
    assert isinstance(writer.screen, QuestionScreen)
    assert writer.screen.model.text == "The table of Ada, Bo and Cem is not scored yet."
    assert kept_scoring(writer.store, ("amul",)) == other
    writer.choose_listed("Write down this table")
    writer.tell("Gold")
    assert _kept(writer).players == GUESTS
