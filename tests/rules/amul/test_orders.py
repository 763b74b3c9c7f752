"""Who acts after whom in Pick and in the immediate effects, and why; positions with literal answers."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amul import GAME
from rules.amul.commands import Later, Offer, Reveal, Tell
from rules.amul.state import Hand, State
from rules.amul.ties import Tie
from tests.rules.amul.tables import begin, do, facts, new, refused, seen

THREE = ("arab-guard#1", "arab-guard#2", "mongol-guard#1")  # prowess 3, letters C, C and D


def about_to_pick(*areas: tuple[str, ...], round_number: int, first_pick: int = 0, **options: Any) -> State:
    """All offers but Ada's are in."""
    players = len(areas)
    lying = [card for area in areas for card in area]
    state = new(players, **options)
    hands = (Hand(6),) * players
    state = begin(
        state, "offer", areas=areas, round=round_number, first_pick=first_pick, hands=hands, origin=seen(*lying)
    )
    return do(state, *(Offer(seat, f"silk#{seat}") for seat in range(1, players)))


def pick_order(*areas: tuple[str, ...], round_number: int, first_pick: int = 0, **options: Any) -> list[int]:
    state = do(about_to_pick(*areas, round_number=round_number, first_pick=first_pick, **options), Offer(0, "gold#1"))
    view = GAME.view(state)
    assert (view["phase"], view["turn"]) == ("pick", view["order"][0])
    assert len(view["why"]) == len(areas)
    assert all(view["why"])
    order: list[int] = view["order"]
    return order


@pytest.mark.rule("A-MIL-1")
def test_prowess_counts_from_the_round_after_as_many_rounds_as_players() -> None:
    areas = ((), (), ("arab-guard#1",))
    assert pick_order(*areas, round_number=3, first_pick=0) == [0, 1, 2]
    assert pick_order(*areas, round_number=4, first_pick=0) == [2, 0, 1]


@pytest.mark.rule("A-MIL-1")
def test_with_eight_players_prowess_counts_in_round_nine_alone() -> None:
    areas = ((), (), (), (), (), (), (), ("arab-guard#1",))
    assert pick_order(*areas, round_number=8)[0] == 0
    assert pick_order(*areas, round_number=9)[0] == 7


@pytest.mark.rule("A-MIL-2")
@pytest.mark.rule("A-MIL-3")
def test_more_symbols_in_the_own_area_go_first_and_any_before_none() -> None:
    areas = ((), ("arab-guard#1",), THREE, ("camel#1",))
    assert pick_order(*areas, round_number=5, first_pick=3) == [2, 1, 3, 0]
    state = about_to_pick(*areas, round_number=5)
    assert [player["prowess"] for player in GAME.view(state)["players"]] == [0, 1, 3, 0]
    assert [player["letter"] for player in GAME.view(state)["players"]] == [None, "C", "C", None]


@pytest.mark.rule("A-MIL-4")
def test_equal_prowess_goes_by_the_letter_nearest_to_a() -> None:
    """The rulebook's example: prowess 3 each, B before D, whatever the other letters are."""
    linda = ("mongol-guard#1", "mongol-guard#2", "mongol-guard#3")
    lukas = ("arab-general",)
    assert pick_order(linda, lukas, (), round_number=4, first_pick=0) == [1, 0, 2]


@pytest.mark.rule("A-MIL-5")
def test_equal_letters_too_go_clockwise_from_first_pick_or_by_option_from_the_start_player() -> None:
    areas = (("arab-guard#1",), ("arab-guard#2",), ("arab-guard#3",), ())
    assert pick_order(*areas, round_number=5, first_pick=1) == [1, 2, 0, 3]
    assert pick_order(*areas, round_number=5, first_pick=1, A_MIL_5="start") == [0, 1, 2, 3]


@pytest.mark.rule("A-MIL-6")
@pytest.mark.rule("A-MIL-9")
def test_players_without_prowess_follow_in_normal_order_from_first_pick() -> None:
    assert pick_order((), (), (), (), ("arab-guard#1",), round_number=6, first_pick=2) == [4, 2, 3, 0, 1]


def about_to_reveal(*areas: tuple[str, ...], round_number: int, first_pick: int = 0, **options: Any) -> State:
    """Picking is over: it went by the order of these areas."""
    state = do(about_to_pick(*areas, round_number=round_number, first_pick=first_pick, **options), Offer(0, "gold#1"))
    while state.phase == "pick":
        state = do(state, GAME.options(state)[0])
    return state


@pytest.mark.rule("A-MIL-7")
@pytest.mark.rule("A-EFF-1")
def test_effects_are_resolved_in_the_same_order() -> None:
    normal = about_to_reveal((), (), ("arab-guard#1",), round_number=3, first_pick=1)
    normal = do(normal, *(Reveal(seat, f"contract#{seat + 1}") for seat in range(3)))
    assert (normal.phase, GAME.view(normal)["order"], GAME.view(normal)["turn"]) == ("effects", [1, 2, 0], 1)
    later = about_to_reveal((), (), ("arab-guard#1",), round_number=4, first_pick=1)
    later = do(later, *(Reveal(seat, f"contract#{seat + 1}") for seat in range(3)))
    assert (later.phase, GAME.view(later)["order"]) == ("effects", [2, 1, 0])


