"""Laying out the table before the first card, a page for each step: skipped by one press, and remembered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from companion.contract import Desk, SetupStep
from companion.inbox import TableSeen
from companion.language.i18n import Phrases
from companion.models import Choice, Header, Hints, Notice, PhaseStep
from companion.play.first_game import all_know, remember
from companion.play.live_game import all_on_mat
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.layout import LayoutModel, LayoutScreen
from rules.core.table import Table
from vision.table.zones import WHOLE

NEXT, SKIP, OTHERS, LATER = "next", "skip", "others", "later"


@dataclass(frozen=True, slots=True)
class LayingPage:
    """What a page says and offers, for whoever does not draw it."""

    title: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Cards that somebody says lie there, as commands."""

    commands: tuple[Any, ...]


def layout_model(
    steps: tuple[SetupStep, ...],
    at: int,
    say: Phrases,
    slug: str,
    choices: tuple[tuple[Choice, ...], tuple[Choice, ...]],
    *,
    knows: bool = False,
    notices: tuple[Notice, ...] = (),
) -> LayoutModel:
    """``choices``: what can be told on this page, and how it is left; ``knows``: everybody has laid it out before."""
    step, (tiles, ends) = steps[at], choices
    return LayoutModel(
        header=Header(say(f"screen.game.{slug}"), say("layout.title"), _track(steps, at)),
        title=step.title,
        lines=step.lines,
        shelves=step.shelves,
        choices=(*tiles, *ends),
        start=1 if not tiles and at == 0 and knows else 0,
        pinned=len(ends) if tiles else 0,
        hints=_hints(step, say),
        notices=notices,
    )


def _track(steps: tuple[SetupStep, ...], at: int) -> tuple[PhaseStep, ...]:
    return tuple(
        PhaseStep(
            step.icon,
            step.name,
            "past" if place < at else "now" if place == at else "next" if place == at + 1 else "later",
        )
        for place, step in enumerate(steps)
    )


def _hints(step: SetupStep, say: Phrases) -> Hints:
    walk = say("screen.hint.choose")
    undo = say("screen.hint.undo") if step.zones else ""
    return Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.back"), say("screen.hint.menu"), undo)


def ways_on(step: SetupStep, say: Phrases, *, is_last: bool, has_others: bool = False) -> tuple[Choice, ...]:
    """How a page is left: with something to tell, later or by telling what is not among the likely ones."""
    if step.left:
        others = () if has_others or not step.others else (Choice(say("layout.others"), OTHERS, icon="cards"),)
        return (*others, Choice(say("layout.later"), LATER, icon="next"))
    done = Choice(say("layout.play" if is_last else "layout.done"), NEXT, icon="tick")
    return (done,) if is_last else (done, Choice(say("layout.skip"), SKIP, icon="play"))


def tiles_of(step: SetupStep, *, has_others: bool = False) -> tuple[Choice, ...]:
    """What can be told on a page."""
    if not step.left:
        return ()
    offered = step.others if has_others else step.likely
    return tuple(replace(choice, value=Told(cast("tuple[Any, ...]", choice.value))) for choice in offered)


