"""What each stage allows, what follows by itself, and which event each command becomes: the phases put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.amulett import buying, energy, exchange, income, journey
from rules.amulett.commands import (
    Bid,
    Choose,
    Command,
    Correct,
    Deal,
    Decline,
    Drain,
    Draw,
    Enough,
    Later,
    Lay,
    Lift,
    Move,
    Name,
    Open,
    Pass,
    Pick,
    Place,
    PutUnder,
    Shift,
    TakeBack,
    TakeGem,
    Tell,
)
from rules.amulett.events import (
    AreaFound,
    BidLaid,
    BidMade,
    BidReturned,
    CardTaken,
    CostsPaid,
    Event,
    ExchangeBegan,
    ExchangeSkipped,
    ExchangeUnsold,
    ExchangeWon,
    FactPutOff,
    FactTold,
    GemLifted,
    GemMoved,
    GemTaken,
    GiftDeclined,
    IncomeGiven,
    MarkerDrawn,
    MarkerPicked,
    MetalChosen,
    MetalNamed,
    PartyMoved,
    PartyStayed,
    Passed,
    PhaseBegan,
    RoundBegan,
    SpellBought,
    SpellDealt,
    SpellDeclined,
    SpellExpired,
    SpellOpened,
    SpellUnsold,
    StoneDrained,
    StoneShifted,
    TakingEnded,
    TurnBegan,
)
from rules.amulett.facts import tell
from rules.amulett.questions import question
from rules.amulett.spells import Phase
from rules.amulett.state import Stage, State
from rules.core.replacing import replace
from rules.core.seats import clockwise

AFTER: dict[Phase, Phase] = {"metal": "gem", "gem": "energy"}

CHOICES: dict[Stage, Callable[[State], tuple[Command, ...]]] = {
    "deal": buying.deal_choices,
    "open": buying.open_choices,
    "bid": buying.bid_choices,
    "grey": income.grey_choices,
    "lifted": income.lifted_choices,
    "choose": income.choose_choices,
    "before": journey.before_choices,
    "draw": journey.draw_choices,
    "exchange": exchange.exchange_choices,
    "lay": exchange.lay_choices,
    "take": exchange.take_choices,
    "gem": exchange.gem_choices,
    "gift": exchange.gift_choices,
    "move": journey.move_choices,
    "blue": energy.blue_choices,
    "under": energy.under_choices,
}


def options(state: State) -> tuple[Command, ...]:
    """Every legal command now; the answers, while something is asked."""
    asked = question(state)
    if asked is not None:
        return asked.answers  # type: ignore[return-value]
    stage = CHOICES.get(state.stage)
    return () if stage is None else stage(state)


def next_follows(state: State) -> Event:
    if state.queue:
        return TurnBegan(state.queue[0])
    if state.phase in AFTER:
        return PhaseBegan(AFTER[state.phase])
    return RoundBegan(state.round + 1, min(state.count, len(state.deck)))


FOLLOWS: dict[Stage, Callable[[State], Event | None]] = {
    "deal": buying.deal_follows,
    "open": buying.open_follows,
    "bid": buying.bid_follows,
    "next": next_follows,
    "income": income.income_follows,
    "choose": income.choose_follows,
    "draw": journey.draw_follows,
    "arrive": journey.arrive_follows,
    "exchange": exchange.exchange_follows,
    "lay": exchange.lay_follows,
    "settle": exchange.settle_follows,
    "gem": exchange.gem_follows,
    "gift": exchange.gift_follows,
    "move": journey.move_follows,
    "blue": energy.blue_follows,
    "cost": energy.cost_follows,
    "under": energy.under_follows,
}


def follows(state: State) -> Event | None:
    """What happens next without anybody's choice."""
    stage = FOLLOWS.get(state.stage)
    return None if stage is None or question(state) is not None else stage(state)


