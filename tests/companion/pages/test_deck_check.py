"""The deck check: which cards belong to this player count, which are missing, which are too many; packing up."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.amul.box import deck_for
from companion.inbox import TableSeen
from companion.pages.deck_check import DeckCheckPage
from companion.pages.teach import TeachPage
from companion.pages.web import WebPage
from companion.screens.intents import Intent
from companion.teaching.deck_check import compare
from companion.web.server import TeachServer
from rules.amul.deck import expected_cards
from rules.core.table import Table
from tests.companion.pupil import Pupil
from tests.games import GAMES, game_box, new_setup

PRACTICE = game_box("amul").document("practice", Path())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))


@pytest.mark.parametrize("players", range(3, 9))
def test_the_deck_of_each_player_count_has_the_proven_number_of_cards(players: int) -> None:
    deck = deck_for(PRACTICE, players)
    assert len(deck.used) == sum(expected_cards(source, players) for source in ("market", "palace", "bazaar"))
    assert deck.unsure == ()
    with_tea = deck_for(PRACTICE, players, tea=3)
    assert len(with_tea.used) == len(deck.used) + 1, "the Tea Trader joins"
    assert with_tea.some == 3


def test_cards_are_sorted_into_right_missing_and_too_many() -> None:
    deck = deck_for(PRACTICE, 3)
    unused = deck.unused[0]
    found = compare(deck, [*deck.used[1:], unused])
    assert found.missing == deck.used[:1]
    assert found.extra == (unused,)
    assert not found.is_complete
    assert compare(deck, deck.used).is_complete
    tea = deck_for(PRACTICE, 3, tea=2)
    assert compare(tea, [*tea.used, "tea#5"]).any_missing == 1
    assert compare(tea, [*tea.used, "tea#5", "tea#1", "tea#8"]).extra == ("tea#8",)


def test_what_nobody_has_told_is_neither_right_nor_wrong() -> None:
    deck = deck_for(game_box("amul").document(None, Path()), 4)
    found = compare(deck, ["yurt", "spice#1"])
    assert found.unsure == ("yurt",)
    assert found.right == ("spice#1",)


def test_every_spell_of_das_amulett_belongs() -> None:
    make = GAMES["amulett"].deck
    assert make is not None
    assert len(compare(make(new_setup("amulett", 3, 1)), ()).missing) == 33


def _see(pupil: Pupil, *cards: str) -> None:
    pupil.app.inbox.put(TableSeen(Table({"mat": frozenset(cards)}), frozenset(), blocked=False, at_ms=pupil.now_ms))
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


def test_the_page_for_a_keyboard_shows_its_code_and_ends_with_back_or_by_itself(tmp_path: Path) -> None:
    now, ended = [0.0], []
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    server = TeachServer("en", GAMES, address="127.0.0.1", bind="127.0.0.1", port=0, idle_s=60, clock=lambda: now[0])
    pupil.app.open(WebPage(pupil.context, server, lambda: ended.append("ended")))
    pupil.app.tick()
    assert server.gate.code in pupil.screen.model.text
    assert pupil.screen.model.qr == server.link
    now[0] = 61
    pupil.app.tick()
    assert isinstance(pupil.app.page, TeachPage)
    assert ended == ["ended"]
    again = TeachServer("en", GAMES, address="127.0.0.1", bind="127.0.0.1", port=0)
    pupil.app.open(WebPage(pupil.context, again, lambda: ended.append("left")))
    pupil.press(Intent.BACK)
    assert isinstance(pupil.app.page, TeachPage)
    assert ended == ["ended", "left"]
    pupil.store.close()