@pytest.mark.rule("A-MIL-8")
def test_a_card_revealed_this_round_counts_for_the_effects_unless_the_order_of_pick_is_kept() -> None:
    def order(**options: Any) -> list[int]:
        state = about_to_reveal((), ("arab-guard#1",), (), round_number=4, **options)
        assert state.order.seats == (1, 0, 2)
        state = do(state, Reveal(0, "contract#1"), Reveal(1, "contract#2"), Reveal(2, "arab-general"))
        assert state.phase == "effects"
        seats: list[int] = GAME.view(state)["order"]
        return seats

    assert order() == [2, 1, 0]
    assert order(A_MIL_8="pick") == [1, 0, 2]


def test_each_place_in_the_order_has_its_reason() -> None:
    areas = (("arab-guard#1",), THREE, (), ("arab-general",), ())
    state = do(about_to_pick(*areas, round_number=6, first_pick=2), Offer(0, "gold#1"))
    why = [(seat, words.key) for seat, words in zip(state.order.seats, state.order.why, strict=True)]
    assert why == [
        (3, "amul.why.prowess"),
        (1, "amul.why.prowess"),
        (0, "amul.why.prowess"),
        (2, "amul.why.no_prowess_first"),
        (4, "amul.why.no_prowess"),
    ]
    before = do(about_to_pick((), (), (), round_number=1), Offer(0, "gold#1"))
    assert [words.key for words in before.order.why] == ["amul.why.first_pick"] + ["amul.why.after_first_pick"] * 2


def unknown(*keys: str, kind: str = "arab-guard") -> dict[str, Any]:
    """The usual box without these values of one kind."""
    document = facts()
    entry = {key: value for key, value in document["cards"][kind].items() if key not in keys}
    return {**document, "cards": {**document["cards"], kind: entry}}


def test_prowess_nobody_has_told_is_asked_for_once_when_an_order_needs_it() -> None:
    areas = (("arab-guard#1",), ("mongol-guard#1", "mongol-guard#2"), ("arab-guard#2",))
    early = do(about_to_pick(*areas, round_number=3, box=unknown("traits")), Offer(0, "gold#1"))
    assert (GAME.question(early), early.phase) == (None, "pick")
    state = do(about_to_pick(*areas, round_number=4, box=unknown("traits")), Offer(0, "gold#1"))
    question = GAME.question(state)
    assert question is not None
    assert question.fact == "cards.arab-guard.traits.prowess"
    assert GAME.options(state) == question.answers
    assert (state.phase, GAME.view(state)["turn"], len(state.market)) == ("offer", None, 3)
    assert GAME.view(state)["offered"] == [0, 1, 2]
    assert refused(state, Offer(0, "gold#2")) == "answer_first"
    state = do(state, Tell("cards.arab-guard.traits.prowess", 3))
    assert (GAME.question(state), state.phase, state.order.seats) == (None, "pick", (0, 2, 1))


@pytest.mark.rule("A-MIL-4")
def test_a_tie_without_letters_is_told_in_one_answer() -> None:
    single = do(about_to_pick(("arab-guard#1",), THREE, (), round_number=4, box=unknown("letter")), Offer(0, "gold#1"))
    assert (GAME.question(single), single.order.seats) == (None, (1, 0, 2))
    areas = (("arab-guard#1",), ("mongol-guard#1",), ())
    state = do(about_to_pick(*areas, round_number=4, first_pick=1, box=unknown("letter")), Offer(0, "gold#1"))
    question = GAME.question(state)
    assert question is not None
    assert question.fact == "ties.0.arab-guard#1.1.mongol-guard#1.seat"
    assert question.answers == (*(Tell(question.fact, value) for value in (0, 1, "same")), Later(question.fact))
    told = [do(state, answer) for answer in question.answers]
    assert [after.order.seats for after in told] == [(0, 1, 2), (1, 0, 2), (1, 0, 2), (1, 0, 2)]
    why = [dict(zip(after.order.seats, after.order.why, strict=True))[0].key for after in told]
    assert why == [f"amul.why.{key}" for key in ("letters_told", "letters_told", "letters_same", "letter_unknown")]
    assert all(GAME.view(after)["missing"] == [] for after in told), "no fact of the box"
    assert refused(state, Tell(question.fact, 2)) == refused(told[0], Tell(question.fact, 0)) == "not_asked"
    lettered = do(state, Tell("cards.arab-guard.letter.1", "E"))
    assert (GAME.question(lettered), lettered.order.seats) == (None, (1, 0, 2)), "letters that are known need no answer"


def test_of_three_who_tie_nobody_is_asked_what_follows_from_other_answers() -> None:
    areas = (("arab-guard#1",), ("mongol-guard#1",), ("arab-guard#2",))
    box = unknown("letter", kind="mongol-guard")
    box["cards"]["arab-guard"] = unknown("letter")["cards"]["arab-guard"]
    state, asked = do(about_to_pick(*areas, round_number=4, box=box), Offer(0, "gold#1")), list[list[int]]()
    while (question := GAME.question(state)) is not None:
        asked.append([int(part) for part in question.fact.split(".")[1:5:2]])
        state = do(state, Tell(question.fact, max(asked[-1])))
    assert (asked, state.order.seats) == ([[0, 1], [1, 2]], (2, 1, 0))


