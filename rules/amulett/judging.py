"""Why a command is refused, as a code. The answer never reveals a hand: every unpayable bid gets the same one."""

from __future__ import annotations

from typing import Any

from rules.amulett import commands as c
from rules.amulett.auctions import least_bid
from rules.amulett.board import GEMS_IN_CITY
from rules.amulett.exchange import accepted_metals
from rules.amulett.facts import forget, parse_slug, tell
from rules.amulett.journey import may_name_area
from rules.amulett.phases import options
from rules.amulett.questions import GEMS_IN, clash_with, clash_words, question
from rules.amulett.spells import SPELLS, SUPERIORITY
from rules.amulett.state import State
from rules.amulett.stock import METALS
from rules.core.errors import InvalidValue
from rules.core.refusals import Refused, refused

IN_EXCHANGE = ("exchange", "lay", "take", "settle", "gem", "gift")  # a gem of the party's area is at stake


def judge(state: State, command: Any) -> Refused | None:
    """None: the command is legal now."""
    if type(command) not in c.COMMANDS.classes.values():
        return refused("not_of_this_game")
    return _judge_own(state, command)


def _judge_own(state: State, command: c.Command) -> Refused | None:
    if not 0 <= command.seat < state.count:
        return refused("no_such_seat", n=state.count - 1)
    if state.acting is None:
        return refused("game_over")
    if isinstance(command, c.Correct | c.Forget | c.Count):
        return _judge_correction(state, command)
    if isinstance(command, c.Tell | c.Later):
        return _judge_answer(state, command)
    if isinstance(command, c.TellAll):
        return _judge_answers(state, command)
    if question(state) is not None:
        return refused("answer_first")
    if command.seat != state.acting:
        return _out_of_turn(state, command)
    return None if command in options(state) or _names_new_area(state, command) else _why(state, command)


def _judge_answer(state: State, command: c.Tell | c.Later) -> Refused | None:
    asked = question(state)
    if asked is None or asked.fact != command.fact:
        return refused("not_asked")
    if command.seat != state.acting:
        return refused("not_your_turn", seat=state.acting)
    return _judge_value(state, command) if isinstance(command, c.Tell) else None


def _judge_answers(state: State, command: c.TellAll) -> Refused | None:
    """Each as if it were told alone; if one is refused, none is told."""
    asked = question(state)
    together = set() if asked is None or asked.ticks is None else {fact for _, fact in asked.ticks.things}
    if not command.told.keys() | command.later or not together.issuperset((*command.told, *command.later)):
        return refused("not_asked")
    if command.seat != state.acting:
        return refused("not_your_turn", seat=state.acting)
    judged = (_judge_value(state, c.Tell(command.seat, fact, value)) for fact, value in command.told.items())
    return next((wrong for wrong in judged if wrong is not None), None)


def _judge_correction(state: State, command: c.Correct | c.Forget | c.Count) -> Refused | None:
    match command:
        case c.Correct():
            return _judge_value(state, command)
        case c.Forget():
            return _judge_forgetting(state, command)
        case c.Count():
            return _judge_count(state, command)


def _judge_value(state: State, command: c.Tell | c.Correct) -> Refused | None:
    if isinstance(command, c.Tell) and command.fact.startswith(f"{GEMS_IN}."):
        fits = type(command.value) is int and command in options(state)
        return None if fits else refused("too_many_gems", n=min(GEMS_IN_CITY, state.unplaced))
    try:
        told = tell(state.facts, command.fact, command.value)
    except InvalidValue as error:
        return refused("bad_answer", place=error.place, expected=error.expected)
    if told == state.facts:
        return refused("same_as_before")
    clash = clash_with(state, command.fact, command.value)
    return None if clash is None else refused("cannot_be", why=clash_words(state, clash))


def _judge_forgetting(state: State, command: c.Forget) -> Refused | None:
    try:
        without = forget(state.facts, command.forgotten)
    except InvalidValue as error:
        return refused("bad_answer", place=error.place, expected=error.expected)
    return refused("same_as_before") if without == state.facts else None