class Layout:
    """The pages over a game that has begun. ``only_open``: just those on which something has still to be told."""

    def __init__(self, desk: Desk, *, only_open: bool = False) -> None:
        self._desk = desk
        self._only_open = only_open
        self._knows = all_know(desk.context.store, self._players, self._thing)
        self._at = 0
        self._has_others = False  # whether whatever else might be meant is offered
        self._skipped_at: int | None = None  # where somebody said "we know it"
        self._made: tuple[Any, bool, tuple[SetupStep, ...]] | None = None
        self._screen: LayoutScreen | None = None
        self.is_over = not self.steps
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
        """Worked out once for each state, however often it is shown."""
        state, camera = self._desk.live.session.state, self._desk.context.has_camera
        if self._made is None or self._made[0] is not state or self._made[1] != camera:
            make = self._desk.game.screens.setup
            self._made = (state, camera, () if make is None else make(self._desk))
        return self._made[2]

    @property
    def step(self) -> SetupStep:
        return self.steps[self._at]

    def sit_down(self, desk: Desk) -> None:
        """In another language, on the same page."""
        self._desk = desk
        self._screen = self._made = None

    # What the camera sees.

    def part_of(self, seen: TableSeen) -> TableSeen | None:
        """What of the table is read on this page: while cards are sorted, the rest means nothing."""
        if self.is_over or not self.step.zones:
            return None
        table = seen.table
        if WHOLE in table.zones:
            table = (self._desk.game.place_cards or all_on_mat)(table, self._desk.live.view)
        zones = {zone: cards for zone, cards in table.zones.items() if zone in self.step.zones}
        return replace(seen, table=Table(zones, table.focus))

    # What to show.

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        model = self._model((*notices, *self._doubt(now_ms)))
        if self._screen is None:
            self._screen = LayoutScreen(model)
        self._screen.show(model)
        return self._screen

    def _doubt(self, now_ms: int) -> tuple[Notice, ...]:
        """A card that cannot lie there is named; on this page there is nothing to answer but to take it away."""
        doubt = self._desk.live.doubt(now_ms) if self.step.zones else None
        return () if doubt is None else (Notice(self._desk.say.say(doubt.words), "warn", "question"),)

    def _model(self, notices: tuple[Notice, ...]) -> LayoutModel:
        return layout_model(
            self.steps,
            self._at,
            self._desk.say,
            self._desk.game.slug,
            (self._tiles(), self._ends()),
            knows=self._knows,
            notices=notices,
        )

    def _tiles(self) -> tuple[Choice, ...]:
        return tiles_of(self.step, has_others=self._has_others)

    def _ends(self) -> tuple[Choice, ...]:
        is_last = self._only_open or self._at == len(self.steps) - 1
        return ways_on(self.step, self._desk.say, is_last=is_last, has_others=self._has_others)

    def page_in(self, desk: Desk) -> LayingPage:
        """The page that is shown, in the language of that desk."""
        make = desk.game.screens.setup
        steps = self.steps if desk is self._desk or make is None else make(desk)
        step = steps[self._at]
        is_last = self._only_open or self._at == len(steps) - 1
        ends = ways_on(step, desk.say, is_last=is_last, has_others=self._has_others)
        return LayingPage(
            step.title, tuple(line.text for line in step.lines), (*tiles_of(step, has_others=self._has_others), *ends)
        )

    @property
    def place(self) -> tuple[int, bool]:
        """Which page is shown, and of it what."""
        return self._at, self._has_others

    # What people want.

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Whether it was about these pages and has been dealt with here."""
        match outcome:
            case Answered(Told(commands)):
                self._tell(commands, now_ms)
            case Answered(str(wish)):
                self._do(wish)
            case Leave() if self._has_others:
                self._has_others = False
            case Leave() if self._skipped_at is not None:
                self._at, self._only_open, self._skipped_at = self._skipped_at, False, None
            case Leave() if self._only_open:
                self.is_over = True
            case Leave() if self._at:
                self._at -= 1
            case _:
                return False
        return True

    def _tell(self, commands: tuple[Any, ...], now_ms: int) -> None:
        for command in commands:
            self._desk.live.tell(command, now_ms)
        self._has_others = False

    def _do(self, wish: str) -> None:
        if wish == OTHERS:
            self._has_others = True
        elif wish == SKIP:
            self._skip()
        elif self._only_open:
            self._next_open(self._at + 1)
        elif self._at == len(self.steps) - 1:
            self._end()
        else:
            self._at, self._has_others = self._at + 1, False

    def _skip(self) -> None:
        """Who knows how it is done still tells what lies there, if no camera does."""
        remember(self._desk.context.store, self._players, self._thing)
        if self._desk.context.has_camera:
            self.is_over = True
        else:
            self._only_open, self._skipped_at = True, self._at
            self._next_open(0)

    def _next_open(self, first: int) -> None:
        open_steps = (place for place, step in enumerate(self.steps) if place >= first and step.left)
        found = next(open_steps, None)
        self._has_others = False
        if found is None:
            self.is_over = True
        else:
            self._at = found

    def _end(self) -> None:
        remember(self._desk.context.store, self._players, self._thing)
        self.is_over = True
