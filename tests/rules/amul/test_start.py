"""Set-up: who may play with what, what lies open, how many cards there are, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amul import GAME
from rules.amul.state import Hand, State
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.rules.amul.tables import NAMES, check_words, facts, new


def asked(**changes: Any) -> State | Refused:
    given: dict[str, Any] = {
        "game": "amul",
        "players": NAMES[:3],
        "start": 0,
        "options": {},
        "facts": facts("practice"),
    }
    return GAME.new(Setup(**{**given, **changes}))


def code(**changes: Any) -> str:
    answer = asked(**changes)
    assert isinstance(answer, Refused), answer
    check_words(answer.words)
    return answer.code


@pytest.mark.rule("A-DECK-1")
def test_three_to_eight_play_and_nobody_else() -> None:
    assert code(players=NAMES[:2]) == "bad_player_count"
    assert code(players=(*NAMES, "Ida")) == "bad_player_count"
    assert code(players=()) == "bad_player_count"
    assert [new(players).players for players in range(3, 9)] == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"players": ("Ada", "Bo", "Ada")}, "same_name"),
        ({"players": ("Ada", "Bo", " Ada ")}, "same_name"),
        ({"players": ("Ada", "Bo", "  ")}, "bad_name"),
        ({"players": ("Ada", "Bo", "a\nb")}, "bad_name"),
        ({"players": ("Ada", "Bo", "\ud800")}, "bad_name"),
        ({"players": ("Ada", "Bo", "x" * 41)}, "name_too_long"),
        ({"start": 3}, "bad_start"),
        ({"start": -1}, "bad_start"),
        ({"start": True}, "bad_start"),
        ({"options": {"tea": 9}}, "bad_tea"),
        ({"options": {"tea": True}}, "bad_tea"),
        ({"options": {"tea": "3"}}, "bad_tea"),
        ({"options": {"A-MIL-8": "sometimes"}}, "bad_option"),
        ({"options": {"A-MIL-8": ["anew"]}}, "bad_option"),
        ({"options": {"A-MIL-1": "anew"}}, "unknown_option"),
        ({"facts": {}}, "bad_facts"),
        ({"facts": {"format": 1, "game": "amul", "cards": {"gold": {"copies": -1}}}}, "bad_facts"),
        ({"table": {"deck": []}}, "bad_table"),
        ({"table": {"palace": "yurt"}}, "bad_table"),
        ({"table": {"palace": ["no-such-card"]}}, "bad_table_card"),
        ({"table": {"palace": ["trader-1"]}}, "bad_table_card"),
        ({"table": {"palace": [7]}}, "bad_table_card"),
        ({"table": {"palace": ["yurt", "yurt#p1"]}}, "twice_on_table"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_code(changes: dict[str, Any], expected: str) -> None:
    assert code(**changes) == expected


@pytest.mark.slow
@pytest.mark.rule("A-DECK-2")
def test_a_card_is_in_the_game_if_its_minimum_is_at_most_the_number_of_players() -> None:
    box = facts(gem={"copies": 3, "min_players": [3, 4, 5]})
    assert [[card for card in new(players, box=box).pool if card.startswith("gem#")] for players in (3, 4, 5)] == [
        ["gem#1"],
        ["gem#1", "gem#2"],
        ["gem#1", "gem#2", "gem#3"],
    ]


@pytest.mark.rule("A-DECK-3")
@pytest.mark.parametrize(("players", "cards"), [(3, 51), (4, 74), (5, 97), (6, 111), (7, 125), (8, 139)])
def test_each_card_in_use_is_dealt_or_shown_and_none_is_left_over(players: int, cards: int) -> None:
    fill = {3: 1, 4: 2}.get(players, 3)
    assert cards == 5 * players + 9 * (players + fill)
    state = new(players, box=facts("practice"))
    assert len(state.pool) == cards
    assert state.deck == cards - 6 * players
    assert state.notes == ()
    unknown = new(players, box=facts("rulebook"))
    assert unknown.deck == cards - 6 * players


@pytest.mark.rule("A-DECK-4")
@pytest.mark.parametrize("players", range(3, 9))
def test_the_palace_holds_two_cards_and_the_bazaar_one_for_each_player(players: int) -> None:
    state = new(players, box=facts("practice"))
    assert (len(state.palace), len(state.bazaar)) == (2 * players, players)


@pytest.mark.rule("A-DECK-6")
def test_a_box_with_other_sums_is_noted_and_played_with() -> None:
    state = new(3, box=facts("practice", gem={"copies": 1, "min_players": [8]}))
    used = 51 - sum(card.startswith("gem#") for card in new(3, box=facts("practice")).pool)
    assert state.deck == used - 18
    assert [(note.key, note.values["n"], note.values["expected"]) for note in state.notes] == [
        ("amul.note.deck_differs", used, 51)
    ]


@pytest.mark.rule("A-SET-1")
def test_palace_and_bazaar_lie_open() -> None:
    view = GAME.view(new(3, box=facts("practice")))
    assert (len(view["palace"]), view["bazaar"]) == (6, ["trader-1", "trader-2", "trader-3"])


@pytest.mark.rule("A-SET-2")
def test_five_cards_each_are_dealt_before_the_sixth_of_round_one() -> None:
    state = new(3)
    assert state.hands == (Hand(6), Hand(6), Hand(6))
    assert [player["hand_count"] for player in GAME.view(state)["players"]] == [6, 6, 6]


@pytest.mark.rule("A-SET-3")
def test_the_start_player_has_first_pick_in_round_one() -> None:
    view = GAME.view(new(5, start=3))
    assert (view["start"], view["first_pick"], view["round"], view["phase"]) == (3, 3, 1, "replenish")


@pytest.mark.rule("A-TEA-1")
def test_without_the_variant_tea_and_its_trader_stay_in_the_box() -> None:
    state = new(8)
    assert not [card for card in state.pool if card.startswith("tea")]
    assert "tea-trader" not in state.bazaar


@pytest.mark.rule("A-TEA-2")
def test_with_tea_the_chosen_number_is_shuffled_in_and_the_trader_joins() -> None:
    state = new(3, box=facts("practice"), tea=2)
    assert [card for card in state.pool if card.startswith("tea")] == [f"tea#{copy}" for copy in range(1, 9)]
    assert state.deck == 51 + 2 - 18
    assert state.bazaar == ("tea-trader", "trader-1", "trader-2", "trader-3")


def test_a_table_told_at_the_beginning_lies_as_told() -> None:
    state = asked(table={"palace": ["tent", "dervish#p1"], "bazaar": ["trader-8"]})
    assert isinstance(state, State)
    assert (state.palace, state.bazaar) == (("dervish", "tent"), ("trader-8",))
    assert [note.key for note in state.notes] == ["amul.note.open_unused"]


def test_without_minimum_player_counts_the_table_says_which_palace_cards_lie_open() -> None:
    state = new(3, box=facts("rulebook"))
    assert state.palace == ("silver#p1", "spice#p1")
    assert "tent" in state.spare
    assert "silver#p1" not in state.spare


def test_with_eight_players_every_card_is_in_whatever_its_minimum() -> None:
    state = new(8, box=facts("rulebook"))
    assert (len(state.palace), len(state.bazaar), state.spare) == (16, 8, ())


@pytest.mark.slow
@pytest.mark.rule("A-TEA-2")
def test_any_number_of_tea_cards_up_to_all_eight_may_be_shuffled_in() -> None:
    assert [new(3, tea=tea).deck for tea in range(9)] == [new(3).deck + tea for tea in range(9)]
    assert code(options={"tea": -1}) == "bad_tea"
