"""Who is who: names and persons, two people of one name, one person with two names, and taking all of it back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.clubhouse.correction_values import read_change, values_of
from companion.clubhouse.persons import (
    PersonKept,
    PersonMatched,
    Persons,
    PersonsMerged,
    PersonSplit,
    check_person_change,
    free_sign,
    new_id,
    persons_of,
)
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.result_corrections import (
    Change,
    Correction,
    CorrectionUndone,
    PlayerHidden,
    PlayerRenamed,
    count_up,
)
from companion.clubhouse.standings import Rules, standings
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from rules.core.errors import InvalidValue
from tests.companion.clubhouse.results import game_id, result

MEIER = PersonKept("p1", "Anna Meier", "Anna M")
KURZ = PersonKept("p2", "Anna Kurz", "Anna K")
BO = PersonKept("p3", "Bo", "Bo")
RESULTS = (
    result(1, {"Anna": (1, 9), "Bo": (2, 3)}),
    result(2, {"Anna": (1, 7), "Cy": (2, 3)}),
    result(3, {"Bo": (1, 8), "Anna": (2, 7)}),
)
BOXES = {game_id(1): "box-1", game_id(2): "box-2", game_id(3): "box-1"}


def _said(*changes: Change) -> list[Correction]:
    return [Correction(number, datetime.now(UTC), "Uli", change) for number, change in enumerate(changes, 1)]


def _wins(*changes: Change) -> dict[str, float]:
    counted = count_up(RESULTS, _said(*changes), BOXES)
    return {one.name: one.total for one in standings(counted.results, Rules("wins"))}


def test_without_a_person_names_count_as_the_boxes_have_them() -> None:
    assert count_up(RESULTS, (), BOXES).results == RESULTS


def test_who_is_registered_by_a_name_that_nobody_else_has_is_found_by_it_and_by_the_sign() -> None:
    assert _wins(PersonKept("p1", "Anna", "AM")) == {"AM": 2, "Bo": 1, "Cy": 0}
    assert _wins(PersonKept("p1", "Anna Meier", "anna")) == {"anna": 2, "Bo": 1, "Cy": 0}
    assert _wins(PersonKept("p1", "Anna Meier", "AM")) == _wins(), "the box says Anna, which is neither"


def test_two_annas_at_two_tables() -> None:
    told = PersonMatched("Anna", "p1", box="box-1"), PersonMatched("Anna", "p2", box="box-2")
    assert _wins(MEIER, KURZ, *told) == {"Anna M": 1, "Anna K": 1, "Bo": 1, "Cy": 0}
    assert _wins(MEIER, KURZ, *told, PersonMatched("Anna", "p2", game=game_id(1)))["Anna K"] == 2, "a game is surer"


def test_a_name_that_two_people_have_is_nobodys_until_the_host_says() -> None:
    twice = PersonKept("p1", "Anna", "A1"), PersonKept("p2", "Anna", "A2")
    assert _wins(*twice) == {"Anna": 2, "Bo": 1, "Cy": 0}
    assert _wins(*twice, PersonMatched("Anna", "p2")) == {"A2": 2, "Bo": 1, "Cy": 0}


def test_one_person_with_two_entries_and_back() -> None:
    told = MEIER, KURZ, PersonMatched("Anna", "p1", box="box-1"), PersonMatched("Anna", "p2", box="box-2")
    merged = (*told, PersonsMerged("p2", "p1"))
    assert _wins(*merged) == {"Anna M": 2, "Bo": 1, "Cy": 0}
    assert _wins(*merged, CorrectionUndone(5)) == _wins(*told)
    assert [one.id for one in persons_of(merged).all] == ["p1"]


def test_split_games_follow_and_merging_again_brings_them_back() -> None:
    told = PersonKept("p1", "Anna", "Anna M"), KURZ
    split = (*told, PersonSplit("p1", "p2", (game_id(2),)))
    assert _wins(*told) == {"Anna M": 2, "Bo": 1, "Cy": 0}
    assert _wins(*split) == {"Anna M": 1, "Anna K": 1, "Bo": 1, "Cy": 0}
    assert _wins(*split, CorrectionUndone(3)) == _wins(*told)
    assert _wins(*split, PersonsMerged("p2", "p1")) == _wins(*told)


def test_nobody_is_twice_in_one_game() -> None:
    both = (result(1, {"Anna": (1, 9), "Anna M": (2, 3)}),)
    counted = count_up(both, _said(PersonKept("p1", "Anna", "Anna M")))
    assert [one.name for one in counted.results[0].players] == ["Anna", "Anna M"]
    counted = count_up(both, _said(MEIER, PersonMatched("Anna", "p1")))
    assert [one.name for one in counted.results[0].players] == ["Anna M", "Anna M 2"]


def test_who_is_undone_is_nobody() -> None:
    assert _wins(PersonKept("p1", "Anna", "AM"), CorrectionUndone(1)) == _wins()
    assert _wins(PersonKept("p1", "Anna", "AM"), PersonKept("p1", "Anna", "A"), CorrectionUndone(2))["AM"] == 2


def test_a_sign_that_was_changed_still_means_the_person() -> None:
    told = PersonKept("p1", "Anna Meier", "Anna"), PersonKept("p1", "Anna Meier", "AM")
    assert _wins(*told) == {"AM": 2, "Bo": 1, "Cy": 0}
    assert _wins(*told, PersonKept("p2", "Anna Kurz", "Anna")) == {"Anna": 2, "Bo": 1, "Cy": 0}, (
        "but for who has it now"
    )


def test_merges_that_would_run_in_a_circle_do_not() -> None:
    persons = persons_of((MEIER, KURZ, PersonsMerged("p1", "p2"), PersonsMerged("p2", "p1")))
    assert {one.id for one in persons.all} == {"p2"}
    found = persons.person("p1")
    assert found is not None
    assert found.id == "p2"


def test_two_with_one_sign_after_an_undo_are_still_two() -> None:
    persons = persons_of((MEIER, PersonKept("p2", "Anna Kurz", "Anna M")))
    assert [one.sign for one in persons.all] == ["Anna M", "Anna M 2"]


def test_a_rename_comes_first() -> None:
    assert _wins(PersonKept("p1", "Anna Meier", "Anna"), PlayerRenamed("Cy", "Anna", game_id(2))) == _wins()
    assert _wins(PersonKept("p3", "Cyril", "Cyril"), PlayerRenamed("Cy", "Cyril")) == {"Anna": 2, "Bo": 1, "Cyril": 0}


def test_who_is_hidden_stays_hidden_as_a_person_and_others_of_the_name_do_not() -> None:
    told = MEIER, PersonKept("p2", "Anna Kurz", "Anna"), PersonMatched("Anna", "p1", box="box-1")
    counted = count_up(RESULTS, _said(*told, PlayerHidden("Anna M")), BOXES)
    public = PublicNames(counted, Phrases("en"))
    assert [one.name for one in public.result(counted.results[0]).players] == ["Guest 1", "Bo"]
    assert [one.name for one in public.result(counted.results[1]).players] == ["Anna", "Cy"]
    assert public.at(game_id(9), "box-1").name("Anna") == "Guest 1"
    assert public.at(game_id(9), "box-2").name("Anna") == "Anna"
    assert count_up((), _said(PlayerHidden("Bo"), BO, PersonKept("p3", "Bo", "B"))).hidden == ("B",)
    assert (
        count_up((), _said(PlayerHidden("Bo"), PersonKept("p3", "Bo", "B"), PlayerHidden("B", on=False))).hidden == ()
    )


def test_a_new_person_gets_a_new_id_and_a_free_sign() -> None:
    assert new_id(()) == "p1"
    assert new_id((MEIER, PersonKept("p12", "X", "X"))) == "p13"
    known = persons_of((PersonKept("p1", "Anna Meier", "Anna"), PersonKept("p2", "Anna Kurz", "Anna K")))
    assert free_sign("Bo Li", known) == "Bo"
    assert free_sign("Anna Lang", known) == "Anna L"
    assert free_sign("Anna Klein", known) == "Anna K 2"
    assert free_sign("anna", known) == "anna 2"


@pytest.mark.parametrize(
    "change",
    [
        PersonKept("p9", "Anna Lang", "anna m"),
        PersonMatched("Anna", "p9"),
        PersonsMerged("p1", "p9"),
        PersonsMerged("p1", "p1"),
        PersonSplit("p1", "p9", ("g",)),
    ],
)
def test_what_names_nobody_or_a_taken_sign_is_refused(change: Any) -> None:
    with pytest.raises(Trouble):
        check_person_change(change, persons_of((MEIER, KURZ)))
    check_person_change(PersonKept("p1", "Anna Meier-Lang", "Anna M"), persons_of((MEIER,)))
    assert not Persons()


@pytest.mark.parametrize(
    "change",
    [
        PersonKept("p1", "Anna Meier", "Anna M", "sits near the door"),
        PersonMatched("Anna", "p1", "box-1"),
        PersonMatched("Anna", "p1", game="a" * 20),
        PersonsMerged("p1", "p2"),
        PersonSplit("p1", "p2", ("a" * 20, "b" * 20)),
    ],
)
def test_as_plain_values_and_back(change: Change) -> None:
    assert read_change(values_of(change)) == change


@pytest.mark.parametrize(
    "values",
    [
        {"sort": "person", "id": "x1", "name": "Bo", "sign": "Bo"},
        {"sort": "person", "id": "p1", "name": " ", "sign": "Bo"},
        {"sort": "person", "id": "p1", "name": "Bo", "sign": "x" * 41},
        {"sort": "person", "id": "p1", "name": "Bo", "sign": "Bo", "note": "\x1b[2J"},
        {"sort": "match", "name": "Bo", "person": "Bo"},
        {"sort": "merge", "person": "p1"},
        {"sort": "split", "person": "p1", "to": "p2", "games": []},
        {"sort": "split", "person": "p1", "to": "p2", "games": "abc"},
    ],
)
def test_what_is_no_change_of_a_person(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        read_change(values)
