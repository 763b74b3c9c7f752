"""What becomes of cards that lie otherwise than the game stands: patience, one question, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.inbox import TableSeen
from companion.play.ladder import LONG_PATIENCE_MS, PATIENCE_MS
from companion.play.live_game import LiveGame
from rules.core.pad.commands import ChangeWay
from rules.core.table import Doubt, TableCards
from tests.games import new_players, new_setup, new_simulation


class Onlooker:
    """Calm people play up to a step; from there the table is whatever a test says."""

    def __init__(self, phase: str, round_number: int = 2, players: int = 3, seed: int = 5) -> None:
        setup = new_setup("amul", players, seed)
        self.people = new_players(setup, seed)
        simulation = new_simulation(setup, self.people)
        while (simulation.live.view["phase"], simulation.live.view["round"]) != (phase, round_number):
            simulation.step()
        self.live: LiveGame = simulation.live
        self.now_ms = simulation.now_ms

    @property
    def zones(self) -> dict[str, frozenset[str]]:
        return {zone: frozenset(cards) for zone, cards in self.people.table.zones.items()}

    def look(self, ms: int = 400, **zones: Any) -> None:
        """One look at the table with these zones otherwise than they are, then some time."""
        seen = TableCards({**self.zones, **{zone: frozenset(cards) for zone, cards in zones.items()}})
        self.live.see(TableSeen(seen, frozenset(), at_ms=self.now_ms))
        self.now_ms += ms

    def asked(self) -> Doubt:
        doubt = self.live.doubt(self.now_ms)
        assert doubt is not None
        return doubt

    def take_back(self) -> None:
        doubt = self.asked()
        self.live.settle(doubt, next(answer for answer in doubt.answers if answer.undo), self.now_ms)


def _commands(live: LiveGame, count: int) -> list[str]:
    return [type(step.command).__name__ for step in live.session.steps[-count:]]


def test_where_nobody_follows_the_table_is_not_read() -> None:
    table = Onlooker("pick")
    _, *rest = sorted(table.zones["market"])
    table.live.do(ChangeWay("scribe"), table.now_ms)
    before = table.live.session.entries
    table.look(LONG_PATIENCE_MS, market=rest)
    table.look(LONG_PATIENCE_MS, market=())
    assert (table.live.session.entries, table.live.notice(table.now_ms)) == (before, None)
    assert table.live.doubt(table.now_ms) is None
    table.live.do(ChangeWay("follow"), table.now_ms)
    table.look(market=rest)
    assert _commands(table.live, 1) == ["Pick"], "what lies there then is followed again"


def test_two_steps_taken_back_in_a_row_send_both_cards_back() -> None:
    table = Onlooker("pick")
    first, second, *rest = sorted(table.zones["market"])
    table.look(market=(second, *rest))
    table.look(market=rest)
    assert _commands(table.live, 2) == ["Pick", "Pick"]
    table.live.undo(table.now_ms)
    table.live.undo(table.now_ms)
    assert {(move.card, move.target) for move in table.live.moves} == {(first, "market"), (second, "market")}
    table.look(market=(first, *rest))
    assert [move.card for move in table.live.moves] == [second]
    table.look(market=rest)  # a hand over the one that is back already
    assert [move.card for move in table.live.moves] == [second]
    table.look()
    assert table.live.moves == ()
    assert _commands(table.live, 1) == ["TurnUp"]


def test_what_is_told_while_cards_are_carried_back_need_not_be_carried() -> None:
    table = Onlooker("pick")
    first, *rest = sorted(table.zones["market"])
    table.look(market=rest)
    done = table.live.session.steps[-1].command
    table.live.undo(table.now_ms)
    assert [move.card for move in table.live.moves] == [first]
    table.live.do(done, table.now_ms)
    assert table.live.moves == ()


def test_a_market_that_could_not_be_seen_at_the_end_of_a_round_is_one_question() -> None:
    table = Onlooker("upkeep", players=6)
    before, left = table.live.session.state, table.zones["market"]
    assert left
    table.look(market=())
    assert table.live.view["phase"] == "replenish"
    table.look(LONG_PATIENCE_MS, market=left)
    doubt = table.asked()
    assert (doubt.words.key, set(doubt.cards)) == ("ladder.as_before", left)
    table.take_back()
    assert table.live.moves == ()
    assert table.live.session.state == before


def test_a_card_that_is_just_about_to_be_cleared_away_is_no_question() -> None:
    table = Onlooker("upkeep", players=6)
    left = table.zones["market"]
    table.look(market=())
    table.look(PATIENCE_MS, market=left)
    assert table.live.doubt(table.now_ms) is None


def test_a_spell_that_is_shown_and_not_yet_taken_back_is_no_question() -> None:
    setup = new_setup("amulett", 3, 5)
    live = new_simulation(setup, new_players(setup, 5)).live
    table = TableCards({"mat": frozenset({"einfluss"})})
    live.see(TableSeen(table, frozenset(), at_ms=0))
    assert _commands(live, 1) == ["Deal"]
    assert live.doubt(LONG_PATIENCE_MS - 1) is None
    doubt = live.doubt(LONG_PATIENCE_MS)
    assert doubt is not None
    assert (doubt.words.key, doubt.cards) == ("amulett.doubt.has_an_owner", ("einfluss",))


def test_a_spell_that_is_shown_a_second_time_is_asked_about_soon() -> None:
    setup = new_setup("amulett", 3, 5)
    live = new_simulation(setup, new_players(setup, 5)).live
    live.see(TableSeen(TableCards({"mat": frozenset({"einfluss"})}), frozenset(), at_ms=0))
    live.see(TableSeen(TableCards({"mat": frozenset()}), frozenset(), at_ms=400))
    live.see(TableSeen(TableCards({"mat": frozenset({"einfluss"})}), frozenset(), at_ms=800))
    assert live.doubt(800 + PATIENCE_MS - 1) is None
    assert live.doubt(800 + PATIENCE_MS) is not None


def test_a_card_covered_for_several_steps_leads_back_to_before_it_was_taken() -> None:
    table = Onlooker("pick")
    covered, taken, *rest = sorted(table.zones["market"])
    before = table.live.session.state
    table.look(market=(taken, *rest))
    table.look(market=rest)
    table.look(PATIENCE_MS, market=(covered, *rest))
    assert set(table.asked().cards) == {covered}
    table.take_back()
    assert table.live.session.state == before
    assert [(move.card, move.target) for move in table.live.moves] == [(taken, "market")]


def test_a_card_laid_by_mistake_and_replaced_by_another_is_one_question() -> None:
    table = Onlooker("replenish", 3)
    wrong, right = (card for card in table.people._deck[:2])  # type: ignore[attr-defined]
    table.look(market=(wrong,))
    assert table.live.view["market"] == [wrong]
    table.look(PATIENCE_MS, market=(right,))
    assert (table.asked().words.key, table.asked().cards) == ("amul.doubt.missed", (wrong,))
    table.take_back()
    assert table.live.view["market"] == [right]
    assert table.live.moves == ()
    assert table.live.doubt(table.now_ms + 60_000) is None


def test_a_card_set_aside_is_asked_about_again_when_it_lies_elsewhere() -> None:
    table = Onlooker("reveal")
    slid = min(table.zones["market"])
    rest = table.zones["market"] - {slid}
    for zone in ("palace", "bazaar"):
        table.look(PATIENCE_MS, market=rest, **{zone: (*table.zones[zone], slid)})
        doubt = table.asked()
        assert doubt.cards == (slid,)
        table.live.settle(doubt, doubt.answers[-1], table.now_ms)
        assert table.live.doubt(table.now_ms) is None
    table.look()
    assert table.live.doubt(table.now_ms + 60_000) is None


@pytest.mark.parametrize("zone", ["palace", "bazaar"])
def test_a_card_that_slides_into_the_next_zone_is_not_picked(zone: str) -> None:
    table = Onlooker("pick")
    slid = min(table.zones["market"])
    table.look(PATIENCE_MS, market=table.zones["market"] - {slid}, **{zone: (*table.zones[zone], slid)})
    assert slid in table.live.view["market"]
    assert table.asked().cards == (slid,)


def test_a_card_that_is_said_to_be_back_and_is_not_is_read_again() -> None:
    """Nothing on the table changes any more, so the camera tells nothing: the game stood still."""
    table = Onlooker("pick")
    taken, *rest = sorted(table.zones["market"])
    table.look(market=rest)
    pick = table.live.session.steps[-1].command
    table.live.undo(table.now_ms)
    table.live.skip_moves(table.now_ms)
    before = table.live.session.last_seq
    table.live.tick(table.now_ms + LONG_PATIENCE_MS - 1)
    assert table.live.session.last_seq == before, "they may be carrying it"
    table.live.tick(table.now_ms + LONG_PATIENCE_MS)
    assert table.live.session.steps[-1].command == pick
    assert taken not in table.live.view["market"]


def test_a_card_that_is_back_is_not_taken_again() -> None:
    table = Onlooker("pick")
    _, *rest = sorted(table.zones["market"])
    table.look(market=rest)
    table.live.undo(table.now_ms)
    table.live.skip_moves(table.now_ms)
    table.look()
    before = table.live.session.last_seq
    table.live.tick(table.now_ms + 10 * LONG_PATIENCE_MS)
    assert table.live.session.last_seq == before
