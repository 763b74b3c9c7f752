"""Laying out the table before the first card, step by step. Steps can be skipped and gone back to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeGuard, cast

from companion.contract import Desk, SetupStep
from companion.inbox import TableSeen
from companion.keeping.kept_settings import ONLY_OPEN
from companion.language.i18n import Phrases
from companion.models import CardModel, Choice, PhaseStep, Shelf, Thing, Token
from companion.play.first_game import all_know, remember
from companion.play.live_game import all_on_mat
from rules.core.table import TableCards
from vision.table.zones import WHOLE

NEXT, SKIP, OTHERS, LATER = "next", "skip", "others", "later"


@dataclass(frozen=True, slots=True)
class StepInWords:
    """A step as plain text and choices, for phones.

    ``cards``: those that its picture shows; ``track``: all steps, and how far one has come.
    """

    title: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    cards: tuple[str, ...]
    track: tuple[PhaseStep, ...]


@dataclass(frozen=True, slots=True)
class CardsTold:
    """Cards told by hand, as commands."""

    commands: tuple[Any, ...]


def leaving_choices(step: SetupStep, say: Phrases, *, is_last: bool, has_others: bool = False) -> tuple[Choice, ...]:
    """The choices that leave a step. While something is left to tell: *later*, or the less likely cards."""
    if step.left:
        others = () if has_others or not step.others else (Choice(say("layout.others"), OTHERS, icon="cards"),)
        return (*others, Choice(say("layout.later"), LATER, icon="next"))
    done = Choice(say("layout.play" if is_last else "layout.done"), NEXT, icon="tick")
    return (done,) if is_last else (done, Choice(say("layout.skip"), SKIP, icon="play"))


def tiles_of(step: SetupStep, *, has_others: bool = False) -> tuple[Choice, ...]:
    """The cards that can be told on a step."""
    if not step.left:
        return ()
    offered = step.others if has_others else step.likely
    return tuple(replace(choice, value=CardsTold(cast("tuple[Any, ...]", choice.value))) for choice in offered)


def _steps_in(desk: Desk) -> tuple[SetupStep, ...]:
    make = desk.game.setup_steps
    return () if make is None else make(desk)


def track_of(steps: tuple[SetupStep, ...], at: int) -> tuple[PhaseStep, ...]:
    return tuple(
        PhaseStep(
            step.icon,
            step.name,
            "past" if place < at else "now" if place == at else "next" if place == at + 1 else "later",
        )
        for place, step in enumerate(steps)
    )


def _is_card(thing: Thing) -> TypeGuard[CardModel]:
    """Not one that only has a name, such as that of a start player."""
    return isinstance(thing, CardModel) and not thing.plain


def _counted(shelf: Shelf, say: Phrases) -> str:
    """The numbers in the picture of a step, and what they count."""
    figure = shelf.figure or " ".join(thing.text for thing in shelf.things if isinstance(thing, Token))
    if not (figure and shelf.label):
        return figure
    name = shelf.label[:1].upper() + shelf.label[1:]
    pair = f"{name} {figure}" if figure.startswith("×") else say("list.pair", name=name, value=figure)
    return pair.replace(" ", "\u00a0")


class LayingOut:
    """Walks through the set-up steps of a game. ``only_open``: only those on which something is left to tell."""

    def __init__(self, desk: Desk, *, only_open: bool = False, at: int = 0) -> None:
        self._desk = desk
        self._only_open = only_open
        self.is_known = all_know(desk.context.store, self._players, self._thing)
        self.has_others = False  # whether the less likely cards are offered
        self._is_laid = only_open  # whether the hands have done what comes first on this step
        self._skipped_at: int | None = None  # where somebody said "we know it"
        self._made: tuple[Any, bool, tuple[SetupStep, ...]] | None = None
        self.is_over = not self.steps
        self.at = max(0, min(at, len(self.steps) - 1))
        if only_open:
            self._next_open(0)

    @property
    def _players(self) -> tuple[str, ...]:
        return self._desk.live.session.setup.players

    @property
    def _thing(self) -> str:
        return f"setup.{self._desk.game.slug}"

    @property
    def steps(self) -> tuple[SetupStep, ...]:
        """Cached per state."""
        state, camera = self._desk.live.session.state, self._desk.context.has_camera
        if self._made is None or self._made[0] is not state or self._made[1] != camera:
            self._made = (state, camera, _steps_in(self._desk))
        return self._made[2]

    @property
    def step(self) -> SetupStep:
        return self.steps[self.at]

    @property
    def shown(self) -> tuple[SetupStep, ...]:
        """The same as they are shown: where cards are still to be laid out, nothing is asked yet."""
        return (*self.steps[: self.at], self._first(self.step), *self.steps[self.at + 1 :])

    def _first(self, step: SetupStep) -> SetupStep:
        return replace(step, lines=step.first, left=0) if self._lays_first else step

    @property
    def _lays_first(self) -> bool:
        return bool(self.step.first and self.step.left) and not self._is_laid

    @property
    def to_keep(self) -> int | None:
        """The step to go on with after a power cut; None if it is over."""
        if self.is_over:
            return None
        return ONLY_OPEN if self._only_open else self.at

    @property
    def place(self) -> tuple[int, bool, bool]:
        """Which step is shown, whether it offers the less likely cards, and whether it asks for any."""
        return self.at, self.has_others, not self._lays_first

    def speak(self, desk: Desk) -> None:
        """Switches the language and stays on the same step."""
        self._desk = desk
        self._made = None

    def part_of(self, seen: TableSeen) -> TableSeen | None:
        """The zones that are read on this step: while cards are being sorted, the others mean nothing."""
        if self.is_over or not self.step.zones:
            return None
        table = seen.table
        if WHOLE in table.zones:
            table = (self._desk.game.place_cards or all_on_mat)(table, self._desk.live.view)
        zones = {zone: cards for zone, cards in table.zones.items() if zone in self.step.zones}
        return replace(seen, table=TableCards(zones, table.focus))

    def choices(self, desk: Desk | None = None) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
        """What can be told on this step, and the choices that leave it."""
        desk = desk or self._desk
        step, is_last = self._step_in(desk), self._only_open or self.at == len(self.steps) - 1
        ends = leaving_choices(step, desk.say, is_last=is_last, has_others=self.has_others)
        return tiles_of(step, has_others=self.has_others), ends

    def in_words(self, desk: Desk) -> StepInWords:
        """The current step in the language of that desk."""
        step, (tiles, ends) = self._step_in(desk), self.choices(desk)
        counted = filter(None, (_counted(shelf, desk.say) for shelf in step.shelves))
        lines = (*(line.sentence for line in step.lines), " · ".join(counted))
        steps = self.steps if desk is self._desk else _steps_in(desk)
        laid = tuple(thing.ident for shelf in step.shelves for thing in shelf.things if _is_card(thing))
        return StepInWords(step.title, tuple(filter(None, lines)), (*tiles, *ends), laid, track_of(steps, self.at))

    def _step_in(self, desk: Desk) -> SetupStep:
        return self._first(self.step if desk is self._desk else _steps_in(desk)[self.at])

    def answer(self, answer: object, now_ms: int) -> bool:
        """Takes one of the choices; False if this step has no such choice."""
        match answer:
            case CardsTold(commands):
                for command in commands:
                    self._desk.live.tell(command, now_ms)
                self.has_others = False
            case str(wish):
                self._do(wish)
            case _:
                return False
        return True

    def back(self) -> bool:
        """Undoes the last press; False if this is the first step."""
        if self.has_others:
            self.has_others = False
        elif self._skipped_at is not None:
            self.at, self._only_open, self._skipped_at = self._skipped_at, False, None
            self._is_laid = False
        elif self._only_open:
            self.is_over = True
        elif self._is_laid and self.step.first and self.step.left:
            self._is_laid = False
        elif self.at:
            self.at, self._is_laid = self.at - 1, True
        else:
            return False
        return True

    def _do(self, wish: str) -> None:
        if wish == OTHERS:
            self.has_others = True
        elif wish == SKIP:
            self._skip()
        elif self._only_open:
            self._next_open(self.at + 1)
        elif self._lays_first:
            self._is_laid = True
        elif self.at == len(self.steps) - 1:
            self._end()
        else:
            self.at, self.has_others, self._is_laid = self.at + 1, False, False

    def _skip(self) -> None:
        """Players who know the set-up still tell which cards lie there, unless a camera sees them."""
        remember(self._desk.context.store, self._players, self._thing)
        if self._desk.context.has_camera:
            self.is_over = True
        else:
            self._only_open, self._skipped_at, self._is_laid = True, self.at, True
            self._next_open(0)

    def _next_open(self, first: int) -> None:
        open_steps = (place for place, step in enumerate(self.steps) if place >= first and step.left)
        found = next(open_steps, None)
        self.has_others = False
        if found is None:
            self.is_over = True
        else:
            self.at = found

    def _end(self) -> None:
        remember(self._desk.context.store, self._players, self._thing)
        self.is_over = True
