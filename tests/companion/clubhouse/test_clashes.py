"""One name at two tables at once is asked about, and answered once for all."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from companion.clubhouse.clashes import Clash, clashes
from companion.clubhouse.persons import PersonKept, PersonMatched, PersonSplit
from companion.clubhouse.result_corrections import Change, Correction, count_up
from tests.companion.clubhouse.halls import NOW, hall
from tests.companion.clubhouse.results import EVENING, game_id, result

TWO = (result(1, {"Bo": (1, 9), "Ada": (2, 3)}), result(2, {"Bo": (1, 7), "Cy": (2, 3)}))
BO = PersonKept("p1", "Bo Li", "Bo")
OTHER = PersonKept("p2", "Bo Sun", "Bo S")


def _found(*changes: Change) -> tuple[Clash, ...]:
    said = [Correction(number, NOW, "Uli", change) for number, change in enumerate(changes, 1)]
    return clashes(count_up(TWO, said), (), NOW)


def test_a_name_at_two_tables_at_once() -> None:
    (one,) = _found()
    assert (one.name, [sitting.table for sitting in one.sittings]) == ("Bo", ["Table 1", "Table 2"])


def test_one_after_the_other_is_no_clash_even_if_two_clocks_differ_a_little() -> None:
    later = replace(TWO[1], began=EVENING + timedelta(minutes=115), ended=EVENING + timedelta(hours=4))
    assert clashes(count_up((TWO[0], later), ()), (), NOW) == ()
    sooner = replace(later, began=EVENING + timedelta(minutes=100))
    assert len(clashes(count_up((TWO[0], sooner), ()), (), NOW)) == 1


def test_a_result_that_does_not_count_clashes_with_nothing() -> None:
    assert clashes(count_up((TWO[0], replace(TWO[1], withdrawn=True)), ()), (), NOW) == ()


def test_answered_it_was_somebody_else() -> None:
    assert _found(BO, OTHER, PersonMatched("Bo", "p2", game=game_id(2))) == ()
    assert _found(BO, OTHER, PersonSplit("p1", "p2", (game_id(2),))) == ()
    assert [one.name for one in _found(BO, OTHER)] == ["Bo"]


def test_answered_it_was_indeed_one_person() -> None:
    assert len(_found(BO, PersonSplit("p1", "p1", (game_id(1),)))) == 1
    assert _found(BO, PersonSplit("p1", "p1", (game_id(1), game_id(2)))) == ()


def test_tables_that_play_now() -> None:
    """Tables 1 and 4 of the ten names have some in common."""
    tables = [table for table in hall(12).tables if table.box in ("box-1", "box-4")]
    found = clashes(count_up((), ()), tables, NOW)
    names = [{player.name for player in table.state.shown.players} for table in tables if table.state is not None]
    assert {one.name for one in found} == names[0] & names[1]
    assert found
