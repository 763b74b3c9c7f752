"""All phases together: what each stage allows, what follows automatically, and the event of each command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.amulett import buying, energy, exchange, income, journey
from rules.amulett import commands as c
from rules.amulett import events as e
from rules.amulett.facts import forget, tell
from rules.amulett.options import Rulings
from rules.amulett.questions import GEMS_IN, again, question
from rules.amulett.spells import Phase
from rules.amulett.state import Stage, State, with_area, with_gems
from rules.core.replacing import replace
from rules.core.seats import clockwise

AFTER: dict[Phase, Phase] = {"metal": "gem", "gem": "energy"}

CHOICES: dict[Stage, Callable[[State], tuple[c.Command, ...]]] = {
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


def options(state: State) -> tuple[c.Command, ...]:
    """Every legal command now; while a question is open, its answers."""
    asked = question(state)
    if asked is not None:
        return asked.answers  # type: ignore[return-value]
    stage = CHOICES.get(state.stage)
    return () if stage is None else stage(state)


def next_follows(state: State) -> e.Event:
    if state.queue:
        return e.TurnBegan(state.queue[0])
    if state.phase in AFTER:
        return e.PhaseBegan(AFTER[state.phase])
    return e.RoundBegan(state.round + 1, min(state.count, len(state.deck)))


FOLLOWS: dict[Stage, Callable[[State], e.Event | None]] = {
    "deal": buying.deal_follows,
    "open": buying.open_follows,
    "bid": buying.bid_follows,
    "next": next_follows,
    "income": income.income_follows,
    "lifted": income.lifted_follows,
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


def follows(state: State) -> e.Event | None:
    """The next automatic event."""
    stage = FOLLOWS.get(state.stage)
    return None if stage is None or question(state) is not None else stage(state)


def events_of(state: State, command: c.Command) -> tuple[e.Event, ...]:
    """The events of a legal command, before anything follows from them."""
    if isinstance(command, c.TellAll):
        return (*(e.FactTold(fact, value) for fact, value in command.told.items()), *map(e.FactPutOff, command.later))
    return (_event_of(state, command),)


def _event_of(state: State, command: c.Single) -> e.Event:  # noqa: PLR0912, C901 - one line for each command
    """The event of a legal command."""
    match command:
        case c.Deal(seat, spell):
            return e.SpellDealt(seat, spell)
        case c.Open(seat, spell):
            return e.SpellOpened(seat, spell)
        case c.Bid(seat, amount):
            return e.BidMade(seat, amount)
        case c.Pass(seat):
            return e.Passed(seat)
        case c.Lift(seat, area, gem):
            return e.GemLifted(seat, area, gem)
        case c.Place(seat, area):
            return e.GemMoved(seat, state.lifted[1] if state.lifted else "", area)
        case c.Decline(seat, spell):
            return e.SpellDeclined(seat, spell)
        case c.Choose(seat, metal):
            return e.MetalChosen(seat, metal)
        case c.Name(seat, metal):
            return e.MetalNamed(seat, metal)
        case c.Pick(seat, marker):
            return e.MarkerPicked(seat, marker)
        case c.Draw(seat, marker):
            return e.MarkerDrawn(seat, marker)
        case c.Lay(seat, metals):
            return e.BidLaid(seat, metals)
        case c.TakeBack(seat, metal):
            return e.CardTaken(seat, metal)
        case c.Enough(seat):
            return e.GiftDeclined(seat) if state.stage == "gift" else e.TakingEnded(seat)
        case c.TakeGem(seat, gem):
            return e.GemTaken(seat, gem)
        case c.Move(seat, area):
            return e.PartyMoved(seat, area)
        case c.Shift(seat, spell):
            return e.StoneShifted(seat, spell)
        case c.Drain():
            return energy.drain(state, command)
        case c.PutUnder(seat, spell):
            return e.SpellExpired(seat, spell)
        case c.Tell(_, fact, value):
            return e.FactTold(fact, value)
        case c.Correct(_, fact, value):
            return e.FactTold(fact, value, corrected=True)
        case c.Later(_, fact):
            return e.FactPutOff(fact)
        case c.Forget(_, fact):
            return e.FactForgotten(fact)
        case c.Count(_, area, gems):
            return e.GemsCounted(area, gems)


def phase_began(state: State, event: e.PhaseBegan) -> State:
    state = replace(state, phase=event.phase, stage="next", queue=clockwise(state.start, state.count))
    if event.phase == "gem":
        return journey.begin_journey(replace(state, queue=()))
    return replace(state, named=None, marker=None, exchanges_left=None)


def spell_declined(state: State, event: e.SpellDeclined) -> State:
    match state.stage:
        case "before":
            return journey.decide_spell(state, event.seat, event.spell)
        case "blue":
            return energy.blue_declined(state, event)
    return replace(state, stage="income")


def bid_made(state: State, event: e.BidMade) -> State:
    return exchange.metal_bid(state, event) if state.phase == "gem" else buying.stones_bid(state, event)


def fact_told(state: State, event: e.FactTold) -> State:
    sort, _, slug = event.fact.partition(".")
    if sort == GEMS_IN:  # a fact of tonight's table, not of the box
        return journey.area_found(state, e.AreaFound(slug, event.value))
    facts = tell(state.facts, event.fact, event.value)
    rulings = Rulings(state.rulings.chosen, facts.rulings)
    return replace(state, facts=facts, rulings=rulings, put_off=state.put_off - {event.fact})


def fact_put_off(state: State, event: e.FactPutOff) -> State:
    """Put off a second time, when a spell depends on it, it is not asked again."""
    fact = again(event.fact) if event.fact in state.put_off else event.fact
    return replace(state, put_off=state.put_off | {fact})


def fact_forgotten(state: State, event: e.FactForgotten) -> State:
    put_off = state.put_off - {event.fact, again(event.fact)}
    return replace(state, facts=forget(state.facts, event.fact), put_off=put_off)


def gems_counted(state: State, event: e.GemsCounted) -> State:
    return with_gems(with_area(state, event.area), event.area, event.gems)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.SpellDealt: buying.spell_dealt,
    e.RoundBegan: buying.round_began,
    e.PhaseBegan: phase_began,
    e.TurnBegan: energy.turn_began,
    e.SpellOpened: buying.spell_opened,
    e.BidMade: bid_made,
    e.Passed: buying.passed,
    e.SpellBought: buying.spell_bought,
    e.SpellUnsold: buying.spell_unsold,
    e.GemLifted: income.gem_lifted,
    e.GemMoved: income.gem_moved,
    e.SpellDeclined: spell_declined,
    e.IncomeGiven: income.income_given,
    e.MetalChosen: income.metal_chosen,
    e.MetalNamed: journey.metal_named,
    e.MarkerPicked: journey.marker_picked,
    e.MarkerDrawn: journey.marker_drawn,
    e.AreaFound: journey.area_found,
    e.ExchangeBegan: exchange.exchange_began,
    e.ExchangeSkipped: journey.exchange_skipped,
    e.ExchangeWon: exchange.exchange_won,
    e.ExchangeUnsold: exchange.exchange_unsold,
    e.BidLaid: exchange.bid_laid,
    e.CardTaken: exchange.card_taken,
    e.TakingEnded: exchange.taking_ended,
    e.BidReturned: exchange.bid_returned,
    e.GemTaken: exchange.gem_taken,
    e.GiftDeclined: exchange.gift_declined,
    e.PartyMoved: journey.party_moved,
    e.PartyStayed: journey.party_stayed,
    e.StoneShifted: energy.stone_shifted,
    e.StoneDrained: energy.stone_drained,
    e.CostsPaid: energy.costs_paid,
    e.SpellExpired: energy.spell_expired,
    e.FactTold: fact_told,
    e.FactPutOff: fact_put_off,
    e.FactForgotten: fact_forgotten,
    e.GemsCounted: gems_counted,
}


def evolve(state: State, event: e.Event) -> State:
    return EVOLVE[type(event)](state, event)


def settle(state: State, first: tuple[e.Event, ...] = ()) -> tuple[tuple[e.Event, ...], State]:
    """The events from ``first`` on until somebody must decide, and the state there."""
    events = list(first)
    for event in first:
        state = evolve(state, event)
    while (following := follows(state)) is not None:
        events.append(following)
        state = evolve(state, following)
    return tuple(events), state