def event_of(state: State, command: Command) -> Event:  # noqa: PLR0912, C901 - one line for each command
    """The event a legal command becomes."""
    match command:
        case Deal(seat, spell):
            return SpellDealt(seat, spell)
        case Open(seat, spell):
            return SpellOpened(seat, spell)
        case Bid(seat, amount):
            return BidMade(seat, amount)
        case Pass(seat):
            return Passed(seat)
        case Lift(seat, area, gem):
            return GemLifted(seat, area, gem)
        case Place(seat, area):
            return GemMoved(seat, state.lifted[1] if state.lifted else "", area)
        case Decline(seat, spell):
            return SpellDeclined(seat, spell)
        case Choose(seat, metal):
            return MetalChosen(seat, metal)
        case Name(seat, metal):
            return MetalNamed(seat, metal)
        case Pick(seat, marker):
            return MarkerPicked(seat, marker)
        case Draw(seat, marker):
            return MarkerDrawn(seat, marker)
        case Lay(seat, metals):
            return BidLaid(seat, metals)
        case TakeBack(seat, metal):
            return CardTaken(seat, metal)
        case Enough(seat):
            return GiftDeclined(seat) if state.stage == "gift" else TakingEnded(seat)
        case TakeGem(seat, gem):
            return GemTaken(seat, gem)
        case Move(seat, area):
            return PartyMoved(seat, area)
        case Shift(seat, spell):
            return StoneShifted(seat, spell)
        case Drain():
            return energy.drain(state, command)
        case PutUnder(seat, spell):
            return SpellExpired(seat, spell)
        case Tell(_, fact, value) | Correct(_, fact, value):
            return FactTold(fact, value)
        case Later(_, fact):
            return FactPutOff(fact)


def phase_began(state: State, event: PhaseBegan) -> State:
    state = replace(state, phase=event.phase, stage="next", queue=clockwise(state.start, state.count))
    if event.phase == "gem":
        return journey.begin_journey(replace(state, queue=()))
    return replace(state, named=None, marker=None, exchanges_left=None)


def spell_declined(state: State, event: SpellDeclined) -> State:
    match state.stage:
        case "before":
            return journey.decide_spell(state, event.seat, event.spell)
        case "blue":
            return energy.blue_declined(state, event)
    return replace(state, stage="income")


def bid_made(state: State, event: BidMade) -> State:
    return exchange.metal_bid(state, event) if state.phase == "gem" else buying.stones_bid(state, event)


def fact_told(state: State, event: FactTold) -> State:
    return replace(state, facts=tell(state.facts, event.fact, event.value), put_off=state.put_off - {event.fact})


def fact_put_off(state: State, event: FactPutOff) -> State:
    return replace(state, put_off=state.put_off | {event.fact})


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    SpellDealt: buying.spell_dealt,
    RoundBegan: buying.round_began,
    PhaseBegan: phase_began,
    TurnBegan: energy.turn_began,
    SpellOpened: buying.spell_opened,
    BidMade: bid_made,
    Passed: buying.passed,
    SpellBought: buying.spell_bought,
    SpellUnsold: buying.spell_unsold,
    GemLifted: income.gem_lifted,
    GemMoved: income.gem_moved,
    SpellDeclined: spell_declined,
    IncomeGiven: income.income_given,
    MetalChosen: income.metal_chosen,
    MetalNamed: journey.metal_named,
    MarkerPicked: journey.marker_picked,
    MarkerDrawn: journey.marker_drawn,
    AreaFound: journey.area_found,
    ExchangeBegan: exchange.exchange_began,
    ExchangeSkipped: journey.exchange_skipped,
    ExchangeWon: exchange.exchange_won,
    ExchangeUnsold: exchange.exchange_unsold,
    BidLaid: exchange.bid_laid,
    CardTaken: exchange.card_taken,
    TakingEnded: exchange.taking_ended,
    BidReturned: exchange.bid_returned,
    GemTaken: exchange.gem_taken,
    GiftDeclined: exchange.gift_declined,
    PartyMoved: journey.party_moved,
    PartyStayed: journey.party_stayed,
    StoneShifted: energy.stone_shifted,
    StoneDrained: energy.stone_drained,
    CostsPaid: energy.costs_paid,
    SpellExpired: energy.spell_expired,
    FactTold: fact_told,
    FactPutOff: fact_put_off,
}


def evolve(state: State, event: Event) -> State:
    return EVOLVE[type(event)](state, event)


def settle(state: State, first: Event | None = None) -> tuple[tuple[Event, ...], State]:
    """The events from ``first`` on until somebody must decide, and the state there."""
    events: list[Event] = []
    event = first if first is not None else follows(state)
    while event is not None:
        events.append(event)
        state = evolve(state, event)
        event = follows(state)
    return tuple(events), state
