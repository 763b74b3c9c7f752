"""A second game that looks the same to all and differs in what is hidden: other cards face down, other hands, another
order of the deck. Whatever the program shows of the two must be the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from rules.amulett.stock import METALS
from rules.core.game import Game, Setup, advance
from rules.core.journal import Step
from rules.core.refusals import Refused
from rules.core.secrecy import disclosed, is_face_down, open_fields, shown
from tests.rules.setups import SETUPS

TRIES = 12
MOST_NIGHTS = 6
LOOKED_AT = 8  # as many moments for each that is wanted, to find those in which something is hidden


@dataclass(frozen=True)
class World:
    """One game as it was played, command by command."""

    setup: Setup
    steps: tuple[Step, ...]

    @property
    def commands(self) -> tuple[Any, ...]:
        return tuple(step.command for step in self.steps)

    def end(self, game: Game[Any]) -> Any:
        """The state that it leads to."""
        state = game.new(self.setup)
        for step in self.steps:
            state = advance(game, state, step.events)
        return state

    @property
    def hidden(self) -> set[str]:
        """Every text in a hidden field, of any step."""
        return {str(value) for command in self.commands for value in hidden_values(command).values()}


def hidden_values(command: Any) -> dict[str, Any]:
    names = {item.name for item in fields(command)} - set(open_fields(type(command)))
    return {name: getattr(command, name) for name in names}


def play_some(game: Game[Any], players: int, random: Random, length: int) -> World:
    """Random legal play, up to so many commands."""
    setup = TOLD.get(game.slug, lambda setup: setup)(SETUPS[game.slug](players, random))
    state, steps = game.new(setup), list[Step]()
    assert not isinstance(state, Refused)
    while len(steps) < length and (options := game.options(state)):
        command = random.choice(options)
        events = game.decide(state, command)
        assert not isinstance(events, Refused)
        steps.append(_step(len(steps), command, events))
        state = advance(game, state, events)
    return World(setup, tuple(steps))


def play_to_a_winner(game: Game[Any], players: int, seed: int) -> World:
    """The first such play that ends with a winner: in some games the count may stay open."""
    worlds = (play_some(game, players, Random(seed + 1000 * more), 5000) for more in range(50))
    return next(world for world in worlds if game.score(world.end(game))["winners"])


def _step(number: int, command: Any, events: tuple[Any, ...]) -> Step:
    return Step(number + 1, 1000 * (number + 1), command, events)


@dataclass(frozen=True)
class Moment:
    """A step of a world: the state before and after it, and what everybody knows of it."""

    step: Step
    before: Any
    after: Any
    told: tuple[Any, ...]


def seen_by_all(game: Game[Any], step: Step, after: Any) -> Iterator[Any]:
    """What everybody knows of one step; what takes longest to find out comes last."""
    yield shown(step.command, game.commands)
    yield [(game.show_event(event), game.tell(event)) for event in step.events]
    yield game.question(after)
    yield game.view(after)


def _moments(game: Game[Any], world: World) -> Iterator[Moment]:
    state = game.new(world.setup)
    for step in world.steps:
        before, state = state, advance(game, state, step.events)
        yield Moment(step, before, state, tuple(seen_by_all(game, step, state)))


def other_world(game: Game[Any], world: World, random: Random) -> World | None:
    """One that nobody can tell from this world, or None where nothing is hidden in it."""
    return _other(game, world, tuple(_moments(game, world)), random)


def _other(game: Game[Any], world: World, moments: Sequence[Moment], random: Random) -> World | None:
    for _ in range(TRIES):
        setup = SWAPS.get(game.slug, lambda setup, _: setup)(world.setup, random)
        other = _replayed(game, world, moments, setup, random)
        if other is not None and (other.commands != world.commands or setup != world.setup):
            return other
    return None


def hides(game: Game[Any]) -> bool:
    """Whether something is ever hidden in it: laid face down, or known to the set-up and not to the players."""
    return game.slug in SWAPS or any(len(open_fields(cls)) < len(fields(cls)) for cls in game.commands.classes.values())


def hidden_moments(
    game: Game[Any], players: int, seed: str, wanted: int, first: int = 2
) -> Iterator[tuple[World, World]]:
    """Moments by chance in which something is hidden, each with another world that looks the same to all.

    Of one game, and of more where that has too few of them. ``first``: not before so many steps.
    """
    found = 0
    for night in range(MOST_NIGHTS):
        whole, random = play_some(game, players, Random(f"{seed}{night or ''}"), 5000), Random(f"{seed} moments{night}")
        moments = tuple(_moments(game, whole))
        lengths = range(first, len(whole.steps))
        for length in random.sample(lengths, min(len(lengths), LOOKED_AT * wanted)):
            world = World(whole.setup, whole.steps[:length])
            if found < wanted and (other := _other(game, world, moments[:length], random)) is not None:
                found += 1
                yield world, other
        if found >= wanted:
            return


def _replayed(game: Game[Any], world: World, moments: Sequence[Moment], setup: Setup, random: Random) -> World | None:
    """The same steps to all eyes; what is laid face down is another card, where that is possible."""
    mine = moments[0].before
    state = mine if setup == world.setup else game.new(setup)
    if isinstance(state, Refused) or game.view(state) != game.view(mine):
        return None
    steps: list[Step] = []
    for run in _runs(moments):
        tried = (_same_to_all(game, run, choose, state) for choose in _otherwise(game, run, random))
        found = next((played for played in tried if played is not None), None)
        if found is None:
            return None
        state = found[0]
        steps += found[1]
    return World(setup, tuple(steps))


def _runs(moments: Sequence[Moment]) -> Iterator[tuple[Moment, ...]]:
    """Steps up to and with the next that shows what was hidden: face-down cards, then their turning up."""
    run: list[Moment] = []
    for moment in moments:
        run.append(moment)
        if any(map(disclosed, moment.step.events)) or not any(is_face_down(one.step.command) for one in run):
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def _otherwise(game: Game[Any], run: tuple[Moment, ...], random: Random) -> Iterator[Callable[[int, Any], Any]]:
    """Ways to choose the commands of a run, the true one last: among each other, or any other card."""
    commands = [moment.step.command for moment in run]
    down = [number for number, command in enumerate(commands) if is_face_down(command)]
    for _ in range(TRIES if down else 0):
        if any(map(disclosed, run[-1].step.events)):
            mixed = random.sample(down, len(down))
            swapped = dict(zip(down, (hidden_values(commands[number]) for number in mixed), strict=True))
            yield lambda number, _, swapped=swapped: replace(commands[number], **swapped.get(number, {}))
        else:
            yield lambda number, now: _another(game, now, commands[number], random)
    yield lambda number, _: commands[number]


def _another(game: Game[Any], state: Any, command: Any, random: Random) -> Any:
    """Another legal command that all take for this one."""
    if not is_face_down(command):
        return command
    told = shown(command, game.commands)
    alike = [option for option in game.options(state) if shown(option, game.commands) == told]
    return random.choice([option for option in alike if option != command] or [command])


def _same_to_all(
    game: Game[Any], run: tuple[Moment, ...], choose: Callable[[int, Any], Any], state: Any
) -> tuple[Any, list[Step]] | None:
    """Where the run leads, and its steps; None: somebody would notice. While it is the same world, nobody looks."""
    found: list[Step] = []
    for number, moment in enumerate(run):
        command = choose(number, state)
        if state is moment.before and command == moment.step.command:
            state = moment.after
            found.append(moment.step)
            continue
        events = game.decide(state, command)
        if isinstance(events, Refused):
            return None
        state, played = advance(game, state, events), replace(moment.step, command=command, events=events)
        if any(seen != told for seen, told in zip(seen_by_all(game, played, state), moment.told, strict=True)):
            return None
        found.append(played)
    return state, found


# What a set-up knows and the players do not.


def _told_amulett(setup: Setup) -> Setup:
    """With the hands in it."""
    return replace(setup, table={**setup.table, "metals": [dict.fromkeys(METALS, 1) for _ in setup.players]})


def _swap_amulett(setup: Setup, random: Random) -> Setup:
    """Two players have begun with another metal each; what is told of deck and markers comes in another order."""
    hands = [dict.fromkeys(METALS, 1) for _ in setup.players]
    one, other = random.sample(hands, 2)
    here, there = random.sample(METALS, 2)
    one[here], one[there], other[here], other[there] = 0, 2, 2, 0
    table: dict[str, Any] = {**setup.table, "metals": hands}
    for key in ("deck", "markers"):
        if told := list(setup.table.get(key, ())):
            cut = random.randrange(len(told))
            table[key] = told[:cut] + random.sample(told[cut:], len(told) - cut)
    return replace(setup, table=table)


TOLD: Mapping[str, Callable[[Setup], Setup]] = {"amulett": _told_amulett}
SWAPS: Mapping[str, Callable[[Setup, Random], Setup]] = {"amulett": _swap_amulett}
