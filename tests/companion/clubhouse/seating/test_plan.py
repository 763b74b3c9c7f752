"""Who sits where: sizes, legality, few rematches, strengths, fixed places, people who come late or leave."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clubhouse.seating.pairs import Pairs
from companion.clubhouse.seating.plan import (
    By,
    Earlier,
    Guest,
    SeatedTable,
    Seating,
    SeatingRules,
    seat,
    sizes,
    with_latecomer,
    without,
)
from companion.language.wording import Trouble
from rules.core.words import words
from tests.companion.clubhouse.seating.exact import fewest_rematches


def _guests(count: int) -> list[Guest]:
    return [Guest(f"g{number:03}", float(number)) for number in range(count)]


@pytest.mark.parametrize(
    ("count", "size", "tables", "expected"),
    [
        (7, 4, 0, (4, 3)),
        (12, 4, 0, (4, 4, 4)),
        (13, 4, 0, (5, 4, 4)),
        (5, 3, 0, (5,)),
        (9, 8, 0, (5, 4)),
        (200, 4, 0, (4,) * 50),
        (20, 4, 3, (7, 7, 6)),
        (20, 4, 2, (8, 8)),  # four sit out
    ],
)
def test_tables_are_even_and_near_the_wanted_size(
    count: int, size: int, tables: int, expected: tuple[int, ...]
) -> None:
    assert sizes(count, SeatingRules(size=size), tables) == expected


def test_where_only_threes_and_fours_are_allowed_five_people_leave_one_or_two_out() -> None:
    assert sizes(5, SeatingRules(size=4, most=4), 0) == (4,)


@pytest.mark.slow
@given(
    count=st.integers(3, 60),
    size=st.integers(3, 8),
    by=st.sampled_from(["chance", "strong", "mixed"]),
    tables=st.integers(0, 6),
    seed=st.integers(0, 1000),
)
def test_everybody_sits_at_one_legal_table_or_sits_out(count: int, size: int, by: By, tables: int, seed: int) -> None:
    chance = random.Random(seed)
    guests = [Guest(f"g{number}", chance.random(), game=chance.choice(["", "", "", "skat"])) for number in range(count)]
    made = seat(guests, SeatingRules(size=size, by=by, tables=tables), Earlier(), seed)
    seated = [guest for table in made.tables for guest in table.guests]
    assert sorted([*seated, *made.out]) == sorted(guest.id for guest in guests)
    assert all(3 <= len(table.guests) <= 8 for table in made.tables)
    assert len({table.place for table in made.tables}) == len(made.tables)
    assert not tables or len(made.tables) <= tables
    assert tables or not made.out


def test_the_second_round_of_sixteen_has_no_rematch() -> None:
    first = seat(_guests(16), SeatingRules(), Earlier(), 1)
    second = seat(_guests(16), SeatingRules(), Earlier((first,)), 2)
    assert (first.rematches, second.rematches) == (0, 0)
    assert {table.why[0].key for table in second.tables} == {"clubhouse.seating.why.new"}


@pytest.mark.slow
@pytest.mark.parametrize(("count", "size"), [(7, 3), (9, 4), (11, 4), (12, 5), (13, 4), (14, 3), (16, 3)])
def test_rematches_are_never_more_than_one_above_the_fewest_there_can_be(count: int, size: int) -> None:
    rules, guests, earlier = SeatingRules(size=size), _guests(count), Earlier()
    for number in range(6):
        made, met = seat(guests, rules, earlier, number), Pairs(earlier.groups())
        fewest = fewest_rematches([guest.id for guest in guests], [len(table.guests) for table in made.tables], met)
        assert made.rematches <= fewest + 1
        earlier = Earlier((*earlier.rounds, made))


@pytest.mark.slow
def test_strong_with_strong_and_mixed() -> None:
    strong = seat(_guests(12), SeatingRules(by="strong"), Earlier(), 5)
    assert sorted(sorted(table.guests) for table in strong.tables) == [
        ["g000", "g001", "g002", "g003"],
        ["g004", "g005", "g006", "g007"],
        ["g008", "g009", "g010", "g011"],
    ]
    mixed = seat(_guests(12), SeatingRules(by="mixed"), Earlier(), 5)
    sums = [sum(int(guest[1:]) for guest in table.guests) for table in mixed.tables]
    assert max(sums) - min(sums) <= 1  # 66 in three tables


@pytest.mark.slow
def test_who_needs_a_place_gets_it_every_round() -> None:
    guests = [Guest(f"g{number}", place={3: 2, 4: 2, 5: 7}.get(number, 0)) for number in range(16)]
    earlier = Earlier()
    for number in range(4):
        made = seat(guests, SeatingRules(), earlier, number)
        at = {guest: table.place for table in made.tables for guest in table.guests}
        assert (at["g3"], at["g4"], at["g5"]) == (2, 2, 7)
        earlier = Earlier((*earlier.rounds, made))


@pytest.mark.parametrize(
    ("count", "needs"),
    [
        (7, {1: 1, 2: 4}),  # the one who needs table 1 must not take the larger one
        (12, {2: 5}),  # more than the wanted four
        (16, {3: 2, 1: 8}),
    ],
)
def test_several_people_may_need_the_same_table(count: int, needs: dict[int, int]) -> None:
    places = [place for place, people in needs.items() for _ in range(people)]
    guests = [Guest(f"g{number}", place=places[number] if number < len(places) else 0) for number in range(count)]
    made = seat(guests, SeatingRules(), Earlier(), 0)
    at = {guest: table.place for table in made.tables for guest in table.guests}
    assert [at[f"g{number}"] for number in range(len(places))] == places
    assert len(at) == count


def test_where_tables_are_few_another_game_keeps_one() -> None:
    guests = [Guest(f"g{number}", game="skat" if number < 3 else "") for number in range(20)]
    made = seat(guests, SeatingRules(tables=4), Earlier(), 0)
    assert sorted((table.game, len(table.guests)) for table in made.tables) == [("", 5), ("", 6), ("", 6), ("skat", 3)]


def test_another_game_has_a_table_of_its_own_if_enough_want_it() -> None:
    guests = [Guest(f"g{number}", game="skat" if number < 3 else "") for number in range(11)]
    games = {table.game: len(table.guests) for table in seat(guests, SeatingRules(), Earlier(), 0).tables}
    assert games == {"skat": 3, "": 4}
    few = [Guest(f"g{number}", game="skat" if number < 2 else "") for number in range(8)]
    assert {table.game for table in seat(few, SeatingRules(), Earlier(), 0).tables} == {""}


@pytest.mark.slow
def test_nobody_sits_out_twice_before_all_have() -> None:
    earlier, rules = Earlier(), SeatingRules(tables=2, most=5)
    for number in range(6):
        earlier = Earlier((*earlier.rounds, seat(_guests(12), rules, earlier, number)))
    times = [earlier.times_out(guest.id) for guest in _guests(12)]
    assert times == [1] * 12


def test_a_latecomer_joins_the_smallest_table_with_the_fewest_rematches() -> None:
    begun = Seating(
        (SeatedTable(1, ("a", "b", "c", "d")), SeatedTable(2, ("e", "f", "g")), SeatedTable(3, ("h", "i", "j")))
    )
    earlier = Earlier((Seating((SeatedTable(1, ("late", "e", "x")),)),))
    late = with_latecomer(begun, Guest("late"), SeatingRules(), earlier)
    assert late.tables[2].guests == ("h", "i", "j", "late")
    other = Seating((SeatedTable(1, ("a", "b", "c", "d")), SeatedTable(2, ("e", "f", "g"), "skat")))
    for game, place in (("", 1), ("skat", 2), ("chess", 1)):
        joined = with_latecomer(other, Guest("late", game=game), SeatingRules(), Earlier())
        assert [table.place for table in joined.tables if "late" in table.guests] == [place], game
    full = Seating((SeatedTable(1, tuple("abcdefgh")),))
    assert with_latecomer(full, Guest("late"), SeatingRules(), earlier).out == ("late",)


def _ranked(count: int, **more: dict[str, object]) -> list[Guest]:
    """g001 is the first of the standings, g002 the second, and so on; g000 has no result."""
    return [replace(one, rank=number, **more.get(one.id, {})) for number, one in enumerate(_guests(count))]


def test_a_final_is_the_best_at_a_table_of_their_own_and_the_others_play_on() -> None:
    made = seat(_ranked(12), SeatingRules(4, "final"), Earlier(), 1)
    assert made.tables[0].guests == ("g001", "g002", "g003", "g004")
    assert made.tables[0].why == (words("clubhouse.seating.why.final", n=4),)
    assert [len(table.guests) for table in made.tables] == [4, 4, 4]
    assert [table.place for table in made.tables] == [1, 2, 3]
    assert {one for table in made.tables for one in table.guests} == {one.id for one in _guests(12)}


def test_who_needs_a_table_or_plays_another_game_has_it_beside_a_final() -> None:
    guests = _ranked(12, g002={"place": 3}, g007={"place": 1}, g001={"game": "skat"})
    made = seat(guests, SeatingRules(4, "season_final"), Earlier(), 1)
    final = next(table for table in made.tables if table.why[0].key.endswith("season_final"))
    assert (final.place, final.guests) == (3, ("g002", "g003", "g004", "g005"))
    assert next(table.place for table in made.tables if "g007" in table.guests) == 1
    assert len({table.place for table in made.tables}) == 3


def test_of_equal_places_the_stronger_sits_at_the_final() -> None:
    guests = [Guest("a", rank=1), Guest("b", rank=2), Guest("c", 5.0, rank=3), Guest("d", 7.0, rank=3)]
    made = seat(guests, SeatingRules(3, "final"), Earlier(), 1)
    assert (made.tables[0].guests, made.out) == (("a", "b", "d"), ("c",)), "one alone is no table"


def test_nobody_joins_a_final_and_who_leaves_it_leaves_a_final() -> None:
    rules = SeatingRules(4, "final")
    made = seat(_ranked(8), rules, Earlier(), 1)
    left, _ = without(made, "g001", rules, Earlier())
    assert left.tables[0].guests == ("g002", "g003", "g004")
    late = with_latecomer(left, Guest("late"), rules, Earlier())
    assert "late" in late.tables[1].guests
    assert with_latecomer(replace(late, tables=late.tables[:1]), Guest("later"), rules, Earlier()).out == ("later",)


@given(
    ranks=st.lists(st.integers(0, 12), min_size=3, max_size=40),
    needs=st.lists(st.tuples(st.integers(0, 39), st.integers(1, 6)), max_size=3),
    others=st.lists(st.integers(0, 39), max_size=6),
    rules=st.builds(SeatingRules, st.integers(3, 8), st.sampled_from(("final", "season_final")), st.integers(0, 6)),
)
def test_beside_a_final_everybody_sits_at_one_legal_table_or_sits_out(
    ranks: list[int], needs: list[tuple[int, int]], others: list[int], rules: SeatingRules
) -> None:
    place, games = dict(needs), dict.fromkeys(others, "skat")
    guests = [
        Guest(f"g{number}", place=place.get(number, 0), game=games.get(number, ""), rank=rank)
        for number, rank in enumerate(ranks)
    ]
    made, refused = None, ""
    try:
        made = seat(guests, rules, Earlier(), 1)
    except Trouble as error:
        refused = error.said.key
    if made is None:
        assert refused in ("clubhouse.seating.no_final", "clubhouse.seating.full_place")
        return
    seated = [one for table in made.tables for one in table.guests]
    assert sorted((*seated, *made.out)) == sorted(one.id for one in guests)
    assert all(3 <= len(table.guests) <= 8 for table in made.tables)
    assert len({table.place for table in made.tables}) == len(made.tables) <= (rules.tables or 40)
    at = {one: table.place for table in made.tables for one in table.guests}
    assert all(at[one.id] == one.place for one in guests if one.place and one.id in at)


def test_a_final_at_the_only_table_and_one_without_results() -> None:
    assert len(seat(_ranked(9), SeatingRules(4, "final", tables=1), Earlier(), 1).out) == 5
    with pytest.raises(Trouble) as caught:
        seat(_guests(9), SeatingRules(4, "final"), Earlier(), 1)
    assert caught.value.said.key == "clubhouse.seating.no_final"


def test_a_table_that_somebody_leaves_may_be_too_small() -> None:
    begun = Seating((SeatedTable(1, ("a", "b", "c", "d")), SeatedTable(2, ("e", "f", "g"))))
    left, small = without(begun, "f", SeatingRules(), Earlier())
    assert [table.guests for table in left.tables] == [("a", "b", "c", "d"), ("e", "g")]
    assert small == (2,)


@pytest.mark.parametrize(
    ("guests", "key"),
    [
        (_guests(2), "clubhouse.seating.too_few"),
        ([Guest("a"), Guest("a"), Guest("b")], "clubhouse.seating.twice"),
        (_guests(401), "clubhouse.seating.too_many"),
        ([Guest(f"g{n}", place=1) for n in range(9)], "clubhouse.seating.full_place"),
        ([Guest(f"g{n}", place=n) for n in range(7)], "clubhouse.seating.full_place"),  # six tables for seven people
    ],
)
def test_what_cannot_be_seated_is_said(guests: list[Guest], key: str) -> None:
    with pytest.raises(Trouble) as caught:
        seat(guests, SeatingRules(), Earlier(), 0)
    assert caught.value.said.key == key
