"""What a look at a pile means: ticks, several looks, contradictions, the rest, and what the proven sums rule out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.facts.held_counts import keep_held_counts, read_held_counts
from companion.games.amul.course import AmulCourse
from companion.games.amulett.course import AmulettCourse
from companion.teaching.piles import PileDoubt, PileSort, Sorting
from tests.games import GAMES, game_box

pytestmark = pytest.mark.usefixtures("own_folder")


def _course(slug: str = "amul", facts: str | None = None) -> Any:
    make = {"amul": AmulCourse, "amulett": AmulettCourse}[slug]
    return make(game_box(slug).document(facts, Path()))


def _sort(name: str, facts: str | None = None, slug: str = "amul") -> PileSort:
    return next(sort for sort in _course(slug, facts).pile_sorts() if sort.name == name)


def test_every_game_with_a_course_declares_its_piles() -> None:
    names = {game.slug: [sort.name for sort in _course(game.slug).pile_sorts()] for game in GAMES if game.course}
    assert names == {
        "amul": [
            "colour", "traits.arab", "traits.mongol", "traits.prowess", "traits",
            "players", "letter", "position", "effect",
        ],
        "amulett": ["cost"],
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_piles_laid_as_printed_tell_what_is_printed(slug: str) -> None:
    """Every value of the practice box, told by the piles of an empty one."""
    for printed in _course(slug, "practice").pile_sorts():
        values = {unit: value for unit, value in printed.known.items() if unit in printed.units}
        told = printed.told(values)
        assert told or printed.asks_more
        for fact, value in told.items():
            section, name, key, *rest = fact.split(".")
            entry = game_box(slug).document("practice", Path())[section][name]
            found = entry[key].get(rest[0], 0) if rest and key == "traits" else entry[key]
            assert value == found or (key == "palace" and value["min_players"] == found["min_players"]), fact


def test_several_looks_make_one_pile_and_what_lay_there_before_is_not_of_the_next() -> None:
    sorting = Sorting(_sort("colour"))
    assert sorting.look(["gold#1", "gold#2"])
    assert not sorting.look(["gold#2"])
    sorting.look(["gem#1"])
    assert sorting.ticked == ("gold", "gem")
    values = sorting.told()
    assert values == {"gold": "yellow", "gem": "yellow"}
    sorting.choose(sorting.at + 1)
    sorting.look(["gem#1", "silk#1"])
    assert (sorting.pile.value, sorting.ticked) == ("blue", ("silk",))


def test_a_card_in_two_piles_is_asked_about_only_if_it_lies_there_in_the_end() -> None:
    sorting = Sorting(_sort("position", "practice"))
    sorting.look(["gold#1", "tent"])
    assert sorting.doubts == (PileDoubt("tent", "area"),)
    assert sorting.ticked == ("tent",), "gold is known to be of this pile"
    sorting.look(["gold#1"])
    assert sorting.doubts == (), "it was only carried past"
    sorting.look(["tent"])
    assert sorting.told()["tent"] == "hand"
    assert sorting.told(but=["tent"])["tent"] == "area"


def test_by_hand_in_and_out_again() -> None:
    sorting = Sorting(_sort("colour"))
    sorting.look(["gold#1"])
    sorting.tick("gold")
    sorting.tick("jade")
    sorting.look(["gold#1"])
    assert sorting.ticked == ("jade",), "what was unticked stays so"
    sorting.tick("gold")
    assert sorting.ticked == ("jade", "gold")


def test_what_lies_in_no_pile_has_none_and_all_that_is_left_may_be_of_one() -> None:
    sorting = Sorting(_sort("traits.arab"))
    sorting.look(["arab-spy"])
    values = sorting.told(rest=True)
    assert (values["arab-spy"], values["gold"], len(values)) == (1, 0, len(sorting.sort.units))
    assert set(Sorting(_sort("colour")).values_by("here").values()) == {"yellow"}


def test_counts_of_copies_wait_for_the_others_of_their_kind() -> None:
    sort = _sort("players")
    assert sort.told({"arab-guard#1": 3, "arab-guard#3": 4}) == {}
    assert sort.told({"arab-guard#3": 3, "arab-guard#2": 4, "arab-guard#1": 3}) == {
        "cards.arab-guard.min_players": [3, 4, 3]
    }
    held = {"players": {"arab-guard#1": 3}}
    keep_held_counts(game_box("amul"), held)
    assert read_held_counts(game_box("amul")) == held
    assert Sorting(sort, held["players"]).known == 1
    keep_held_counts(game_box("amul"), {"players": {}})
    assert not game_box("amul").laid_path().exists()


@pytest.mark.parametrize("text", ["[", "[]", '{"players": 3}', '{"players": {"x": "y", "z": true}}', "x" * 70_000])
def test_a_file_of_held_piles_that_is_not_ours_counts_for_nothing(text: str) -> None:
    path = game_box("amul").laid_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert not any(read_held_counts(game_box("amul")).values())


def test_a_letter_is_of_the_kind_where_all_its_copies_have_it() -> None:
    sort = _sort("letter", "practice")
    assert "gold#1" not in sort.units, "only prowess has letters"
    assert sort.told({"arab-guard#1": "F", "arab-guard#2": "G"}) == {
        "cards.arab-guard.letter.1": "F",
        "cards.arab-guard.letter.2": "G",
    }
    assert sort.told(dict.fromkeys(("arab-guard#1", "arab-guard#2", "arab-guard#3"), "F")) == {
        "cards.arab-guard.letter": "F"
    }


def test_the_proven_sums_name_what_cannot_be() -> None:
    sort = _sort("players")
    assert sort.cannot_be({}) == ()
    too_many = dict.fromkeys(sort.units, 3)
    odd = sort.cannot_be(too_many)
    assert odd
    assert odd[0].key == "amul.deck.differs"
    assert odd[0].values["players"] == 3
    printed = _sort("players", "practice")
    assert printed.cannot_be(printed.known) == ()


def test_copies_that_are_not_in_this_box_are_told_as_gone() -> None:
    sort = _sort("players")
    assert sort.gone is not None
    assert sort.gone({"mughal-warlord#1": 3}) == {
        "cards.mughal-warlord.copies": 1,
        "cards.mughal-warlord.min_players": [3],
    }
    assert sort.gone({"mughal-warlord#2": 3}) == {}, "the first tag is on another card"
