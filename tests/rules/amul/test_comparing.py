"""The final reading against the log: what differs is named, another number of the same kind does not."""

from __future__ import annotations

from typing import Any

from rules.amul import GAME
from rules.amul.commands import Done, Found, Missing, Show
from rules.amul.comparing import differences, read_of
from rules.amul.state import Hand, State
from rules.core.table import Reading, TableCards
from tests.rules.amul.tables import begin, check_words, do, new, refused, seen

AREAS = (("camel#1", "silk#1"), ("camel#2",), ("dervish", "camel#3"))


def ended(**more: Any) -> State:
    state = new(3)
    lying = seen("camel#1", "camel#2", "camel#3", "silk#1", "gold#7")
    palace = tuple(card for card in state.palace if card != "dervish")
    return begin(
        state,
        "hands",
        round=9,
        hands=(Hand(5),) * 3,
        areas=AREAS,
        origin=lying,
        removed=("gold#7",),
        palace=palace,
        **more,
    )


def asked(state: State, seat: int, *lying: str) -> list[tuple[str, str]]:
    found = differences(state, seat, frozenset(lying))
    for doubt in found:
        check_words(doubt.words)
        for answer in doubt.answers:
            check_words(answer.words)
    return [(doubt.words.key.removeprefix("amul.differs."), *doubt.cards) for doubt in found]


def test_the_same_table_differs_in_nothing() -> None:
    assert asked(ended(), 0, "camel#1", "silk#1") == []


def test_a_card_that_lies_elsewhere_is_named_with_where_the_log_has_it() -> None:
    lying = ("camel#1", "silk#1", "camel#2", "gold#7", "tent", "trader-1")
    assert asked(ended(), 0, *lying) == [
        ("seat", "camel#2"),
        ("removed", "gold#7"),
        ("palace", "tent"),
        ("bazaar", "trader-1"),
    ]


def test_a_card_that_was_not_read_is_named() -> None:
    assert asked(ended(), 0, "silk#1") == [("missing", "camel#1")]


def test_a_copy_the_log_has_under_another_number_is_the_same_card() -> None:
    """Told by hand, a card gets any number of its kind."""
    assert asked(ended(), 0, "camel#6", "silk#1") == []
    assert read_of(ended(), 0, {"camel#6", "silk#1"}) == {"camel#1", "silk#1"}
    assert asked(ended(), 0, "camel#6", "camel#5", "silk#1") == []  # the second one is asked about as it lies there
    assert read_of(ended(), 0, {"camel#5", "camel#6"}) == {"camel#1"}


def test_the_table_is_right_when_the_players_say_so() -> None:
    state = ended()
    lies, lacks = differences(state, 0, {"silk#1", "camel#2"})
    assert [answer.commands for answer in lies.answers] == [(Found(0, "camel#2"),), ()]
    assert [answer.commands for answer in lacks.answers] == [(), (Missing(0, "camel#1"),)]
    state = do(state, Found(0, "camel#2"), Missing(0, "camel#1"))
    assert state.areas == (("silk#1", "camel#2"), (), ("dervish", "camel#3"))
    assert state.removed == ("gold#7", "camel#1")
    assert asked(state, 0, "silk#1", "camel#2") == []


def test_a_card_is_found_wherever_it_was_thought_to_be_and_counts_once() -> None:
    state = do(ended(), Show(0, "gold#1"), Found(1, "gold#1"), Found(1, "gold#7"), Found(1, "tent"))
    assert state.shown[0] == ()
    assert state.areas[1] == ("camel#2", "gold#1", "gold#7", "tent")
    assert (state.removed, "tent" in state.palace) == ((), False)
    state = do(state, Done(0), Done(1), Done(2))
    assert state.phase == "over"
    assert GAME.score(state)["players"][1]["lines"]


def test_nothing_is_moved_that_lies_there_or_does_not_or_before_the_end() -> None:
    assert refused(ended(), Found(0, "camel#1")) == "lies_there"
    assert refused(ended(), Missing(0, "camel#2")) == "not_before"
    assert refused(new(3), Found(0, "camel#1")) == "too_early"
    assert not [one for one in GAME.options(ended()) if isinstance(one, Found | Missing)]


def look(state: State, *mat: str) -> Reading:
    return GAME.read(state, TableCards({"mat": frozenset(mat)}, 0))


def test_a_card_like_one_of_the_area_is_asked_about_until_that_one_lies_there_too() -> None:
    reading = look(ended(), "camel#1", "silk#4")
    assert [doubt.words.key for doubt in reading.doubts] == ["amul.doubt.same_kind"]
    assert [answer.commands for answer in reading.doubts[0].answers] == [(), (Show(0, "silk#4"),)]
    assert look(ended(), "camel#1", "silk#1", "silk#4") == Reading((Show(0, "silk#4"),))


def test_a_card_that_cannot_come_from_the_hand_may_have_lain_there_all_along() -> None:
    (doubt,) = look(ended(), "camel#1", "silk#1", "camel#5").doubts
    assert doubt.words.key == "amul.doubt.no_hand_icon"
    assert [answer.commands for answer in doubt.answers] == [(), (Found(0, "camel#5"),)]


def test_cards_of_others_and_cards_out_of_the_game_wait_for_the_comparison() -> None:
    assert look(ended(), "camel#2", "gold#7", "tent") == Reading()
