"""After round 9: what joins the play areas from the hands, what leaves, and what nobody sees before its time."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amul import GAME
from rules.amul.commands import Done, Fill, LoseTrack, Reveal, Show, Tell
from rules.amul.hands import lost_track
from rules.amul.state import Hand, State
from tests.rules.amul.tables import begin, do, holding, new, refused, seen, without_fact


def ended(*known: str, **options: Any) -> State:
    hands = (holding(5, *known), Hand(5), Hand(5))
    areas = (("camel#1",), ("camel#2",), ("camel#3",))
    state = new(3, **options)
    lying = seen("camel#1", "camel#2", "camel#3", *known)
    return begin(state, "hands", round=9, hands=hands, areas=areas, origin=lying)


@pytest.mark.rule("A-END-1")
def test_cards_with_a_hand_icon_join_the_area_and_the_others_leave() -> None:
    state = do(ended("gold#1", "arab-guard#1"), Show(0, "gold#1"), Show(0, "silk#1"), Done(0))
    assert (state.hands[0], state.removed) == (Hand(0), ("arab-guard#1",))
    state = do(state, Done(1), Show(2, "gold#2"), Done(2))
    assert state.phase == "over"
    assert state.areas == (("camel#1", "gold#1", "silk#1"), ("camel#2",), ("camel#3", "gold#2"))
    assert [player["hand_count"] for player in GAME.view(state)["players"]] == [0, 0, 0]
    assert GAME.options(state) == ()


@pytest.mark.rule("A-END-1")
def test_a_card_without_hand_icon_cannot_join_and_one_known_to_have_it_must() -> None:
    state = ended("gold#1", "silk#1", "camel#4")
    assert refused(state, Show(0, "camel#4")) == "no_hand_icon"
    assert refused(state, Show(0, "camel#5")) == "no_hand_icon"
    assert refused(state, Done(0)) == "must_show"
    assert Done(0) not in GAME.options(state)
    state = do(state, Show(0, "gold#1"))
    assert refused(state, Done(0)) == "must_show"
    assert Done(0) in GAME.options(do(state, Show(0, "silk#1")))


def test_at_most_the_hand_is_shown_each_card_unseen_or_known_to_be_there() -> None:
    state = ended("gold#1")
    assert refused(state, Show(1, "gold#1")) == "held_by_another"
    assert refused(state, Show(1, "camel#1")) == "lies_elsewhere"
    state = do(state, *(Show(1, f"gold#{number}") for number in range(2, 7)))
    assert refused(state, Show(1, "gold#7")) == "empty_hand"
    assert refused(do(state, Done(1)), Done(1)) == "already_done"
    assert refused(do(state, Done(1)), Show(1, "gold#7")) == "already_done"
    whole = ended("gold#1", "gold#2", "gold#3", "gold#4", "camel#4")
    assert refused(whole, Show(0, "silk#1")) == "not_in_hand"
    assert refused(whole, Reveal(0, "gold#1")) == "too_late"


def test_shown_cards_are_ticks_until_all_hands_are_read() -> None:
    state = do(ended(), Show(0, "gold#1"), Show(0, "silk#1"), Done(0))
    view = GAME.view(state)
    assert (view["shown"], view["done"], view["waiting"]) == ([2, 0, 0], [0], [1, 2])
    assert "gold#1" not in repr(view)
    assert GAME.view(state, 0)["own"]["shown"] == ["gold#1", "silk#1"]
    assert "silk#1" in repr(GAME.view(do(state, Done(1), Done(2))))


def test_an_icon_nobody_has_told_is_not_asked_for_here_because_that_would_betray_the_hand() -> None:
    state = ended("silver#1", box=without_fact("silver", "position"))
    assert GAME.question(state) is None
    assert Show(0, "silver#1") in GAME.options(state)
    shown = do(state, Show(0, "silver#1"), Done(0), Done(1), Done(2))
    assert shown.areas[0] == ("camel#1", "silver#1")
    left = do(state, Done(0), Done(1), Done(2))
    assert (left.areas[0], left.removed) == (("camel#1",), ("silver#1",))


def test_the_score_is_complete_only_at_the_end_and_follows_what_is_told() -> None:
    state = ended()
    assert GAME.score(state)["complete"] is False
    over = do(state, Done(0), Done(1), Done(2))
    score = GAME.score(over)
    assert (score["complete"], score["missing"], score["practice"]) == (True, [], False)
    told = do(over, Tell("points.camel#1", 7))
    lines = GAME.score(told)["players"][0]["lines"]
    assert (lines[0]["card"], lines[0]["points"], lines[0]["told"]) == ("camel#1", 7, True)
    assert refused(over, Tell("points.gold#1", 7)) == "not_in_an_area"
    assert refused(over, Tell("points.camel#1", True)) == "bad_points"
    assert refused(over, Tell("points.camel#1", 1000)) == "bad_points"
    assert refused(over, Tell("points.camel#1", -1000)) == "bad_points"
    assert GAME.score(do(over, Tell("points.camel#1", -999)))["players"][0]["lines"][0]["points"] == -999


def test_a_card_of_which_track_is_lost_may_be_anywhere_that_nobody_sees() -> None:
    """Two held gold, by faces one of them offered it, and nobody knows who: it was thought to be here still."""
    hands = (holding(5, "gold#1", "silk#1"), holding(5, "gold#2"), Hand(5))
    state = begin(new(3), "replenish", is_dealt=True, to_fill=3, hands=hands, origin=seen("gold#1", "silk#1", "gold#2"))
    assert refused(state, Fill(0, "gold#1")) == "held_by_another"
    lost = do(state, LoseTrack(0, "gold#1"))
    assert lost.hands == (holding(5, "silk#1"), holding(5, "gold#2"), Hand(5))
    assert (lost.hands[0].hidden, "gold#1" in lost.origin) == (4, False)
    assert do(lost, Fill(0, "gold#1")).market == ("gold#1",)


def test_track_is_lost_of_what_is_known_to_be_in_a_hand_and_of_nothing_else() -> None:
    state = ended("gold#1")
    assert refused(state, LoseTrack(1, "gold#1")) == "not_known_there"
    assert refused(state, LoseTrack(0, "camel#1")) == "not_known_there"
    assert refused(state, LoseTrack(3, "gold#1")) == "no_such_seat"
    assert refused(state, LoseTrack(0, "nonsense")) == "unknown_card"
    assert refused(do(state, Show(0, "gold#1"), Done(0), Done(1), Done(2)), LoseTrack(0, "gold#1")) == "game_over"
    assert Done(0) in GAME.options(do(state, LoseTrack(0, "gold#1"))), "who is not known to hold it need not show it"
    assert not [option for option in GAME.options(state) if isinstance(option, LoseTrack)]


def test_how_track_is_lost_of_these_cards() -> None:
    hands = (holding(5, "gold#1", "silk#1"), holding(5, "gold#2"), Hand(5))
    state = begin(new(3), "pick", hands=hands, origin=seen("gold#1", "silk#1", "gold#2"))
    assert lost_track(state, {"gold#1", "gold#2", "gold#3"}) == (LoseTrack(0, "gold#1"), LoseTrack(1, "gold#2"))
    assert lost_track(state, ()) == ()
