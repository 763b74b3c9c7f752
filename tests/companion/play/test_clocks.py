"""How long a turn lasts: counts up over its steps, stands still where nobody sees it, and goes back with an undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.keeping.session import Session
from companion.play.clocks import TurnClock
from rules.amul.commands import Pick
from rules.core.refusals import Refused
from tests.companion.tables import TickedPage, new_table
from tests.games import new_setup, open_game, open_store


def _picking() -> Session:
    """A game in which the first player is to pick."""
    session = open_game(new_setup("amul", 3, 1), lambda *_: None)
    assert not isinstance(session, Refused)
    _play_to_pick(session)
    return session


def _play_to_pick(session: Session) -> None:
    while session.game.view(session.state)["phase"] != "pick":
        session.do(session.game.options(session.state)[0])


def _follow(clock: TurnClock, session: Session, *times: int) -> None:
    for now_ms in times:
        clock.follow(session, session.game.view(session.state)["turn"], now_ms)


def test_it_counts_up_and_starts_again_with_the_next_turn() -> None:
    session, clock = _picking(), TurnClock()
    _follow(clock, session, 0, 500, 1000)
    assert clock.elapsed(1000) == 1000
    session.do(session.game.options(session.state)[0])
    _follow(clock, session, 1500)
    assert clock.elapsed(2500) == 1000
    assert (clock.remaining(2500), clock.must_pass(10**9)) == (None, None)


def test_nobody_is_timed_while_all_act_at_once_and_time_unseen_does_not_count() -> None:
    session, clock = _picking(), TurnClock()
    _follow(clock, session, 0, 500, 60_500)
    assert clock.elapsed(61_000) == 1000
    while session.game.view(session.state)["phase"] == "pick":
        session.do(session.game.options(session.state)[0])
    _follow(clock, session, 61_000)
    assert clock.elapsed(62_000) is None


def test_undo_takes_the_time_back_with_it() -> None:
    session, clock = _picking(), TurnClock()
    _follow(clock, session, 0, 900, 1800)
    session.do(next(one for one in session.game.options(session.state) if isinstance(one, Pick)))
    _follow(clock, session, 2000, 2900)
    session.undo()
    _follow(clock, session, 3000)
    assert clock.elapsed(3000) == 0  # as it stood when that turn began


def test_the_screen_shows_it_quietly_and_the_settings_can_hide_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    texts: list[str] = []
    for pairs in ((), ("timers.count=false",)):
        page = TickedPage(new_table(store, new_setup("amul", 3, 1), *pairs))
        _play_to_pick(page.live.session)
        for now_ms in range(0, 7200, 900):
            page.tick(now_ms)
            screen: Any = page.screen(now_ms)
        texts.append(screen.model.now.clock)
    assert texts == ["0:06", ""]
    store.close()
