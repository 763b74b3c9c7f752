"""Windfall: crates of fruit are auctioned; what they are worth depends on two recipes nobody else knows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.codec import Codec
from rules.core.game import Game, Setup, advance
from rules.core.players import wrong_players
from rules.core.refusals import Refused, refused
from rules.core.scoring import Score
from rules.core.seats import Seat, next_seat
from rules.core.table import Move, Reading, Table
from rules.core.view import View

from windfall.rules import messages as m
from windfall.rules.cards import COINS, CRATES, DAYS, HANDS
from windfall.rules.scoring import score
from windfall.rules.state import Player, State, place_of

HOUSE_RULES = {"coins": ("count", "worthless")}  # what a group may agree on, the usual reading first


class Windfall(Game[State]):
    slug = "windfall"
    seats = range(2, 6)
    rules_version = 1
    commands: Codec[Any] = Codec("do", m.COMMANDS)
    events: Codec[Any] = Codec("event", m.EVENTS)

    def new(self, setup: Setup) -> State | Refused:
        if wrong := wrong_players(setup.players, setup.start, self.seats):
            return wrong
        coins = setup.options.get("coins", "count")
        if coins not in HOUSE_RULES["coins"]:
            return refused("bad_option", option="coins", known=", ".join(HOUSE_RULES["coins"]))
        return State(tuple(Player(name, COINS) for name in setup.players), setup.start, coins == "count")

    # What may be done, and what follows from it.

    def options(self, state: State) -> tuple[Any, ...]:
        match state.phase:
            case "choose":
                choosing = [seat for seat, player in enumerate(state.players) if not player.hand]
                return tuple(m.Keep(seat, hand) for seat in choosing for hand in HANDS)
            case "turn":
                return tuple(m.TurnUp(state.seller, card) for card in CRATES if card not in state.out)
            case "bid":
                most = state.players[state.acting].coins
                bids = (m.Bid(state.acting, coins) for coins in range(state.bid + 1, most + 1))
                return (*bids, m.Pass(state.acting))
        return ()

    def decide(self, state: State, command: Any) -> tuple[Any, ...] | Refused:
        if state.phase == "over":
            return refused("game_over")
        if not 0 <= command.seat < state.count:
            return refused("windfall_nobody")
        if state.turn not in (None, command.seat):
            return refused("not_your_turn", seat=state.turn)
        judge = {"choose": _choose, "turn": _turn_up, "bid": _bid}[state.phase]
        events = judge(state, command)
        if isinstance(events, Refused) or not isinstance(events[-1], m.Sold):
            return events
        return (*events, *_after_sale(advance(self, state, events)))

    def evolve(self, state: State, event: Any) -> State:
        match event:
            case m.Kept(seat, fruits):
                return _with_player(state, seat, hand=fruits)
            case m.TurnedUp(seat, card):
                lot = replace(state, lot=card, out=(*state.out, card), best=seat, bid=0, passed=frozenset())
                return _pass_on(lot, seat)
            case m.BidMade(seat, coins):
                return _pass_on(replace(state, best=seat, bid=coins), seat)
            case m.Passed(seat):
                return _pass_on(replace(state, passed=state.passed | {seat}), seat)
            case m.Sold(seat, card, coins):
                player, seller = state.players[seat], next_seat(state.seller, state.count)
                sold = _with_player(state, seat, coins=player.coins - coins, crates=(*player.crates, card))
                return replace(sold, lot=None, seller=seller)
            case m.MarketHeld(coins):
                paid = zip(state.players, coins, strict=True)
                return replace(state, players=tuple(replace(one, coins=one.coins + more) for one, more in paid))
            case m.Shown(seat, _):
                return _with_player(state, seat, is_shown=True)
        raise AssertionError(event)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    # What is shown, scored and read.

    def view(self, state: State, seat: Seat | None = None) -> View:
        """What is hidden is not in it; with a seat, what that player has in hand is."""
        crate = max(len(state.out) - (state.phase == "bid"), 0)
        players = [
            {
                "name": player.name,
                "coins": player.coins,
                "crates": list(player.crates),
                "chosen": bool(player.hand),
                "recipes": list(player.hand) if player.is_shown else None,
            }
            for player in state.players
        ]
        view: View = {
            "round": min(crate // state.count + 1, DAYS),
            "rounds": DAYS,
            "phase": state.phase,
            "turn": state.turn,
            "players": players,
        }
        own = {} if seat is None else {"hand": list(state.players[seat].hand)}
        return {**view, "lot": state.lot, "bid": state.bid, "best": state.best, **own}  # type: ignore[typeddict-item]

    def score(self, state: State) -> Score:
        return score(state)

    def read(self, state: State, table: Table) -> Reading:
        """A new crate on the mat is turned up by whoever's turn it is."""
        new = [card for card in sorted(table.zone("mat")) if card in CRATES and card not in state.out]
        return Reading((m.TurnUp(state.seller, new[0]),)) if len(new) == 1 and state.phase == "turn" else Reading()

    def put_back(self, before: State, after: State) -> tuple[Move, ...]:
        places = ((crate, place_of(after, crate), place_of(before, crate)) for crate in after.out)
        return tuple(Move(crate, origin, target) for crate, origin, target in places if origin != target)


def _choose(state: State, command: Any) -> tuple[m.Event, ...] | Refused:
    if not isinstance(command, m.Keep):
        return refused("windfall_not_now")
    if state.players[command.seat].hand:
        return refused("windfall_chosen")
    return (m.Kept(command.seat, command.fruits),) if command.fruits in HANDS else refused("windfall_hand")


def _turn_up(state: State, command: Any) -> tuple[m.Event, ...] | Refused:
    if not isinstance(command, m.TurnUp):
        return refused("windfall_not_now")
    if command.card not in CRATES or command.card in state.out:
        return refused("windfall_crate")
    return _until_sold(state, m.TurnedUp(command.seat, command.card))


def _bid(state: State, command: Any) -> tuple[m.Event, ...] | Refused:
    match command:
        case m.Pass(seat):
            return _until_sold(state, m.Passed(seat))
        case m.Bid(seat, coins) if coins <= state.bid:
            return refused("windfall_too_low", n=state.bid + 1)
        case m.Bid(seat, coins) if coins > state.players[seat].coins:
            return refused("windfall_too_high", n=state.players[seat].coins)
        case m.Bid(seat, coins):
            return _until_sold(state, m.BidMade(seat, coins))
    return refused("windfall_not_now")


def _until_sold(state: State, event: m.TurnedUp | m.BidMade | m.Passed) -> tuple[m.Event, ...]:
    """Once nobody is left to outbid the best, the crate is sold."""
    after = GAME.evolve(state, event)
    assert after.lot is not None
    if after.next_bidder(event.seat) is not None:
        return (event,)
    return (event, m.Sold(after.best, after.lot, after.bid))


def _after_sale(state: State) -> tuple[m.Event, ...]:
    """Market day after the last crate of a day; after the very last one all hands are shown."""
    if state.phase == "over":
        return tuple(m.Shown(seat, player.hand) for seat, player in enumerate(state.players))
    if len(state.out) % state.count == 0:
        return (m.MarketHeld(tuple(player.wages for player in state.players)),)
    return ()


def _pass_on(state: State, seat: Seat) -> State:
    following = state.next_bidder(seat)
    return state if following is None else replace(state, acting=following)


def _with_player(state: State, seat: Seat, **changed: Any) -> State:
    players = (replace(player, **changed) if at == seat else player for at, player in enumerate(state.players))
    return replace(state, players=tuple(players))


GAME = Windfall()
