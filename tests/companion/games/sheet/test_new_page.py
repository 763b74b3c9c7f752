"""A new sheet by four buttons, from the start page to the first number, with the presses it takes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.screens.doors import BUTTONS
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import ROWS, KeyboardScreen
from companion.screens.players_screen import PlayersScreen
from companion.sheets.shelf import SheetShelf
from rules.sheets.model import OPEN, Ask, Sheet, Win, Worth, name_in
from tests.companion.person import Person


def sheet_of(person: Person, ident: str) -> Sheet:
    return SheetShelf(person.app.context.config.data_path).find(ident)


def begin_new(person: Person) -> None:
    person.choose_listed("Any game")
    person.tell("A new game")


def spell(person: Person, text: str) -> None:
    """With the buttons: a row, then a key in it, each the shorter way round."""
    screen: Any = person.screen
    assert isinstance(screen, KeyboardScreen)
    for letter in (*text.upper(), "✓"):
        row = next(at for at, keys in enumerate(ROWS) if letter in keys)
        _walk(person, screen.row, row, len(ROWS))
        person.press(Intent.OK)
        _walk(person, 0, ROWS[row].index(letter), len(ROWS[row]))
        person.press(Intent.OK)


def _walk(person: Person, here: int, there: int, count: int) -> None:
    forward, backward = (there - here) % count, (here - there) % count
    wish = Intent.NEXT if forward <= backward else Intent.PREVIOUS
    person.press(*[wish] * min(forward, backward))


def test_points_by_round_under_a_name_cost_six_presses_from_the_list_of_games(host: Person) -> None:
    host.choose_listed("Any game")
    start = host.presses
    for answer in ("A new game", "Our game 1", "Most points", "Each round, open end", "Points", "That is all"):
        host.tell(answer)
    assert host.presses - start == 6
    assert isinstance(host.screen, PlayersScreen), "straight on to who plays"
    sheet = sheet_of(host, "our-game-1")
    assert (sheet.win, sheet.rounds, [row.id for row in sheet.rows]) == (Win.MOST, OPEN, ["points"])
    assert {"en": "Points", "de": "Punkte"}.items() <= sheet.rows[0].names.items()


def test_a_typical_sheet_of_four_rows(host: Person) -> None:
    begin_new(host)
    host.tell("Type a name")
    before = host.presses
    spell(host, "Moor")
    by_keyboard = host.presses - before
    start = host.presses
    for answer in ("Most points", "Once, at the end", "Cards", "Coins", "Buildings", "Penalty", "That is all"):
        host.tell(answer)
    assert (by_keyboard, host.presses - start) == (27, 11)
    sheet = sheet_of(host, "moor")
    assert name_in(sheet.names, "de") == "Moor"
    assert [(row.id, row.counting) for row in sheet.rows][-1] == ("penalty", Worth(-1))
    assert sheet.rounds is None


def test_a_row_by_its_name_its_worth_and_yes_or_no(host: Person) -> None:
    begin_new(host)
    for answer in ("Our game 1", "Fewest points", "A number of rounds"):
        host.tell(answer)
    host.tell("7")
    host.tell("Something else")
    host.app._wish(Typed("Frösche"), host.now_ms)
    host.press(Intent.OK)
    host.tell("Frösche: worth …")
    host.tell("5")
    host.tell("Bonus")
    host.tell("Bonus: worth …")
    turned = next(at for at, slot in host.screen.slots.items() if getattr(slot, "label", "") == "Just yes or no")  # type: ignore[attr-defined]
    host.press(BUTTONS[turned])
    host.tell("3")
    host.tell("That is all")
    sheet = sheet_of(host, "our-game-1")
    frogs, bonus = sheet.rows
    assert (sheet.win, sheet.rounds) == (Win.LEAST, 7)
    assert (frogs.id, frogs.counting, frogs.ask) == ("froesche", Worth(5), Ask.NUMBER)
    assert (bonus.id, bonus.counting, bonus.ask) == ("bonus", Worth(3), Ask.YES)


@pytest.mark.slow
def test_until_a_target_near_or_far(host: Person) -> None:
    for number, target in enumerate(("500", "1000", "37"), 1):
        begin_new(host)
        for answer in (f"Our game {number}", "Most points", "Rounds up to a number of points"):
            host.tell(answer)
        if target == "37":
            host.tell("Another number")
        host.tell(target)
        host.tell("Points")
        host.tell("That is all")
        assert sheet_of(host, f"our-game-{number}").until == int(target)
        host.press(Intent.BACK, Intent.BACK)  # to which game, to the start page


def test_back_returns_question_by_question(host: Person) -> None:
    begin_new(host)
    for answer in ("Our game 1", "Most points", "A number of rounds"):
        host.tell(answer)
    host.press(Intent.UNDO)
    screen: Any = host.screen
    assert screen.model.now.text == "When are points written down?"
    host.press(Intent.UNDO)
    host.press(Intent.BACK)
    assert isinstance(host.screen, DoorsScreen)
    assert host.screen.model.now.text == "What is the game called?"
    host.press(Intent.BACK)
    assert host.screen.model.now.text == "Which game?"
    assert not any(one.is_own for one in SheetShelf(host.app.context.config.data_path).all())


def test_it_stands_among_the_games_of_the_box(host: Person) -> None:
    begin_new(host)
    for answer in ("Our game 1", "Most points", "Each round, open end", "Points", "That is all"):
        host.tell(answer)
    host.press(Intent.BACK)
    host.tell("Our game 1")
    assert isinstance(host.screen, PlayersScreen)
