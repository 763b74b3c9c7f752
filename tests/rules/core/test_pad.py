"""The pad: what is told beside the rules of a game, by any sequence of commands."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.i18n import load_texts
from rules.core.codec import name_of
from rules.core.commands import cards_of, fact_of, forgotten_of
from rules.core.journal import Step, decode_entry, encode_entry
from rules.core.pad.commands import (
    PAD_COMMANDS,
    Ask,
    Begin,
    ChangeWay,
    ClaimCards,
    ClearArea,
    EndArea,
    GivePoints,
    LayCards,
    PadCommand,
    SettleClaim,
    SkipSeat,
    StopEarly,
    TellStay,
)
from rules.core.pad.deciding import decide
from rules.core.pad.events import (
    PAD_EVENTS,
    CardsClaimed,
    CaughtUp,
    PadEvent,
    PointsGiven,
    StayTold,
    WayChanged,
    tell_pad,
)
from rules.core.pad.evolving import advance_pad
from rules.core.pad.state import Claim, KnownTable, Pad, Points, Stay, new_pad, with_known
from rules.core.refusals import Refused, refused
from rules.core.secrecy import HIDDEN, open_fields, openness_of
from rules.core.words import Words
from tests.doubles.toy import TOY
from tests.languages import LANGUAGES

SEATS = 3
CARDS = ("gold#1", "gold#2", "silk#1", "lamp#1", "oil#1", "yurt")
KNOWN = KnownTable(CARDS, ((),) * SEATS, rounds=2)

seats = st.integers(-1, SEATS)
cards = st.sampled_from((*CARDS, "nothing#1"))
some = st.lists(cards, max_size=3).map(tuple)
COMMANDS: st.SearchStrategy[PadCommand] = st.one_of(
    st.builds(Begin, st.sampled_from(("follow", "scribe", "score"))),
    st.builds(ChangeWay, st.sampled_from(("follow", "scribe", "score"))),
    st.builds(Ask, seats),
    st.builds(LayCards, seats, some),
    st.builds(ClaimCards, seats, some),
    st.builds(SettleClaim, seats, cards, seats),
    st.builds(ClearArea, seats),
    st.builds(EndArea, seats),
    st.builds(GivePoints, cards, st.integers(-2000, 2000)),
    st.builds(TellStay, seats, st.one_of(st.just(""), cards)),
    st.builds(SkipSeat, seats),
)
AREAS = st.dictionaries(st.sampled_from(CARDS), st.integers(0, SEATS - 1)).map(
    lambda owners: tuple(tuple(card for card, owner in owners.items() if owner == seat) for seat in range(SEATS))
)
TOLD = st.lists(st.tuples(COMMANDS, AREAS, st.integers(0, 2)), max_size=40)


def played(told: list[tuple[PadCommand, Any, int]]) -> list[tuple[Pad, Step]]:
    """Every pad and the step that led to it, by whatever of it is allowed; the rules know something else each time."""
    pad, steps = new_pad(SEATS), list[tuple[Pad, Step]]()
    for command, areas, number in told:
        events = decide(pad, command, KnownTable(CARDS, areas, 2, number))
        if not isinstance(events, Refused):
            pad = advance_pad(pad, events)
            steps.append((pad, Step(len(steps) + 1, 0, command, events)))
    return steps


def after(*commands: PadCommand, known: KnownTable = KNOWN) -> Pad:
    """The pad after these, each of which holds."""
    pad = new_pad(SEATS)
    for command in commands:
        events = decide(pad, command, known)
        assert not isinstance(events, Refused), (command, events)
        pad = advance_pad(pad, events)
    return pad


def refusal(pad: Pad, command: PadCommand, known: KnownTable | None = KNOWN) -> str:
    verdict = decide(pad, command, known)
    assert isinstance(verdict, Refused), verdict
    return verdict.code


# Whatever is told.


@pytest.mark.slow
@given(TOLD)
def test_whatever_is_told_the_pad_holds_together(told: list[tuple[PadCommand, Any, int]]) -> None:
    for pad, _ in played(told):
        lying = [card for area in pad.areas for card in area]
        assert len(pad.areas) == SEATS
        assert len(set(lying)) == len(lying), "a card lies once"
        assert set(lying) <= set(CARDS)
        assert 0 <= pad.seat < SEATS
        assert all(pad.owner(card) not in (None, pad.seat) for card in pad.asked)
        assert set(pad.told) <= set(lying)
        assert pad.round <= 3
        assert len(set(pad.settled)) == len(pad.settled)
        assert len(set(pad.stays)) == len(pad.stays)
        assert not pad.is_final or pad.way == "score"


@pytest.mark.slow
@given(TOLD)
def test_whatever_is_told_is_the_same_through_json(told: list[tuple[PadCommand, Any, int]]) -> None:
    steps = played(told)
    pad = new_pad(SEATS)
    for expected, step in steps:
        read = decode_entry(TOY, step.seq, 0, json.loads(json.dumps(encode_entry(TOY, step))))
        assert read == step
        assert isinstance(read, Step)
        pad = advance_pad(pad, read.events)
        assert pad == expected


@pytest.mark.slow
@given(TOLD)
def test_every_step_changes_something_and_can_be_said(told: list[tuple[PadCommand, Any, int]]) -> None:
    before = new_pad(SEATS)
    for pad, step in played(told):
        assert step.events
        assert pad != before, step
        assert all(tell_pad(event).key in load_texts("en") for event in step.events)
        before = pad


@pytest.mark.slow
@given(TOLD, COMMANDS)
def test_a_refusal_changes_nothing_and_has_words(told: list[tuple[PadCommand, Any, int]], command: PadCommand) -> None:
    pad = played(told)[-1][0] if played(told) else new_pad(SEATS)
    shown = repr(pad)
    verdict = decide(pad, command, KNOWN)
    assert repr(pad) == shown
    if isinstance(verdict, Refused):
        assert verdict.words.key in load_texts("en")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_fills_its_places(code: str) -> None:
    texts = load_texts(code)
    for event in _all_events():
        said = tell_pad(event)
        text = texts[said.key]
        for reading in [text] if isinstance(text, str) else text.values():
            assert reading.format(**dict.fromkeys(said.values, "x")), said


def _all_events() -> list[PadEvent]:
    """One of each, and both readings of those that have two."""
    pad, found = new_pad(SEATS), list[PadEvent]()
    commands = (
        Begin("scribe"), TellStay(0, "gold#1"), TellStay(1), SkipSeat(2), ChangeWay("score"), LayCards(0, ("oil#1",)),
        EndArea(0), ClaimCards(1, ("gold#1",)), ClaimCards(1, ()), ClaimCards(1, ("gold#1",)),
        SettleClaim(1, "gold#1", 1), GivePoints("gold#1", 3), ClearArea(1), EndArea(1), EndArea(2), ChangeWay("follow"),
        ChangeWay("scribe"), StopEarly(1),
    )  # fmt: skip
    for command in commands:
        events = decide(pad, command, KNOWN)
        assert not isinstance(events, Refused), (command, events)
        pad, found = advance_pad(pad, events), [*found, *events]
    assert {name_of(type(event)) for event in found} == set(PAD_EVENTS.classes)
    assert {name_of(type(command)) for command in commands} == set(PAD_COMMANDS.classes) - {"ask"}
    return found


def test_nothing_of_it_is_hidden_and_no_command_answers_a_question() -> None:
    for cls in (*PAD_COMMANDS.classes.values(), *PAD_EVENTS.classes.values()):
        assert openness_of(cls) != HIDDEN, cls
        assert len(open_fields(cls)) == len(fields(cls)), cls
    assert fact_of(GivePoints("yurt", 1)) is forgotten_of(GivePoints("yurt", 1)) is None
    assert cards_of(TellStay(0, "yurt")) == ("yurt",)


# Ways.


def test_a_game_without_a_known_table_can_only_be_followed() -> None:
    assert refusal(new_pad(SEATS), ChangeWay("score"), None) == "pad_unfit"
    assert refusal(new_pad(SEATS), ChangeWay("scribe"), KnownTable(CARDS, ((),) * SEATS)) == "pad_unfit"


def test_what_was_followed_is_taken_over_and_what_was_told_stays() -> None:
    known = KnownTable(CARDS, (("gold#1",), (), ()), 2, 1)
    pad = after(ChangeWay("scribe"), TellStay(1, "silk#1"), ChangeWay("follow"), known=known)
    assert (pad.way, pad.areas, pad.stays) == ("follow", (("gold#1",), ("silk#1",), ()), (Stay(1, 1, "silk#1"),))
    later = KnownTable(CARDS, (("gold#1",), ("silk#1",), ("lamp#1",)), 2, 2)  # the game has gone on
    events = decide(pad, ChangeWay("scribe"), later)
    assert not isinstance(events, Refused)
    again = advance_pad(pad, events)
    assert again.areas == (("gold#1",), ("silk#1",), ("lamp#1",))
    assert (again.round, again.seat, again.stays) == (2, 0, pad.stays)


def test_rounds_that_were_told_are_over_by_the_rules_too() -> None:
    known = KnownTable(CARDS, (("gold#1",), (), ()), 2, 1)
    told = after(ChangeWay("scribe"), TellStay(0), SkipSeat(1), TellStay(2, "oil#1"), known=known)
    areas = (("gold#1",), (), ("oil#1",))
    assert decide(told, ChangeWay("follow"), known) == (
        WayChanged("follow", areas, known.areas, 2),
        CaughtUp(2, areas, ((), (1,), ())),
    )
    half = after(ChangeWay("scribe"), TellStay(2, "oil#1"), known=known)
    assert decide(half, ChangeWay("follow"), known) == (
        WayChanged("follow", areas, known.areas, 1),
        CaughtUp(2, areas, ((1,), (1,), ())),
    ), "a round of which something was told is over"
    nothing = after(ChangeWay("scribe"), known=known)
    assert decide(nothing, ChangeWay("follow"), known) == (WayChanged("follow", known.areas, known.areas, 1),)


def test_nobody_is_asked_what_the_rules_know() -> None:
    known = KnownTable(CARDS, ((),) * SEATS, 2, 2, settled=(0, 2))
    pad = after(ChangeWay("scribe"), known=known)
    assert (pad.round, pad.seat, [pad.untold_of(seat, 2) for seat in range(SEATS)]) == (2, 1, [()] * SEATS)
    over = after(ChangeWay("scribe"), TellStay(1, "oil#1"), known=known)
    assert (over.way, over.round, over.untold_rounds) == ("score", 3, ())
    assert refusal(new_pad(SEATS), ChangeWay("scribe"), KnownTable(CARDS, ((),) * SEATS, 2, 3)) == "pad_unfit"
    scored = after(ChangeWay("score"), ChangeWay("scribe"), known=known)
    assert (scored.round, scored.seat) == (2, 1), "by way of the score, too"


def test_only_what_has_changed_by_the_rules_is_taken_over() -> None:
    pad = Pad((("gold#1",), ("silk#1",), ("oil#1",)), followed=(("gold#1", "silk#1"), (), ()))
    assert with_known(pad, (("silk#1",), ("gold#1",), ())) == ((), ("silk#1", "gold#1"), ("oil#1",))
    assert with_known(pad, (("gold#1",), (), ("oil#1",))) == (("gold#1",), (), ("oil#1",)), "silk is gone"
    assert with_known(pad, pad.followed) == pad.areas


def test_a_game_begins_in_a_way_once() -> None:
    pad = after(Begin("score"))
    assert (pad.way, pad.round) == ("score", 0)
    assert refusal(pad, Begin("scribe")) == "pad_begun"
    assert refusal(new_pad(SEATS), Begin("follow")) == "pad_unfit"


@pytest.mark.parametrize(
    "torn",
    [
        Begin("score", areas=((), ())),
        Begin("score", areas=(("gold#1",), ("gold#1",), ())),
        Begin("score", areas=(("unknown",), (), ())),
        Begin("score", asked=("gold#1",)),
        Begin("score", settled=(Claim("gold#1", 3),)),
        Begin("scribe", stays=(Stay(1, -1),)),
        Begin("scribe", skipped=(7,)),
        Begin("scribe", round=9),
    ],
)
def test_what_does_not_fit_together_is_not_taken_up(torn: Begin) -> None:
    assert refusal(new_pad(SEATS), torn) == "pad_unread"


# Round by round.


def test_a_round_ends_when_something_was_said_of_everybody() -> None:
    pad = after(Begin("scribe"), TellStay(2, "gold#1"))
    assert (pad.round, pad.seat) == (1, 0), "those of whom nothing was told are asked next"
    pad = after(Begin("scribe"), TellStay(2, "gold#1"), TellStay(2, "silk#1"), SkipSeat(0), TellStay(1))
    assert (pad.round, pad.seat, pad.skipped) == (2, 0, ())
    assert pad.areas == ((), (), ("gold#1", "silk#1"))
    assert pad.stays == (Stay(1, 2, "gold#1"), Stay(1, 2, "silk#1"), Stay(1, 1))


def test_after_the_last_round_everybody_shows_what_else_counts() -> None:
    skips = [SkipSeat(seat) for seat in range(SEATS)]
    pad = after(Begin("scribe"), *skips, TellStay(0, "yurt"), *skips[1:])
    assert (pad.way, pad.seat, pad.is_final, pad.round) == ("score", 0, False, 3)
    assert pad.untold_rounds == (), "it is told from round 2 on"
    back = after(Begin("scribe"), *skips, TellStay(0, "yurt"), *skips[1:], EndArea(0), ChangeWay("scribe"))
    assert (back.way, back.round, back.seat) == ("scribe", 2, 1), "the first of whom nothing was told"


def test_a_card_stays_with_one() -> None:
    pad = after(Begin("scribe"), TellStay(0, "gold#1"))
    assert refusal(pad, TellStay(1, "gold#1")) == "pad_elsewhere"
    assert refusal(pad, TellStay(1, "gold#3")) == "pad_card"
    assert refusal(pad, LayCards(1, ("gold#2",))) == "pad_way"


# Card by card.


def test_one_after_the_other_until_all_is_told() -> None:
    pad = after(Begin("score"), LayCards(0, ("gold#1", "oil#1")), EndArea(0), LayCards(1, ("yurt",)), EndArea(1))
    assert (pad.areas, pad.seat, pad.is_final) == ((("gold#1", "oil#1"), ("yurt",), ()), 2, False)
    assert refusal(pad, EndArea(1)) == "pad_other_seat", "a press too many passes nobody over"
    told = after(Begin("score"), EndArea(0), EndArea(1), EndArea(2))
    assert told.is_final
    assert refusal(told, LayCards(2, ("yurt",))) == "pad_way"
    again = after(Begin("score"), EndArea(0), EndArea(1), EndArea(2), Ask(2))
    assert (again.is_final, again.seat) == (False, 2)


def test_a_card_read_with_two_is_asked_about_until_that_is_settled() -> None:
    twice = (Begin("score"), LayCards(0, ("gold#1",)), EndArea(0), ClaimCards(1, ("gold#1",)))
    pad = after(*twice)
    assert (pad.asked, pad.areas[1]) == (("gold#1",), ())
    assert refusal(pad, LayCards(1, ("gold#1",))) == "pad_elsewhere"
    assert refusal(pad, SettleClaim(1, "gold#1", 2)) == "pad_card"
    theirs = after(*twice, SettleClaim(1, "gold#1", 1))
    assert (theirs.asked, theirs.areas) == ((), ((), ("gold#1",), ()))
    stays = after(*twice, SettleClaim(1, "gold#1", 0))
    assert (stays.asked, stays.areas, stays.settled) == ((), pad.areas, (Claim("gold#1", 1),))
    assert refusal(stays, ClaimCards(1, ("gold#1",))) == "pad_nothing_new", "it is asked once"
    assert after(*twice, ClaimCards(1, ())).asked == (), "it was taken away again"
    assert after(*twice, Ask(2)).asked == ()


def test_points_by_hand_count_as_long_as_the_card_lies_there() -> None:
    given_points = (Begin("score"), LayCards(0, ("yurt",)), GivePoints("yurt", 4), GivePoints("yurt", -2))
    assert after(*given_points).told == {"yurt": -2}
    cleared = after(*given_points, ClearArea(0))
    assert (cleared.told, cleared.points) == ({}, (Points("yurt", -2),))
    assert refusal(cleared, GivePoints("yurt", 1)) == "pad_card"
    assert refusal(after(*given_points), GivePoints("yurt", 1001)) == "pad_points"


def test_some_sentences_have_two_readings() -> None:
    assert tell_pad(StayTold(2, 1)) == Words("pad.event.nothing_stayed", {"round": 2, "seat": 1, "card": ""})
    assert tell_pad(CardsClaimed(1, ())).key == "pad.event.cards_cleared"


def told(*commands: PadCommand) -> Pad:
    """The pad after these commands, all of them taken."""
    pad = new_pad(SEATS)
    for command in commands:
        events = decide(pad, command, KNOWN)
        assert not isinstance(events, Refused), (command, events)
        pad = advance_pad(pad, events)
    return pad


def test_points_by_hand() -> None:
    give = GivePoints("gold#1", 7)
    assert decide(new_pad(SEATS), give, KNOWN) == refused("pad_way")
    laid = told(Begin("score"), LayCards(0, ("gold#1",)))
    assert decide(laid, GivePoints("silk#1", 7), KNOWN) == refused("pad_card")
    assert decide(laid, GivePoints("gold#1", 1001), KNOWN) == refused("pad_points", most=1000)
    assert decide(laid, GivePoints("gold#1", -1000), KNOWN) == (PointsGiven("gold#1", -1000),)
    given = told(Begin("score"), LayCards(0, ("gold#1",)), give)
    assert given.told == {"gold#1": 7}
    assert decide(given, give, KNOWN) == refused("pad_nothing_new")
    assert told(Begin("score"), LayCards(0, ("gold#1",)), give, GivePoints("gold#1", 8)).points == (
        Points("gold#1", 8),
    )


def test_only_the_seat_that_is_asked_ends_and_claims() -> None:
    pad = told(Begin("score"), LayCards(0, ("gold#1",)))
    assert decide(pad, EndArea(1), KNOWN) == refused("pad_other_seat", seat=0)
    assert decide(pad, ClaimCards(1, ("gold#1",)), KNOWN) == refused("pad_other_seat", seat=0)
    assert decide(pad, LayCards(1, ("gold#1",)), KNOWN) == refused("pad_elsewhere", cards=("gold#1",), n=1)


def test_whoever_was_skipped_is_asked_again_after_another_way() -> None:
    skipped = told(Begin("scribe"), SkipSeat(0))
    assert (skipped.skipped, skipped.seat) == ((0,), 1)
    again = told(Begin("scribe"), SkipSeat(0), ChangeWay("score"))
    assert (again.skipped, again.seat, again.way) == ((), 0, "score")


def test_a_beginning_without_an_area_for_each_seat_cannot_be_read() -> None:
    assert decide(new_pad(SEATS), Begin("score", areas=((), ()), seat=2), KNOWN) == refused("pad_unread")


@pytest.mark.parametrize("seat", [-1, SEATS])
def test_nobody_leaves_from_a_seat_that_is_not_there(seat: int) -> None:
    assert decide(new_pad(SEATS), StopEarly(seat), KNOWN) == refused("no_such_seat", n=SEATS - 1)
