"""Secret rows: hidden in every view until all are in, then seen by all at once."""

from __future__ import annotations

from typing import Any

from rules.core.secrecy import shown
from rules.sheets.game import messages as m
from rules.sheets.game.state import State
from tests.rules.sheets.tables import GAME, begun, done, events, refusal, sheet, totals

BIDS = sheet({"id": "bid", "secret": True}, {"id": "took"}, rounds=3)


def bid(seat: int, number: int, at: int = 1) -> m.WriteSecretly:
    return m.WriteSecretly(seat, "bid", number, at)


def bids(state: State, seat: int | None = None) -> list[dict[str, Any]]:
    """What a seat, or everybody, sees of the bids."""
    return [player["cells"] for player in GAME.view(state, seat)["players"]]


def test_each_sees_the_own_number_and_no_other() -> None:
    state = done(begun(BIDS), bid(0, 7), bid(1, 4))
    assert bids(state) == [{}, {}, {}]
    assert [player["hidden"] for player in GAME.view(state)["players"]] == [["bid"], ["bid"], []]
    assert bids(state, 0) == [{"bid": 7}, {}, {}]
    assert bids(state, 2) == [{}, {}, {}]
    assert totals(state) == [None, None, None]


def test_log_and_score_do_not_tell_it() -> None:
    (written,) = events(begun(BIDS), bid(0, 7))
    assert GAME.show_event(written) == {"event": "written_secretly", "seat": 0, "row": "bid", "round": 1}
    assert shown(bid(0, 7), GAME.commands) == shown(bid(0, 8), GAME.commands)
    assert GAME.tell(written).values == {"seat": 0, "row": "bid", "round": 1}
    one, other = (GAME.score(done(begun(BIDS), bid(0, number))) for number in (7, 8))
    assert one == other


def test_all_are_shown_with_the_last_one() -> None:
    state = done(begun(BIDS), bid(0, 7), bid(1, 4))
    assert events(state, bid(2, 0)) == (m.WrittenSecretly(2, "bid", 0, 1), m.RowShown("bid", 1, (7, 4, 0)))
    assert bids(done(state, bid(2, 0))) == [{"bid": 7}, {"bid": 4}, {"bid": 0}]


def test_whoever_has_left_is_not_waited_for() -> None:
    state = done(begun(BIDS), bid(0, 7), bid(1, 4))
    assert events(state, m.StandUp(2)) == (m.StoodUp(2), m.RowShown("bid", 1, (7, 4, "")))


def test_a_round_that_is_left_open_shows_what_was_written() -> None:
    state = done(begun(BIDS), bid(0, 7))
    assert events(state, m.NextRound()) == (m.RowShown("bid", 1, (7, "", "")), m.RoundEnded(1))
    later = done(state, m.NextRound())
    assert refusal(later, bid(1, 3)) == "sheet_open"
    assert done(later, m.WriteDown(1, "bid", 3, 1)).rounds[0][1] == {"bid": 3}


def test_the_end_of_the_game_shows_what_was_written() -> None:
    state = done(begun(sheet({"id": "coins", "secret": True})), m.WriteSecretly(1, "coins", 3, 0))
    assert events(state, m.Finish()) == (m.RowShown("coins", 0, ("", 3, "")), m.Finished())
    assert GAME.score(done(state, m.Finish()))["players"][1]["total"] == 3


def test_a_hidden_number_is_corrected_secretly_and_a_shown_one_openly() -> None:
    state = done(begun(BIDS), bid(0, 7))
    assert refusal(state, m.WriteDown(0, "bid", 3, 1)) == "sheet_secret"
    assert bids(done(state, bid(0, 3)), 0) == [{"bid": 3}, {}, {}]
    seen = done(state, bid(1, 4), bid(2, 0))
    assert refusal(seen, bid(0, 3)) == "sheet_open"
    assert bids(done(seen, m.WriteDown(0, "bid", 3, 1)))[0] == {"bid": 3}


def test_an_erased_secret_number_is_waited_for() -> None:
    state = done(begun(BIDS), bid(0, 7), bid(1, 4), m.Erase(0, "bid", 1))
    assert events(state, bid(2, 1)) == (m.WrittenSecretly(2, "bid", 1, 1),)
    assert events(done(state, bid(2, 1)), bid(0, 9))[1:] == (m.RowShown("bid", 1, (9, 4, 1)),)