def test_a_told_tie_holds_while_only_whoever_is_first_gets_more() -> None:
    first, after = frozenset({"arab-guard#1"}), frozenset({"mongol-guard#1", "mongol-guard#2"})
    tie, more = Tie(first, after), first | {"arab-general"}
    assert (tie.compare(more, after), tie.compare(after, more)) == (-1, 1)
    assert tie.compare(first, frozenset({"mongol-guard#2"})) == -1, "without a card their best letter gets no better"
    assert tie.compare(first, after | {"arab-general"}) is None
    same = Tie(first, after, is_same=True)
    assert (same.compare(after, first), same.compare(more, after)) == (0, None)


def test_an_order_that_lacks_a_fact_says_so() -> None:
    areas = (("arab-guard#1",), (), ("mongol-guard#1",))
    state = do(about_to_pick(*areas, round_number=4, box=unknown("traits")), Offer(0, "gold#1"))
    question = GAME.question(state)
    assert question is not None
    state = do(state, question.answers[-1])
    assert state.order.seats == (2, 0, 1)
    assert [words.key for words in state.order.why] == [
        "amul.why.prowess",
        "amul.why.incomplete",
        "amul.why.no_prowess",
    ]
    assert GAME.view(state)["missing"] == ["cards.arab-guard.traits.prowess"]
    told = do(state, Tell("cards.arab-guard.traits", {"prowess": 1}))
    assert GAME.view(told)["missing"] == []


@pytest.mark.rule("A-MIL-8")
def test_prowess_of_a_card_just_revealed_is_asked_for_before_the_effects_unless_their_order_is_settled() -> None:
    def revealed(**options: Any) -> State:
        state = about_to_reveal((), (), (), round_number=4, box=unknown("traits", kind="scavenger"), **options)
        return do(state, Reveal(0, "contract#1"), Reveal(1, "scavenger#1"), Reveal(2, "contract#2"))

    state = revealed()
    question = GAME.question(state)
    assert question is not None
    assert (question.fact, state.phase) == ("cards.scavenger.traits.prowess", "reveal")
    assert GAME.view(do(state, Tell(question.fact, 1)))["order"] == [1, 0, 2]
    settled = revealed(A_MIL_8="pick")
    assert (GAME.question(settled), settled.phase, settled.order.seats) == (None, "effects", (0, 1, 2))


@pytest.mark.rule("A-MIL-8")
def test_without_an_effect_no_order_is_due_and_no_prowess_is_asked_for() -> None:
    state = about_to_reveal((), (), (), round_number=4, box=unknown("traits"))
    state = do(state, Reveal(0, "camel#1"), Reveal(1, "arab-guard#1"), Reveal(2, "camel#2"))
    assert (GAME.question(state), state.phase) == (None, "upkeep")


@pytest.mark.rule("A-MIL-8")
def test_prowess_of_somebody_without_an_effect_is_not_asked_for_before_the_effects() -> None:
    state = about_to_reveal((), (), (), round_number=4, box=unknown("traits"))
    state = do(state, Reveal(0, "contract#1"), Reveal(1, "arab-guard#1"), Reveal(2, "contract#2"))
    assert (GAME.question(state), state.phase, state.waiting) == (None, "effects", (0, 2))


@pytest.mark.parametrize(
    ("areas", "is_asked"),
    [
        ((("arab-guard#1", "mongol-guard#1"), (), ()), False),  # ahead of all, whatever it shows
        ((("arab-guard#1",), (), ()), False),  # first without prowess too
        (((), ("arab-guard#1",), ()), True),
        ((("arab-guard#1",), ("mongol-guard#1",), ()), True),
        ((("arab-guard#1", "mongol-guard#1"), ("mongol-guard#2",), ()), True),  # behind, even or ahead
        ((("arab-guard#1",), (), ("arab-guard#2",)), True),
    ],
)
def test_prowess_is_asked_for_only_where_it_can_change_the_order(
    areas: tuple[tuple[str, ...], ...], *, is_asked: bool
) -> None:
    state = do(about_to_pick(*areas, round_number=4, box=unknown("traits")), Offer(0, "gold#1"))
    assert (GAME.question(state) is not None) == is_asked
    assert (state.phase == "offer") == is_asked


@pytest.mark.rule("A-SET-3")
def test_while_one_acts_for_all_the_start_player_comes_first_with_the_reason() -> None:
    state = begin(new(4, start=2), "replenish", first_pick=0, to_fill=2)
    for phase, acts, waits in (("replenish", "deals", "is_dealt"), ("upkeep", "clears", "waits")):
        view = GAME.view(begin(state, phase))
        assert view["order"] == [2, 3, 0, 1]
        assert [words.key for words in view["why"]] == [f"amul.why.{acts}"] + [f"amul.why.{waits}"] * 3