def _judge_count(state: State, command: c.Count) -> Refused | None:
    """Gems cannot appear from nowhere: if too many are said to be here, another area must be counted first."""
    if command.area not in {*state.board, *state.facts.areas}:
        return refused("unknown_area")
    now = state.board.get(command.area)
    carried = (state.lifted or state.sent or ("",))[0] == command.area
    if carried or (command.area == state.party and state.stage in IN_EXCHANGE and command.gems < 1):
        return refused("gem_in_use")
    if now is not None and len(now) == command.gems:
        return refused("same_as_before")
    most = len(now or ()) + state.unplaced
    return None if 0 <= command.gems <= most else refused("too_many_gems", n=most)


def _out_of_turn(state: State, command: c.Command) -> Refused:
    auction = state.auction
    if isinstance(command, c.Bid | c.Pass) and auction is not None and command.seat in auction.passed:
        return refused("already_passed", seat=command.seat)
    return refused("not_your_turn", seat=state.acting)


def _names_new_area(state: State, command: c.Command) -> bool:
    """Without a board the next area of the party, or of Teleportation, may have any name that is not taken."""
    match state.stage, command:
        case ("move", c.Move(_, area)) | ("grey", c.Lift(_, area, "?")) | ("lifted", c.Place(_, area)):
            return not state.facts.has_board and _is_new_name(state, area)
    return False


def _is_new_name(state: State, area: str) -> bool:
    try:
        name = parse_slug(area, "area")
    except InvalidValue:
        return False
    return name not in {*state.board, *state.facts.areas} and may_name_area(state)


def _why(state: State, command: c.Command) -> Refused:
    """The command comes from the right seat but is not an option."""
    if type(command) not in {type(option) for option in options(state)}:
        return _not_now(state, command)
    match command:
        case c.Bid():
            return _why_not_bid(state, command)
        case c.Lay():
            return _why_not_lay(state, command)
        case c.Move(_, area) | c.Place(_, area):
            return _why_not_there(state, area)
        case c.Lift(_, area, _):
            return refused("unknown_area") if area not in state.board else refused("no_such_gem")
        case c.TakeGem():
            return refused("no_such_gem")
        case c.Choose(_, metal) | c.Name(_, metal) | c.TakeBack(_, metal):
            return refused("no_such_card") if metal in METALS else refused("unknown_metal")
        case c.Pick() | c.Draw():
            return refused("no_such_marker")
        case c.Deal(_, spell) | c.Open(_, spell):
            return refused("spell_elsewhere", spell=spell) if spell in SPELLS else refused("unknown_spell")
        case c.Decline(_, spell) | c.Shift(_, spell) | c.Drain(_, spell) | c.PutUnder(_, spell):
            return refused("not_that_spell", spell=spell) if spell in SPELLS else refused("unknown_spell")
    return _not_now(state, command)


def _not_now(state: State, command: c.Command) -> Refused:
    if isinstance(command, c.Bid) and state.stage in ("bid", "exchange"):
        return _why_not_bid(state, command)
    return refused("not_now", phase=state.phase)


def _why_not_bid(state: State, command: c.Bid) -> Refused:
    auction = state.auction
    assert auction is not None  # bidding is going on
    repeats = state.stage == "exchange" and state.players[command.seat].holds(SUPERIORITY)
    least = least_bid(auction, may_repeat=repeats)
    if command.amount < least:
        return refused("too_low", n=least)
    return refused("too_few_stones") if state.stage == "bid" else refused("cannot_pay")


def _why_not_lay(state: State, command: c.Lay) -> Refused:
    accepted = accepted_metals(state, command.seat)
    if any(metal not in accepted or count < 1 for metal, count in command.metals.items()):
        return refused("not_accepted", metals=tuple(metal for metal in METALS if metal in accepted))
    if sum(command.metals.values()) != state.left:
        return refused("wrong_count", n=state.left)
    return refused("cannot_pay")


def _why_not_there(state: State, area: str) -> Refused:
    source = state.lifted[0] if state.lifted else state.party
    if area not in state.board:
        return refused("unknown_area")
    if area == source:
        return refused("same_area")
    return refused("not_neighbouring") if state.board[area] else refused("empty_area")
