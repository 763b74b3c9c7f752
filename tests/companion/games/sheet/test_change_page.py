"""A sheet is changed after it was played: nights keep the one they were played with."""

from __future__ import annotations

from typing import Any

import pytest

from companion.keeping.session import Session, look_back, resume_game, start_game
from companion.language.wording import in_words
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import KeyboardScreen
from companion.sheets.drafts import Draft, DraftRow, sheet_text
from companion.sheets.shelf import SheetShelf
from companion.table.game_setup import setup_for
from rules.core.refusals import Refused
from rules.sheets.game.messages import EndRounds, Finish, WriteDown
from rules.sheets.model import Sheet, Win, Worth, name_in
from tests.companion.person import Person

GARDEN = Draft("Garden", Win.MOST, "open", None, (DraftRow("Flowers"), DraftRow("Weeds", worth=-1)))


def shelf(person: Person) -> SheetShelf:
    return SheetShelf(person.app.context.config.data_path)


def garden(person: Person) -> Sheet:
    return shelf(person).find("garden")


def edit(person: Person, name: str) -> None:
    person.choose_listed("Any game")
    person.press(Intent.MENU)
    person.choose_listed("Change a sheet")
    person.tell(name)


def type_over(person: Person, text: str) -> None:
    screen = person.screen
    assert isinstance(screen, KeyboardScreen)
    person.app._wish(Typed("\b"), person.now_ms)
    while screen.text:
        person.app._wish(Typed("\b"), person.now_ms)
    person.app._wish(Typed(text), person.now_ms)
    person.press(Intent.OK)


def labels(person: Person) -> list[str]:
    model: Any = person.screen.model  # type: ignore[attr-defined]
    return [choice.label for choice in model.choices]


def play(person: Person, rounds: int) -> tuple[int, Session]:
    context = person.app.context
    started = start_game(context.store, setup_for(context, "sheet-garden", ("Ada", "Bo")))
    assert not isinstance(started, Refused)
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            for row, said in (("flowers", 5 + seat), ("weeds", 1)):
                assert not isinstance(started[1].do(WriteDown(seat, row, said, number)), Refused)
    return started


@pytest.mark.slow
def test_names_rows_and_worth(host: Person) -> None:
    shelf(host).add_text(sheet_text(GARDEN.document()), "garden")
    edit(host, "Garden")
    host.choose_listed("Garden")
    type_over(host, "Big garden")
    host.choose_listed("Weeds")
    host.choose_listed("Another name")
    type_over(host, "Thistles")
    host.choose_listed("Another value")
    host.tell("-3")
    host.press(Intent.BACK)
    host.choose_listed("One more row")
    host.tell("Bonus")
    host.choose_listed("Flowers")
    host.choose_listed("Remove this row")
    sheet = garden(host)
    assert name_in(sheet.names, "en") == "Big garden"
    assert [(row.id, name_in(row.names, "en"), row.counting) for row in sheet.rows] == [
        ("weeds", "Thistles", Worth(-3)),
        ("bonus", "Bonus", Worth(1)),
    ]


@pytest.mark.slow
def test_a_change_that_spoils_the_sheet_is_refused_in_words(host: Person) -> None:
    edit(host, "Oh Hell")
    before = shelf(host).find("oh-hell")
    host.choose_listed(labels(host)[2])
    host.choose_listed("Remove this row")
    model: Any = host.screen.model  # type: ignore[attr-defined]
    assert model.text.startswith("That cannot be: ")
    assert shelf(host).find("oh-hell") == before
    assert not shelf(host).is_own("oh-hell")


def test_a_shipped_sheet_is_copied_and_comes_back(host: Person) -> None:
    edit(host, "Hearts")
    before = shelf(host).find("hearts")
    assert "Delete this sheet" not in labels(host)
    host.choose_listed("One more row")
    host.tell("Bonus")
    assert len(shelf(host).find("hearts").rows) == len(before.rows) + 1
    host.choose_listed("Delete this sheet")
    host.choose_listed("Delete it")
    assert shelf(host).find("hearts") == before


def test_nights_keep_the_sheet_they_were_played_with(host: Person) -> None:
    shelf(host).add_text(sheet_text(GARDEN.document()), "garden")
    over, played = play(host, 2)
    played.do(EndRounds())
    played.do(Finish())
    kept = played.game.score(played.state)
    host.store.finish(over, in_words(kept, host.app.context.say))
    is_open, _ = play(host, 1)
    edit(host, "Garden")
    host.choose_listed("Weeds")
    host.choose_listed("Remove this row")
    host.choose_listed("Delete this sheet")
    host.choose_listed("Delete it")
    looked = look_back(host.store, over)
    assert looked.game.score(looked.state) == kept
    assert [player["total"] for player in kept["players"]] == [8, 10], "5 - 1 and 6 - 1, twice"
    went_on = resume_game(host.store, is_open)
    for seat, row, said in ((0, "flowers", 9), (0, "weeds", 2), (1, "flowers", 3), (1, "weeds", 0)):
        assert not isinstance(went_on.do(WriteDown(seat, row, said, 2)), Refused)
    assert [player["total"] for player in went_on.game.score(went_on.state)["players"]] == [4 + 7, 5 + 3]


def test_an_open_night_goes_on_by_the_sheet_it_began_with(host: Person) -> None:
    """On the screen, after the sheet has lost a row and its name."""
    shelf(host).add_text(sheet_text(GARDEN.document()), "garden")
    play(host, 1)
    edit(host, "Garden")
    host.choose_listed("Weeds")
    host.choose_listed("Remove this row")
    host.choose_listed("Garden")
    type_over(host, "Park")
    host.press(Intent.BACK, Intent.BACK, Intent.BACK)
    host.choose_listed("Continue")
    model: Any = host.screen.model  # type: ignore[attr-defined]
    assert model.header.title == "Garden"
    assert model.grid.columns == ("Flowers", "Weeds")
