"""Teaching by piles: a whole box from nothing, counted in presses; contradictions, taking back, going on later."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.facts.own import remember
from companion.pages.teaching.answer_picker import Like, Shown
from companion.pages.teaching.compose_page import ComposePage
from companion.pages.teaching.pile_page import PilePage
from companion.pages.teaching.teach_page import TeachPage, classroom
from companion.screens import Leave
from companion.screens.intents import Intent, Typed
from rules.amul.facts import parse_facts
from tests.companion.pupil import promised, teach_lessons
from tests.companion.sorter import Sorter, Typist, fill_answers, group_answers, power_groups, same_power
from tests.games import game_box

BOX = "Āmul, 66 kinds"  # in docs/facts.md
MOST_WITH_A_KEYBOARD = 900
MOST_WITH_A_CAMERA = 450


pytestmark = pytest.mark.usefixtures("own_folder")


def _sorter(tmp_path: Path, slug: str = "amul", *, camera: bool = True) -> Sorter:
    return Sorter(tmp_path / "games", lambda context: TeachPage(context, slug), slug, camera=camera)


@pytest.mark.slow
def test_a_whole_box_of_amul_is_taught_by_piles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sorter = _sorter(tmp_path)
    sorter.choose_listed("piles")
    sorter.teach_piles()
    piles = sorter.presses
    cards = sorter.printed["cards"]
    assert isinstance(sorter.app.page, ComposePage)
    sorter.teach_made(power_groups(cards), partial(group_answers, cards), partial(fill_answers, cards))
    learnt = parse_facts(game_box("amul").document("own", Path()))
    for slug, kind in parse_facts(sorter.printed).kinds.items():
        assert replace(learnt.kinds[slug], power=None) == replace(kind, power=None)
        assert same_power(learnt.kinds[slug].power) == same_power(kind.power), slug
    with capsys.disabled():
        print(f"\nĀmul by piles: {piles} presses, powers {sorter.presses - piles}, in all {sorter.presses}")
    assert isinstance(sorter.app.page, TeachPage)
    assert sorter.presses <= promised(BOX, "by piles, four buttons and a camera") <= MOST_WITH_A_CAMERA
    sorter.store.close()


@pytest.mark.slow
def test_a_whole_box_of_amul_is_taught_with_a_keyboard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(tmp_path / "games", lambda context: TeachPage(context, "amul"), "amul")
    typist.choose_listed("piles")
    while isinstance(typist.app.page, PilePage):
        before, sort = typist.presses, _page(typist).sorting.sort.name  # type: ignore[union-attr]
        typist.choose_listed("each")
        teach_lessons(typist, typist.printed, typist.key)
        typist.counts[sort] = typist.presses - before
    facts = typist.presses
    typist.choose_listed("piles")
    cards = typist.printed["cards"]
    while isinstance(page := typist.app.page, ComposePage):
        (slug,) = page.pile
        typist.teach_one(page, slug, group_answers(cards, (slug,)))
    learnt = parse_facts(game_box("amul").document("own", Path()))
    for slug, kind in parse_facts(typist.printed).kinds.items():
        assert replace(learnt.kinds[slug], power=None) == replace(kind, power=None)
        assert same_power(learnt.kinds[slug].power) == same_power(kind.power), slug
    with capsys.disabled():
        print(f"\nĀmul with a keyboard: {facts} presses, powers {typist.presses - facts}, in all {typist.presses}")
    assert typist.presses <= promised(BOX, "a keyboard, no camera") <= MOST_WITH_A_KEYBOARD
    typist.store.close()


def _kept() -> dict[str, Any]:
    cards: dict[str, Any] = tomllib.loads(game_box("amul").own_path().read_text("utf-8")).get("cards", {})
    return {slug: {key: value for key, value in entry.items() if key != "origin"} for slug, entry in cards.items()}


def _page(sorter: Sorter) -> PilePage:
    page = sorter.app.page
    assert isinstance(page, PilePage)
    return page


def test_a_look_a_tick_and_a_pile_on_disk(tmp_path: Path) -> None:
    sorter = _sorter(tmp_path)
    sorter.choose_listed("piles")
    sorter.lay(["gold#1", "gem#2"])
    assert [card.name for card in sorter.screen.model.laid] == ["Gem", "Gold"]
    assert "57 are left" in sorter.screen.model.left
    sorter.press(Intent.OK)
    assert _kept() == {"gem": {"colour": "yellow"}, "gold": {"colour": "yellow"}}
    assert sorter.screen.model.header.place == "2 of 57"
    assert {card.state for card in sorter.screen.model.laid} == {"open"}, (
        "what lies there since the last pile is not of this one"
    )
    sorter.store.close()


@pytest.mark.slow
def test_a_card_in_two_piles_is_asked_about_and_each_answer_counts(tmp_path: Path) -> None:
    for keeps, colour in ((0, "blue"), (1, "yellow")):
        game_box("amul").own_path().unlink(missing_ok=True)
        sorter = _sorter(tmp_path / colour)
        sorter.choose_listed("piles")
        sorter.lay(["gold#1"])
        sorter.press(Intent.OK)
        sorter.lay([])
        sorter.lay(["gold#1", "silk#1"])
        assert [(card.name, card.state) for card in sorter.screen.model.laid] == [("Gold", "doubt"), ("Silk", "new")]
        sorter.press(Intent.OK)
        assert "Gold lies here" in sorter.screen.model.text
        sorter.press(*[Intent.NEXT] * keeps, Intent.OK)
        assert _kept() == {"gold": {"colour": colour}, "silk": {"colour": "blue"}}
        assert _page(sorter).sorting is not None
        sorter.store.close()


@pytest.mark.slow
def test_the_last_pile_is_taken_back_whole(tmp_path: Path) -> None:
    sorter = _sorter(tmp_path)
    sorter.choose_listed("piles")
    sorter.lay(["gold#1"])
    sorter.press(Intent.OK)
    sorter.lay(["silk#1"])
    sorter.press(Intent.OK)
    sorter.press(Intent.UNDO)
    assert _kept() == {"gold": {"colour": "yellow"}}
    assert _page(sorter).sorting.pile.value == "blue"  # type: ignore[union-attr]
    sorter.press(Intent.UNDO)
    assert _kept() == {}
    sorter.press(Intent.UNDO)
    assert any("no pile" in notice.text for notice in sorter.screen.model.notices)
    sorter.store.close()


def test_a_pile_is_not_taken_back_over_what_was_told_since(tmp_path: Path) -> None:
    sorter = _sorter(tmp_path)
    sorter.choose_listed("piles")
    sorter.lay(["gold#1"])
    sorter.press(Intent.OK)
    remember(game_box("amul"), "cards.gold.letter", "B")
    sorter.press(Intent.UNDO)
    assert _kept() == {"gold": {"colour": "yellow", "letter": "B"}}
    assert any("cannot be undone" in notice.text for notice in sorter.screen.model.notices)
    sorter.store.close()


@pytest.mark.slow
def test_counts_of_some_copies_wait_on_disk_and_another_day_goes_on(tmp_path: Path) -> None:
    sorter = _sorter(tmp_path)
    sorter.choose_listed("piles")
    sorter.choose_listed("facts")
    sorter.choose_listed(("players",))
    sorter.lay(["arab-guard#1", "arab-guard#2"])
    assert [card.name for card in sorter.screen.model.laid] == ["2 × Arab Guard"]
    sorter.press(Intent.OK)
    assert not game_box("amul").own_path().exists()
    sorter.store.close()
    later = _sorter(tmp_path)
    later.choose_listed("piles")
    later.choose_listed("facts")
    later.choose_listed(("players",))
    assert later.screen.model.header.place.startswith("2 of ")
    later.choose_listed("other")
    later.choose_listed((1,))
    later.lay(["arab-guard#3"])
    later.press(Intent.OK)
    assert _kept() == {"arab-guard": {"min_players": [3, 3, 4]}}
    assert not game_box("amul").laid_path().exists()
    later.store.close()


def test_sums_that_cannot_be_are_named_while_the_pile_grows(tmp_path: Path) -> None:
    sorter = _sorter(tmp_path)
    sorter.choose_listed("piles")
    sorter.choose_listed("facts")
    sorter.choose_listed(("players",))
    sorter.choose_listed("other")
    sorter.choose_listed((5,))
    sorter.lay(_page(sorter).sorting.sort.units)  # type: ignore[union-attr]
    assert any(notice.text.startswith("This cannot be: ") for notice in sorter.screen.model.notices)
    sorter.store.close()


@pytest.mark.slow
def test_without_a_camera_cards_are_ticked_by_typing(tmp_path: Path) -> None:
    sorter = _sorter(tmp_path, camera=False)
    sorter.choose_listed("piles")
    sorter.app.press(Typed("gol"))
    sorter.press(Intent.OK)
    sorter.app.press(Typed("gem"))
    sorter.press(Intent.OK)
    sorter.app.press(Typed("silk"))
    sorter.press(Intent.OK, Intent.UNDO)
    sorter.choose_door(Leave())
    assert [card.name for card in sorter.screen.model.laid] == ["Gold", "Gem"]
    sorter.choose_listed("all")
    assert _kept() == {"gem": {"colour": "yellow"}, "gold": {"colour": "yellow"}}
    sorter.store.close()


def test_same_as_that_card_but(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.oil.power", [{"flat": 1}, {"when": {"has": ["lamp"]}, "points": 1}])
    sorter = Sorter(
        tmp_path / "games", lambda context: ComposePage(context, classroom(context, "amul"), "power"), "amul"
    )
    sorter.lay(["yurt"])
    sorter.lay(["yurt", "oil#1"])
    sorter.choose_door(Like("oil"))
    for value in (3, 2, "has"):
        sorter.choose_door(value)
    sorter.lay(["yurt"])
    sorter.lay(["yurt", "nomad"])
    sorter.choose_door(Shown(("nomad",)))
    assert _kept()["yurt"]["power"] == [{"flat": 3}, {"points": 2, "when": {"has": ["nomad"]}}]
    sorter.store.close()


def test_without_a_camera_another_card_is_chosen_to_be_like(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.oil.power", [{"flat": 1}, {"when": {"has": ["lamp"]}, "points": 1}])
    sorter = Sorter(
        tmp_path / "games",
        lambda context: ComposePage(context, classroom(context, "amul"), "power"),
        "amul",
        camera=False,
    )
    page = sorter.app.page
    assert isinstance(page, ComposePage)
    (first,) = page.pile
    sorter.choose_door(Like("oil"))
    for value in (3, 2, "has", "nomad", "done"):
        sorter.choose_door(value)
    assert _kept()[first]["power"] == [{"flat": 3}, {"points": 2, "when": {"has": ["nomad"]}}]
    sorter.store.close()
