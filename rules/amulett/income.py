"""The metal phase, player by player: first Teleportation, then the income of the spells (M-MET)."""

from __future__ import annotations

from rules.amulett.commands import Choose, Command, Decline, Lift, Place
from rules.amulett.events import Event, GemLifted, GemMoved, IncomeGiven, MetalChosen
from rules.amulett.journey import found, unfound
from rules.amulett.spells import MAGIC, MAGIC_CARDS, TELEPORTATION
from rules.amulett.state import Player, State, give_metal, with_area, without_gem
from rules.amulett.stock import ANY, UNTOLD, MetalCards, held, least_of, minus, pile, pile_of, plus
from rules.core.replacing import replace
from rules.core.seats import Seat


def printed_income(state: State, player: Player) -> tuple[str, ...]:
    """All symbols on the player's spells; a spell of unknown income brings none."""
    return tuple(symbol for charged in player.spells for symbol in state.facts.spells[charged.spell].income or ())


def extra_income(player: Player) -> MetalCards:
    """The four Magie spells (M-G1 to M-G4)."""
    gained = {
        metal: MAGIC_CARDS * player.gems.count(gem) for spell, (gem, metal) in MAGIC.items() if player.holds(spell)
    }
    return pile(gained)


def income_of(state: State, seat: Seat) -> tuple[MetalCards, int]:
    """The cards from the stacks as printed, and how many cards of choice come with them.

    Fixed symbols come first; one whose stack is empty becomes a card of choice (M-MET-3).
    """
    player = state.players[seat]
    symbols = printed_income(state, player)
    due = plus(pile_of(symbols), extra_income(player))
    given = least_of(due, state.stacks)
    return given, sum(minus(due, given)) + symbols.count(ANY)


def grey_choices(state: State) -> tuple[Command, ...]:
    lifts = (Lift(state.turn, area, gem) for area, gems in state.board.items() for gem in dict.fromkeys(gems))
    others = (Lift(state.turn, area, UNTOLD) for area in unfound(state))  # without a board: their first gems are there
    return (*lifts, *others, Decline(state.turn, TELEPORTATION))


def lifted_choices(state: State) -> tuple[Command, ...]:
    areas = (*state.board, *unfound(state))
    return tuple(Place(state.turn, area) for area in areas if state.lifted and area != state.lifted[0])


def lifted_follows(state: State) -> Event | None:
    """An area that is reached for the first time: what is there beside the lifted gem."""
    return found(state, state.lifted[0]) if state.lifted and state.lifted[0] not in state.board else None


def income_follows(state: State) -> Event | None:
    if state.sent is not None:
        return found(state, state.sent[0])
    given, free = income_of(state, state.turn)
    return IncomeGiven(state.turn, held(given), free)


def choose_choices(state: State) -> tuple[Command, ...]:
    return tuple(Choose(state.turn, metal) for metal in held(state.stacks))


def choose_follows(state: State) -> Event | None:
    there = tuple(held(state.stacks))
    return MetalChosen(state.turn, there[0]) if len(there) == 1 else None


def gem_lifted(state: State, event: GemLifted) -> State:
    return replace(with_area(state, event.area), stage="lifted", lifted=(event.area, event.gem))


def gem_moved(state: State, event: GemMoved) -> State:
    board = dict(state.board)
    if state.lifted is not None:
        source = state.lifted[0]
        board[source] = without_gem(board[source], event.gem)
    if event.area not in board:
        sent = (event.area, event.gem)
        return replace(with_area(state, event.area), stage="income", lifted=None, sent=sent, board=board)
    board[event.area] = (*board[event.area], event.gem)
    return replace(state, stage="income", lifted=None, board=board)


def income_given(state: State, event: IncomeGiven) -> State:
    return _choose_on(give_metal(state, event.seat, pile(event.metals)), event.free)


def metal_chosen(state: State, event: MetalChosen) -> State:
    return _choose_on(give_metal(state, event.seat, pile({event.metal: 1})), state.left - 1)


def _choose_on(state: State, left: int) -> State:
    """If all stacks are empty there is nothing more, and no debt (M-MET-4)."""
    if left and any(state.stacks):
        return replace(state, stage="choose", left=left)
    return replace(state, stage="next", left=0)
