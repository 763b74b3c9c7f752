"""Big moments of an auction: the standing bid, sold, the last seconds, the spell that is turned up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.models import Moment
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.doors import BUTTONS
from companion.screens.intents import Intent
from companion.screens.motion import CARD_MS, MOMENT_MS
from rules.amulett.commands import Bid, Pass
from tests.companion.games.amulett.test_auction_clock import Bidder

pytestmark = pytest.mark.slow  # nearly all of it is


@pytest.fixture
def bidder(tmp_path: Path) -> Iterator[Bidder]:
    somebody = Bidder(tmp_path, (1280, 720), "en")
    somebody.app.tick()
    yield somebody
    somebody.store.close()


def _give(bidder: Bidder, wanted: type) -> Any:
    """A command of the game from the doors or tiles below the table."""
    entry = bidder.screen.entry
    while entry is not None:
        behind = {at: [one for one in entry.behind(at) if isinstance(one, wanted)] for at in entry.slots}
        at, found = next((at, found) for at, found in behind.items() if found)
        bidder.press(BUTTONS[at])
        if len(found) == 1:
            return found[0]
    for index, action in enumerate(bidder.model.actions):
        if isinstance(action.command, wanted):
            bidder.walk_to(index)
            bidder.press(Intent.OK)
            return action.command
    raise AssertionError(f"no {wanted.__name__} is offered")


def _sell(bidder: Bidder) -> tuple[Any, int]:
    """The first bids, all others pass."""
    bid, seq = _give(bidder, Bid), bidder.table.live.session.last_seq
    for _ in range(2):
        assert bidder.state.stage == "bid"
        _give(bidder, Pass)
    return bid, seq


def test_the_standing_bid_is_the_largest_number_in_its_leaders_colour(bidder: Bidder) -> None:
    bid = _give(bidder, Bid)
    bidder.wait(CARD_MS)
    canvas = bidder.window.canvas
    number = next(written for written in canvas._parts["bid"].written if written.text == str(bid.amount))
    assert number.colour == canvas.theme.seat(bid.seat).colour
    figures = [written for written in canvas.written if written.text.isdigit() and written is not number]
    assert number.px > max(written.px for written in figures)
    assert number.px > max(written.px for written in canvas.written if written is not number) * 2


def test_the_last_five_seconds_are_one_large_number_and_the_bid_stays_larger(bidder: Bidder) -> None:
    bid = _give(bidder, Bid)
    bidder.wait(4500)
    calm = max(written.px for written in bidder.window.canvas._parts["clock"].written)
    bidder.wait(2000)
    canvas = bidder.window.canvas
    (number,) = canvas._parts["clock"].written
    assert number.text in "12345"
    assert number.px > calm * 1.5
    standing = next(written for written in canvas._parts["bid"].written if written.text == str(bid.amount))
    assert standing.px > number.px


def test_sold_is_a_moment_of_its_own_and_ends_by_itself(bidder: Bidder) -> None:
    bid, _ = _sell(bidder)
    moment = bidder.screen.moment  # type: ignore[attr-defined]
    assert isinstance(moment, Moment)
    assert (moment.text, moment.seat, moment.figure) == ("Sold!", bid.seat, str(bid.amount))
    assert "Sold!" in [written.text for written in bidder.window.canvas.written]
    bidder.wait(MOMENT_MS)
    assert bidder.screen.moment is None  # type: ignore[attr-defined]
    assert "Sold!" not in [written.text for written in bidder.window.canvas.written]


def test_a_press_ends_the_moment_and_counts_at_once(bidder: Bidder) -> None:
    _sell(bidder)
    seq = bidder.table.live.session.last_seq
    bidder.press(Intent.UNDO)
    assert bidder.table.live.session.last_seq == seq + 1
    assert "Sold!" not in [written.text for written in bidder.window.canvas.written]


def test_a_press_that_only_moves_the_focus_ends_it_too(bidder: Bidder) -> None:
    _sell(bidder)
    bidder.press(Intent.NEXT)
    assert bidder.screen.moment is None  # type: ignore[attr-defined]


@pytest.mark.slow
def test_what_is_taken_back_is_not_sold_again(bidder: Bidder) -> None:
    """The step before an undo may have been a sale."""
    _sell(bidder)
    bidder.wait(MOMENT_MS)
    while bidder.state.stage != "bid":
        bidder.table.live.do(bidder.table.live.options[0], bidder.now_ms)
    bidder.app.tick()
    bidder.press(Intent.UNDO)
    assert not isinstance(getattr(bidder.screen, "moment", None), Moment)


@pytest.mark.slow
def test_the_spell_that_is_turned_up_is_shown_large_for_a_moment(bidder: Bidder) -> None:
    _sell(bidder)
    bidder.wait(MOMENT_MS)
    if isinstance(bidder.screen, BulletinScreen):
        bidder.press(Intent.OK)
    while bidder.state.stage != "bid":
        bidder.table.live.do(bidder.table.live.options[0], bidder.now_ms)
    bidder.app.tick()
    spell = bidder.model.panel.spell
    assert bidder.screen.moment == spell  # type: ignore[attr-defined]
    large = [written.px for written in bidder.window.canvas.written if written.text == spell.name]
    assert max(large) > min(large) * 1.5
    bidder.wait(CARD_MS)
    assert bidder.screen.moment is None  # type: ignore[attr-defined]
