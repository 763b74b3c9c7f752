"""The demonstration's finger: it presses what is on the screen, and ends what it has begun."""

from __future__ import annotations

from itertools import cycle
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.games.amulett.screens.table import AmulettScreen
from companion.games.amulett.table_view import AmulettAround, table_view
from companion.models import Header, NowLine
from companion.pages.play.tell_page import doors_model
from companion.play.simulated.players import Say
from companion.screens import Chosen, Goto, Leave, Screen
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.tell_screen import Node
from companion.twin.demo import STANDS_STILL_MS, UNHEARD_MS, Demo, Finger
from rules.amulett import GAME
from rules.amulett.commands import Bid, Pass, Place
from tests.gallery.games.amulett.table import amulett_facts, sample_state
from tests.gallery.samples import NAMES
from tests.games import phrases_for

THREE = NAMES[:3]
MOST_ACTS = 12


class _Finger:
    """Presses at once, on the screen itself."""

    def __init__(self, screen: Screen) -> None:
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


class _Pins:
    """A panel that reports a press when a test says so."""

    def __init__(self) -> None:
        self.factory, self.moved = self, list[str]()

    def pin(self, _: int) -> Any:
        return SimpleNamespace(drive_low=lambda: self.moved.append("down"), drive_high=lambda: self.moved.append("up"))


def test_the_finger_waits_for_the_effect_of_its_press() -> None:
    """With slow turns the people did something else before their press had its effect: both happened."""
    pins, heard = _Pins(), list[str]()
    finger = Finger(cast("Any", pins), {"ok": 1}, heard)
    finger.press([Intent.OK, Intent.OK], 0)
    finger.tick(0)
    finger.tick(1_000)
    finger.tick(2_000)
    assert pins.moved == ["down", "up"], "nobody has heard the first press yet"
    heard.append("ok")
    finger.tick(3_000)  # what was reported is taken in with this turn, after the people
    assert pins.moved == ["down", "up"]
    for now_ms in (4_000, 5_000):
        finger.tick(now_ms)
    assert pins.moved == ["down", "up"] * 2
    assert finger.is_busy(6_000)
    assert not finger.is_busy(5_000 + UNHEARD_MS), "a button that is ignored holds nobody up for good"


def test_whoever_has_told_everything_leaves_the_page_by_its_own_door() -> None:
    """Behind a door with two things the back button does nothing: they pressed it for ever."""
    say = phrases_for("amulett", "en", amulett_facts(), THREE)
    areas = tuple(Node(f"C{n}", Place(0, f"c{n}")) for n in range(1, 8))
    back = Node("Back", Leave(), pinned=True)
    page = DoorsScreen(doors_model(say, Header("Tell", ""), NowLine("Now"), (*areas, back)))
    page.handle(Intent.PREVIOUS)
    assert [node.label for node in page.page] == ["C1", "C2"], "somebody left this door open"
    finger = _Finger(page)
    demo = Demo(cast("Any", None), cast("Finger", finger), 0)
    live = cast("Any", SimpleNamespace(session=SimpleNamespace(last_seq=5)))
    for _ in range(MOST_ACTS):
        if not finger.said:
            demo._tell_or_leave(live, page, 0)
    assert finger.said == [Leave()]


def test_a_table_on_which_nothing_happens_any_more_is_set_right() -> None:
    """A card lay where the screen had none, and the question about it was answered already: they waited for ever."""
    taken: list[Any] = []
    people = SimpleNamespace(take_up=taken.append)
    demo = Demo(cast("Any", people), cast("Any", None), 0)
    game = SimpleNamespace(view=lambda state, seat: (state, seat))
    session = SimpleNamespace(last_seq=7, state="now", game=game, setup=SimpleNamespace(players=THREE))
    live = cast("Any", SimpleNamespace(session=session, is_over=False))
    demo._set_right(live, 1_000)
    demo._set_right(live, 1_000 + STANDS_STILL_MS - 1)
    session.last_seq = 8
    demo._set_right(live, 1_000 + STANDS_STILL_MS)
    assert not taken
    demo._set_right(live, 1_000 + 2 * STANDS_STILL_MS)
    demo._set_right(live, 2_000 + 2 * STANDS_STILL_MS)
    assert taken == [[("now", 0), ("now", 1), ("now", 2)]]


def test_what_no_door_leads_to_leads_to_the_way_out() -> None:
    """Up again and in again, for ever: what they want may not be offered by doors at all."""
    say = phrases_for("amulett", "en", amulett_facts(), THREE)
    areas = tuple(Node(f"C{n}", Place(0, f"c{n}")) for n in range(1, 12))
    page = DoorsScreen(doors_model(say, Header("Tell", ""), NowLine("Now"), (*areas, TABLE)))
    finger = _Finger(page)
    demo = Demo(cast("Any", None), cast("Finger", finger), 0)
    for _ in range(MOST_ACTS):
        if not finger.said:
            demo._open_door(page, Pass(0), 0)
    assert finger.said == [Goto("table")]


TABLE = Node("See the table", Goto("table"), pinned=True)
