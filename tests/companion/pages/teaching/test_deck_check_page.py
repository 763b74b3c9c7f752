"""The deck check: which cards belong to this player count, which are missing, which are too many; packing up."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.amul.box import deck_for
from companion.inbox import TableSeen
from companion.pages.teaching.deck_check_page import DeckCheckPage
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from rules.core.table import TableCards
from tests.companion.pupil import Pupil
from tests.games import game_box

PRACTICE = game_box("amul").document("practice", Path())


pytestmark = pytest.mark.usefixtures("own_folder")


def _see(pupil: Pupil, *cards: str) -> None:
    pupil.app.inbox.put(TableSeen(TableCards({"mat": frozenset(cards)}), frozenset(), at_ms=pupil.now_ms))
    pupil.app.tick()


def test_batches_add_up_and_packing_names_what_is_still_out(tmp_path: Path) -> None:
    deck = deck_for(PRACTICE, 3)
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    say = pupil.context.phrases("amul", PRACTICE, ())
    pupil.app.open(DeckCheckPage(pupil.context, "amul", PRACTICE, say, deck))
    assert "some at a time" in pupil.screen.model.text
    half = len(deck.used) // 2
    _see(pupil, *deck.used[:half])
    _see(pupil, *deck.used[half:-1])
    remarks = [remark.value for remark in pupil.screen.model.remarks]
    assert remarks == [str(len(deck.used) - 1), "1", "0", "0"]
    assert say.name("card", deck.used[-1]) in pupil.screen.model.text
    _see(pupil, deck.used[-1])
    assert pupil.screen.model.text == "All cards are there."
    _see(pupil)
    pupil.choose_listed("pack")
    _see(pupil, *deck.used)
    _see(pupil, "yurt" if "yurt" in deck.used else deck.used[3])
    assert "still out" in pupil.screen.model.text
    _see(pupil)
    assert pupil.screen.model.text == "Everything is packed."
    pupil.store.close()


def test_the_deck_check_is_reached_by_buttons(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    pupil.choose_listed("deck")
    pupil.press(Intent.OK, Intent.OK)  # three players, without tea
    assert isinstance(pupil.app.page, DeckCheckPage)
    pupil.press(Intent.BACK)
    assert isinstance(pupil.app.page, TeachPage)
    pupil.store.close()
