"""Which cards can lie in the palace together, by the rulebook's table and by the sums; what cannot is refused."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.resources import asset
from rules.amul import GAME
from rules.amul.commands import Fill, Lay, Take
from rules.amul.deck import PLAYERS
from rules.amul.facts import parse_facts
from rules.amul.palace import PRINTED, can_lie
from rules.amul.state import State
from rules.amul.steps import layable, room_left, surely_open
from rules.core.refusals import Refused
from rules.core.table import TableCards
from tests.rules.amul.tables import check_words, do, facts, new

SEVEN = (
    *("dervish", "gem#p1", "gold#p1", "lamp#p1", "medallion#p1", "oil#p1"),
    *("oil#p2", "opium#p1", "silk#p1", "tent", "yurt"),
)


def untaught(players: int, *laid: str) -> State:
    return do(new(players, box=facts("rulebook")), *(Lay(0, card) for card in laid))


def why(state: State, card: str) -> str:
    answer = GAME.decide(state, Lay(0, card))
    assert isinstance(answer, Refused), answer
    assert answer.code == "not_to_lay"
    check_words(answer.words)
    return str(getattr(answer.values["why"], "key", ""))


def test_the_bounds_are_those_of_the_rulebooks_rows() -> None:
    """A palace card that is third of five entries needs 5 or 6 players: two counts before it, two behind."""
    rows = tomllib.loads(asset("games", "amul", "cards.toml").read_text("utf-8"))["cards"]
    printed = {}
    for slug, row in rows.items():
        entries = str(row.get("printed", "")).split()
        bounds = tuple(
            (PLAYERS[0] + place, PLAYERS[-1] - (len(entries) - 1 - place))
            for place, entry in enumerate(entries)
            if "P" in entry.split(",")
        )
        if bounds:
            printed[slug] = bounds
    assert printed == dict(PRINTED)
    assert all(one < other for row in printed.values() for one, other in pairwise(row))


@pytest.mark.rule("A-DECK-4")
def test_three_players_have_silver_spice_and_four_of_five() -> None:
    state = untaught(3)
    assert state.palace == ("silver#p1", "spice#p1")
    assert layable(state) == ("dervish", "medallion#p1", "oil#p1", "tent", "yurt")
    assert surely_open(untaught(3, "dervish", "oil#p1", "tent")) == ()


@pytest.mark.rule("A-DECK-4")
@pytest.mark.parametrize(
    ("players", "sure"),
    [
        (4, ()),
        (5, ("gold#p1",)),
        (6, ("gem#p1", "gold#p1", "oil#p1")),
        (7, SEVEN),
        (8, ()),
    ],
)
def test_what_the_sums_prove_need_not_be_looked_up(players: int, sure: tuple[str, ...]) -> None:
    state = untaught(players)
    assert surely_open(state) == sure
    if players == 8:  # all cards are in
        assert len(state.palace) == 16
    if players == 7:
        assert room_left(state, "palace") == len(sure)


@pytest.mark.rule("A-DECK-2")
@pytest.mark.parametrize(
    ("players", "card", "key"),
    [
        (3, "gem#p1", "amul.lay.later"),
        (4, "gem#p1", "amul.lay.later"),
        (3, "silver#p2", "amul.lay.number"),
        (3, "silver#p1", "amul.lay.known"),
        (3, "trader-4", "amul.lay.number"),
        (3, "tea-trader", "amul.lay.tea"),
        (3, "gold#1", "amul.lay.market"),
    ],
)
def test_a_card_that_is_not_in_use_is_refused_with_what_to_do(players: int, card: str, key: str) -> None:
    assert why(untaught(players), card) == key


@pytest.mark.rule("A-DECK-4")
def test_more_cards_than_the_palace_has_are_refused() -> None:
    assert why(untaught(3, "dervish", "tent", "yurt", "oil#p1"), "medallion#p1") == "amul.lay.full"


@pytest.mark.rule("A-DECK-4")
def test_cards_that_cannot_lie_there_together_are_refused() -> None:
    """At four, four of the five that come in with three players lie there, so two others at most."""
    state = untaught(4, "gold#p1", "lamp#p1")
    assert why(state, "silk#p1") == "amul.lay.beside"
    assert "silk#p1" in layable(untaught(4, "gold#p1"))


def test_a_card_that_was_taken_leaves_no_room_for_another() -> None:
    state = do(untaught(3, "dervish", "tent", "yurt", "oil#p1"), Fill(0, "camel#1"))
    gone = tuple(card for card in state.palace if card != "dervish")
    taken = replace(state, palace=gone, areas=(("dervish",), (), ()))
    assert room_left(taken, "palace") == 0
    assert why(taken, "medallion#p1") == "amul.lay.full"
    assert isinstance(GAME.decide(taken, Take(0, "tent")), Refused)


@pytest.mark.rule("A-DECK-6")
def test_a_box_whose_sums_do_not_come_out_is_not_judged_by_them() -> None:
    """The owner has told a Gem for three players: the table is wrong then, and only numbers told are believed."""
    taught = parse_facts(facts("rulebook", gem={"palace": {"copies": 1, "min_players": [3]}}))
    assert can_lie(taught, 3, frozenset({"dervish", "tent", "yurt", "medallion#p1"}), "oil#p1")
    assert new(3, box=taught.document).palace == ("gem#p1", "silver#p1", "spice#p1")


def test_the_camera_names_a_palace_card_that_is_not_in_use() -> None:
    reading = GAME.read(untaught(3), TableCards({"palace": frozenset({"silver#p1", "spice#p1", "gem#p1"})}))
    assert reading.commands == ()
    assert [(doubt.words.key, doubt.cards) for doubt in reading.doubts] == [("amul.doubt.not_open", ("gem#p1",))]
    check_words(reading.doubts[0].words)
