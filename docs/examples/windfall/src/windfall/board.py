"""What all see while Windfall is played. Words, clocks and what may be done come from the program; the look is ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.contract import Desk, Tellable
from companion.models import Action, Header, Hints, Notice, PlayerRow, table_hints
from companion.pages.play.stock_board import StockBoard
from companion.screens import Finished, Outcome, Screen
from companion.screens.bulletin_screen import BulletinModel, BulletinRow, BulletinScreen
from companion.table.headings import heading_of
from companion.table.texts import command_text

from windfall.rules.cards import FRUITS, fruit_of, pounds_in
from windfall.rules.messages import Bid, MarketHeld
from windfall.rules.state import State
from windfall.screen import Lot, StallModel, StallScreen

QUICK_BIDS = 3  # as many of the next bids stand on the screen; all others are behind "tell"


class WindfallBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stock = StockBoard(desk)  # for telling by hand nothing of our own is needed
        self._screen: StallScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._bulletin: tuple[MarketHeld, BulletinScreen] | None = None

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """The page of market day has been read."""
        if not isinstance(outcome, Finished) or self._desk.news is None or self._desk.news.unread is None:
            return False
        self._desk.news.read()
        return True

    def things(self) -> Iterator[str]:
        yield f"windfall.{self._desk.live.view['phase']}"

    def tellable(self) -> Tellable:
        """Where no camera looks on this is the screen of the game, so it says what is for sale."""
        if self._market_day() is not None:
            return Tellable("", ())
        told, lot = self._stock.tellable(), self._lot(self._desk.live.session.state)
        if lot is None or told.now is None:
            return told
        return told._replace(now=replace(told.now, why=f"{lot.name}: {lot.line}"))

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        """Made anew only when something it shows has changed."""
        if (bulletin := self._market_day()) is not None:
            bulletin.model = replace(bulletin.model, notices=(*notices, *self._desk.moment_told()))
            return bulletin
        desk = self._desk
        shown = (desk.live.session.state, notices, desk.context.has_camera, desk.clock_text(now_ms))
        if self._screen is None:
            self._screen = StallScreen(self._model(notices, now_ms), motion=desk.context.config.display.motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, now_ms))
        self._shown = shown
        return self._screen

    # The stall.

    def _model(self, notices: tuple[Notice, ...], now_ms: int) -> StallModel:
        header, now = heading_of(self._desk, now_ms)
        state: State = self._desk.live.session.state
        actions = self._actions()
        return StallModel(
            header=header,
            now=now,
            players=tuple(self._player(state, seat) for seat in range(state.count)),
            actions=actions,
            notices=notices,
            hints=table_hints(self._desk.say, actions, camera=self._desk.context.has_camera),
            lot=self._lot(state),
            empty=self._desk.say(f"windfall.empty.{state.phase}"),
            moment=self._desk.moment(),
        )

    def _lot(self, state: State) -> Lot | None:
        if state.lot is None:
            return None
        say, fruit = self._desk.say, fruit_of(state.lot)
        key = "windfall.best" if state.bid else "windfall.no_bid"
        line = say(key, seat=state.best, n=state.bid)
        return Lot(say.name("card", state.lot), f"windfall.{fruit}", pounds_in(state.lot), state.bid, line)

    def _player(self, state: State, seat: int) -> PlayerRow:
        player, say = state.players[seat], self._desk.say
        has = [say("windfall.has", fruit=fruit, n=pounds) for fruit in FRUITS if (pounds := player.pounds(fruit))]
        return PlayerRow(
            seat,
            player.name,
            turn=seat == state.turn,
            done=state.phase == "choose" and bool(player.hand),
            reason=" · ".join([say("windfall.coins", n=player.coins), *has]),
            marks=("no",) if state.phase == "bid" and seat in state.passed else (),
        )

    def _actions(self) -> tuple[Action, ...]:
        """The next few bids and passing; whatever is more than that is told on a page of its own."""
        say, options = self._desk.say, self._desk.live.offered
        bids = [option for option in options if isinstance(option, Bid)]
        near = [*bids[:QUICK_BIDS], *options[len(bids) :]]
        if len(near) > QUICK_BIDS + 1:
            return (Action(say("screen.tell"), icon="tell", goto="tell"),)
        more = (Action(say("windfall.more"), icon="tell", goto="tell"),) if len(bids) > QUICK_BIDS else ()
        return (*(Action(command_text("windfall", option, say), option) for option in near), *more)

    # Market day.

    def _market_day(self) -> BulletinScreen | None:
        """What passed by itself, until somebody has read it."""
        held: MarketHeld | None = None if self._desk.news is None else self._desk.news.unread
        if held is None:
            return None
        if self._bulletin is None or self._bulletin[0] is not held:
            self._bulletin = (held, BulletinScreen(self._market_model(held)))
        return self._bulletin[1]

    def _market_model(self, held: MarketHeld) -> BulletinModel:
        say = self._desk.say
        rows = tuple(
            BulletinRow(seat, say.player(seat), say("windfall.market.gets", n=coins), figure=f"+{coins}")
            for seat, coins in enumerate(held.coins)
        )
        hints = Hints(ok=say("screen.hint.play_on"), hold_ok=say("screen.hint.menu"), hold_back=say("screen.hint.undo"))
        return BulletinModel(Header(say("screen.game.windfall"), say("windfall.market.title")), rows, hints)
