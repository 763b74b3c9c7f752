"""Just score it, with the plug pulled at any moment: what is on the screen is on disk, and gone on with by buttons."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.inbox import TableSeen
from companion.keeping.history import past_nights
from companion.keeping.troubles import StoreTrouble
from companion.pages.begin.start_page import StartPage
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.pad_screen import PadScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.reading_screen import ReadingScreen
from companion.screens.start_screen import StartScreen
from companion.screens.trouble_screen import TroubleScreen
from companion.settings.changing import with_setting
from companion.table.game_setup import adopt_half_scored_table
from rules.core.table import TableCards
from rules.core.words import words
from tests.companion.half_scored import keep_scoring
from tests.companion.keeping.test_half_scored import OLD_TABLE
from tests.companion.nights import keep_night
from tests.companion.person import GUESTS, Person
from tests.games import new_context


class Scorer(Person):
    """Somebody at a table that is only scored, with a box that nobody has taught."""

    facts = "own"

    def begin(self) -> None:
        self.choose_listed("Just score it")
        self.seat_guests()

    def seat_guests(self, names: tuple[str, ...] = GUESTS) -> None:
        self.seat_all(names)
        assert isinstance(self.screen, ReadingScreen | DoorsScreen)

    def lay(self, *cards: str) -> None:
        self.now_ms += 400
        self.app.inbox.put(TableSeen(TableCards({"mat": frozenset(cards)}), frozenset(), at_ms=self.now_ms))
        self.app.tick()
        self.now_ms += 1000  # what is pressed next is meant for what is shown now

    def do(self, wanted: str) -> None:
        """Where cards are told, if it is offered there, else beside the cards."""
        if isinstance(self.screen, DoorsScreen) and wanted in [node.label for node in self.screen.page]:
            self.tell(wanted)
        elif not (isinstance(self.screen, DoorsScreen) and wanted == "Tell by hand"):
            self.choose([action.label for action in self.reading.actions], wanted)

    def finish(self) -> None:
        for _ in range(12):
            if isinstance(self.screen, ReadingScreen | DoorsScreen):
                self.do("That is all")
            if isinstance(self.screen, QuestionScreen) and "no cards at all" in self.screen.model.text:
                self.press(Intent.NEXT, Intent.OK)
        self.choose_listed("Leave it as it is")  # nobody has taught this box
        assert isinstance(self.screen, PadScreen)

    @property
    def reading(self) -> Any:
        """The page with the cards; from telling a tile leads to it."""
        if isinstance(self.screen, DoorsScreen):
            self.tell("See the cards")
        screen = self.screen
        assert isinstance(screen, ReadingScreen), screen
        return screen.model

    @property
    def offered(self) -> list[tuple[str, str]]:
        screen = self.screen
        assert isinstance(screen, StartScreen), screen
        return [(choice.label, choice.detail) for choice in screen.model.choices]


@pytest.fixture
def scorer(tmp_path: Path) -> Iterator[Scorer]:
    somebody = Scorer(tmp_path / "0")
    yield somebody
    somebody.store.close()


Pull = Callable[[Scorer], Scorer]


@pytest.fixture
def pull(tmp_path: Path) -> Iterator[Pull]:
    """The plug is pulled, nothing is closed: the next one starts on the files as they are on the disk."""
    opened: list[Scorer] = []

    def pulled(before: Scorer) -> Scorer:
        folder = tmp_path / str(len(opened) + 1)
        shutil.copytree(before.store.path.parent, folder, ignore=shutil.ignore_patterns("*-shm"))
        opened.append(Scorer(folder))
        return opened[-1]

    yield pulled
    for somebody in opened:
        somebody.store.close()


def _shown(scorer: Scorer) -> Any:
    reading = scorer.reading
    return reading.now, reading.rows, reading.cards, reading.differences, [action.label for action in reading.actions]


def _names(*_: Any) -> None:
    """Nothing but who plays."""


def _one_read(scorer: Scorer) -> None:
    scorer.lay("gold#1", "silk#1")


def _one_told(scorer: Scorer) -> None:
    scorer.do("Tell by hand")
    scorer.tell("Gold")


def _next_asked(scorer: Scorer) -> None:
    _one_read(scorer)
    scorer.do("That is all")


def _whose(scorer: Scorer) -> None:
    _next_asked(scorer)
    scorer.lay()
    scorer.lay("gold#1", "silk#1", "lamp#1")
    assert len(scorer.reading.differences) == 2


def _settled(scorer: Scorer) -> None:
    _whose(scorer)
    scorer.do("It belongs to Guest 2")
    scorer.do("It belongs to Guest 1")


def _read_again(scorer: Scorer) -> None:
    _next_asked(scorer)
    scorer.lay("lamp#1")
    scorer.do("Read again")
    scorer.choose_listed("Read again")


def _gone_back(scorer: Scorer) -> None:
    _settled(scorer)
    scorer.press(Intent.BACK)


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment", [_names, _one_read, _one_told, _next_asked, _whose, _settled, _read_again, _gone_back]
)
def test_whatever_is_on_the_screen_is_there_after_a_power_cut(
    scorer: Scorer, pull: Pull, moment: Callable[[Scorer], None]
) -> None:
    scorer.begin()
    moment(scorer)
    again = pull(scorer)
    assert again.offered[0] == ("Continue", "Āmul · Guest 1, Guest 2 and Guest 3")
    again.press(Intent.OK)
    assert _shown(again) == _shown(scorer)


@pytest.mark.slow
def test_a_table_read_on_two_evenings_has_the_score_of_one(scorer: Scorer, pull: Pull) -> None:
    scorer.begin()
    _settled(scorer)
    later = pull(scorer)
    later.press(Intent.OK)
    for one in (scorer, later):
        one.finish()
    (night,), (same,) = past_nights(later.store), past_nights(scorer.store)
    assert night.is_finished
    assert night.row.result == same.row.result


@pytest.mark.slow
def test_what_the_player_before_left_lying_is_neither_read_nor_asked_about(scorer: Scorer, pull: Pull) -> None:
    scorer.begin()
    _next_asked(scorer)
    assert scorer.reading.differences == ()  # before the camera has looked again, too
    again = pull(scorer)
    again.press(Intent.OK)
    again.lay("gold#1", "silk#1")
    again.lay("gold#1", "lamp#1")
    assert ([row.count for row in again.reading.rows], again.reading.differences) == ([2, 1, 0], ())


@pytest.mark.slow
def test_a_scored_table_is_a_past_night_and_not_offered_again(scorer: Scorer, pull: Pull) -> None:
    scorer.begin()
    _one_read(scorer)
    scorer.finish()
    again = pull(scorer)
    assert again.offered[0][0] == "Āmul"
    assert [night.row.setup.players for night in past_nights(again.store)] == [GUESTS]


@pytest.mark.slow
def test_it_is_left_like_every_game_and_gone_on_with(scorer: Scorer) -> None:
    scorer.begin()
    _one_read(scorer)
    scorer.press(Intent.MENU)
    scorer.choose_listed("To the start")
    assert [label for label, _ in scorer.offered[:2]] == ["Continue", "Āmul"], "one line, and no other for scoring"
    scorer.choose_listed("Continue")
    assert scorer.reading.rows[0].count == 2


@pytest.mark.slow
def test_another_table_takes_nobodys_place(scorer: Scorer) -> None:
    scorer.begin()
    _one_read(scorer)
    scorer.press(Intent.MENU)
    scorer.choose_listed("To the start")
    scorer.choose_listed("Just score it")
    scorer.seat_guests((*GUESTS, "Guest 4"))
    assert [len(row.setup.players) for row in scorer.store.open_games()] == [4, 3]
    assert [row.count for row in scorer.reading.rows] == [0, 0, 0, 0]
    scorer.press(Intent.MENU)
    scorer.choose_listed("To the start")
    scorer.choose_listed("1 more open game")
    scorer.press(Intent.NEXT, Intent.OK)
    assert [row.count for row in scorer.reading.rows] == [2, 0, 0]


@pytest.mark.slow
def test_beside_a_game_the_one_touched_last_is_gone_on_with(scorer: Scorer, pull: Pull) -> None:
    ident, session = keep_night(scorer.store, steps=4)
    scorer.app.tick()
    scorer.begin()
    both = pull(scorer)
    assert [row.id for row in both.store.open_games()] == [ident + 1, ident]
    session.undo(99_000)
    both.store.append(session.game, ident, session.entries[-1])
    assert [row.id for row in both.store.open_games()] == [ident, ident + 1]


def test_in_german_too(scorer: Scorer) -> None:
    scorer.begin()
    page = StartPage(new_context(scorer.app.context.config, scorer.store, "de"))
    choice = page.screen(0).model.choices[0]  # type: ignore[attr-defined]
    assert (choice.label, choice.detail) == ("Weiterspielen", "Āmul · Guest 1, Guest 2 und Guest 3")


def test_what_a_full_disk_does_not_take_is_not_shown_and_is_read_once_it_does(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreTrouble(words("keeping.full", folder="/games"))

    scorer.begin()
    with monkeypatch.context() as disk:
        disk.setattr(scorer.store, "append", full)
        scorer.lay("gold#1")
        assert isinstance(scorer.screen, TroubleScreen)
        scorer.press(Intent.BACK)
        scorer.lay("gold#1")
        assert isinstance(scorer.screen, TroubleScreen)
    scorer.press(Intent.BACK)
    assert [row.count for row in scorer.reading.rows] == [1, 0, 0]


def test_a_table_half_scored_by_an_older_release_is_gone_on_with(scorer: Scorer) -> None:
    keep_scoring(scorer.store, replace(OLD_TABLE, facts="own"))
    adopt_half_scored_table(scorer.app.context)
    scorer.app.tick()
    assert scorer.offered[0] == ("Continue", "Āmul · Guest 1, Guest 2 and Guest 3")
    scorer.choose_listed("Continue")
    assert [row.count for row in scorer.reading.rows] == [2, 1, 0]
    assert scorer.reading.differences == ("Gold lies in front of Guest 2, but was read with Guest 1. Whose is it?",)


def test_an_old_table_whose_facts_cannot_be_read_stays_for_the_next_start(scorer: Scorer, tmp_path: Path) -> None:
    context = scorer.app.context
    context.config = with_setting(context.config, "data.folder", str(tmp_path))
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "amul.toml").write_text("format = ")
    keep_scoring(scorer.store, replace(OLD_TABLE, facts="own"))
    adopt_half_scored_table(context)
    assert scorer.store.open_games() == ()
    (tmp_path / "facts" / "amul.toml").unlink()
    adopt_half_scored_table(context)
    assert len(scorer.store.open_games()) == 1


# Without a camera, and with presses too many.


def _said(scorer: Scorer) -> list[str]:
    return [notice.text for notice in scorer.reading.notices]


def _asked_for(scorer: Scorer) -> int | None:
    """Whose cards are told now."""
    screen = scorer.screen
    assert isinstance(screen, DoorsScreen), screen
    return screen.model.now.seat


@pytest.mark.slow
def test_without_a_camera_cards_are_told_at_once_and_nobody_is_passed_over(scorer: Scorer) -> None:
    context = scorer.app.context
    context.config = with_setting(context.config, "camera.kind", "none")
    scorer.begin()
    assert _asked_for(scorer) == 0
    scorer.tell("Gold")
    scorer.tell("Gold")  # there are several, and nothing leads away between them
    scorer.tell("That is all")
    assert _asked_for(scorer) == 1
    scorer.tell("That is all")
    asked = scorer.screen
    assert isinstance(asked, QuestionScreen)
    assert asked.model.text == "Guest 2 has no cards at all?"
    scorer.press(Intent.OK)
    assert _asked_for(scorer) == 1, "the focus was on going back"
    scorer.tell("That is all")
    scorer.choose_listed("Right: Guest 2 has none")
    assert _asked_for(scorer) == 2
    assert [row.count for row in scorer.reading.rows] == [2, 0, 0]
    assert scorer.reading.now.text == "Which cards does Guest 3 have?"


def test_with_a_camera_the_focus_is_on_going_on(scorer: Scorer) -> None:
    context = scorer.app.context
    context.config = with_setting(context.config, "camera.kind", "usb")
    scorer.begin()
    assert scorer.reading.actions[0].label == "That is all"
    assert scorer.reading.now.text == "Guest 1: lay your cards on the mat"


@pytest.mark.slow
def test_reading_again_asks_first_and_can_be_taken_back(scorer: Scorer) -> None:
    scorer.begin()
    assert "Read again" not in [action.label for action in scorer.reading.actions], "there is nothing to forget"
    _one_told(scorer)
    scorer.do("Tell by hand")
    scorer.tell("Silk")
    scorer.do("Read again")
    assert scorer.screen.model.text == "Forget the 2 cards of Guest 1 and read again?"  # type: ignore[attr-defined]
    scorer.press(Intent.OK)
    assert scorer.reading.rows[0].count == 2
    scorer.do("Read again")
    scorer.choose_listed("Read again")
    assert scorer.reading.rows[0].count == 0
    scorer.press(Intent.UNDO)
    assert (scorer.reading.rows[0].count, _said(scorer)) == (2, ["There again: Gold and Silk"])


@pytest.mark.slow
def test_each_step_can_be_taken_back_to_the_first(scorer: Scorer, pull: Pull) -> None:
    scorer.begin()
    _one_told(scorer)
    scorer.do("That is all")
    scorer.press(Intent.UNDO)
    assert (scorer.reading.now.seat, _said(scorer)) == (0, ["Back to Guest 1"])
    scorer.press(Intent.UNDO)
    assert (scorer.reading.rows[0].count, _said(scorer)) == (0, ["Undone: Gold"])
    scorer.press(Intent.UNDO)
    assert _said(scorer) == ["There is nothing to undo: the game is at its beginning."]
    again = pull(scorer)
    again.choose_listed("Continue")
    assert again.reading.rows[0].count == 0, "what was taken back is so on disk too"


def test_a_card_taken_back_is_not_read_again_while_it_lies_there(scorer: Scorer) -> None:
    scorer.begin()
    scorer.lay("gold#1")
    scorer.lay("gold#1", "silk#1")
    scorer.press(Intent.UNDO)
    scorer.lay("gold#1", "silk#1")
    assert scorer.reading.rows[0].count == 1
    scorer.lay("gold#1")
    scorer.lay("gold#1", "silk#1")
    assert scorer.reading.rows[0].count == 2, "taken away and laid there again it counts"
