"""The demonstration's finger: it presses what is on the screen, and ends what it has begun."""

from __future__ import annotations

from itertools import cycle
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.games.amulett.screens.table import AmulettScreen
from companion.games.amulett.table_view import AmulettAround, table_view
from companion.play.simulated.players import Say
from companion.screens import Chosen
from companion.screens.intents import Intent
from companion.twin.demo import Demo, Finger
from rules.amulett import GAME
from rules.amulett.commands import Bid, Pass
from tests.gallery.games.amulett.table import amulett_facts, sample_state
from tests.gallery.samples import NAMES
from tests.games import phrases_for

THREE = NAMES[:3]
MOST_ACTS = 12


class _Finger:
    """Presses at once, on the screen itself."""

    def __init__(self, screen: AmulettScreen) -> None:
        self._screen = screen
        self.said: list[Any] = []

    def press(self, intents: list[Intent], now_ms: int) -> None:
        self.said += [outcome for intent in intents if (outcome := self._screen.handle(intent)) is not None]


def _said(wishes: Any, opened: tuple[Intent, ...] = ()) -> list[Any]:
    """What the finger tells in an exchange where the people want these things, one at each look."""
    state = sample_state(THREE, "exchange")
    say = phrases_for("amulett", "en", amulett_facts(), THREE)
    screen = AmulettScreen(table_view(state, say, AmulettAround(options=GAME.options(state))))
    for intent in opened:
        screen.handle(intent)
    finger, people = _Finger(screen), SimpleNamespace(next_act=lambda _: Say(next(wishes)))
    demo = Demo(cast("Any", people), cast("Finger", finger), 0)
    live = cast("Any", SimpleNamespace(view={}, focus=None, options=(), session=SimpleNamespace(last_seq=5)))
    for _ in range(MOST_ACTS):
        if finger.said:
            break
        demo._act(live, screen, 0)
    return finger.said


@pytest.mark.parametrize("amount", [2, 3, 6])
def test_a_bid_behind_doors_is_made_although_they_waver(amount: int) -> None:
    """They would say something else at every look: the door stood open, and nothing in it was what they wanted."""
    seat = sample_state(THREE, "exchange").acting
    assert seat is not None
    assert _said(cycle([Bid(seat, amount), Pass(seat)])) == [Chosen(Bid(seat, amount))]


def test_a_door_that_somebody_left_open_is_left_first() -> None:
    seat = sample_state(THREE, "exchange").acting
    assert seat is not None
    assert _said(cycle([Pass(seat)]), opened=(Intent.BACK,)) == [Chosen(Pass(seat))]
