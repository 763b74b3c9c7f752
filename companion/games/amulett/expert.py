"""The set-up for experts (M-SET-4): all choose in secret; once all are ready, each seat shows its spells and stones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.contract import Context
from companion.games.amulett.box import SLUG
from companion.games.amulett.loading import CardsByZone, Loading
from companion.games.amulett.loading_view import (
    COUNT,
    EMPTY,
    NEXT,
    READY,
    START,
    ChangeSeat,
    SpellOwner,
    count_model,
    loading_model,
    ready_model,
    tell_model,
)
from companion.games.amulett.screens.loading import LoadingModel, LoadingScreen
from companion.inbox import TableSeen
from companion.screens import Chosen, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Lasting, Navigation
from companion.screens.number_screen import NumberScreen
from companion.screens.tell_screen import TellScreen
from companion.seeing.wanted import LooksFor
from rules.amulett.expert import KEPT
from rules.amulett.stock import STONES
from rules.core.refusals import Refused
from rules.core.words import Words, words

# What to do with the told table.
BeginWithTable = Callable[[Mapping[str, object]], Navigation]


class ExpertPage(Lasting):
    """Until all are ready, nothing on the table is read or shown."""

    slug = SLUG

    looks_for: LooksFor = "cards"

    def __init__(
        self,
        context: Context,
        names: tuple[str, ...],
        start: int,
        begin: BeginWithTable,
        back: Callable[[], Navigation],
    ) -> None:
        self._context = context
        self._begin = begin
        self._back = back
        self.document = context.box(self.slug).document(context.facts, Path())
        self.say = context.phrases(self.slug, self.document, names)
        self.loading = Loading(len(names), start)
        self._zones: CardsByZone = {}
        self._is_open = False  # whether all have chosen
        self._is_whole = False  # whether the last page, with everybody's spells, is shown
        self._refusal: Words | None = None
        self._counted: dict[str, int] = {}  # stones told so far, for the seat that is counting
        self._count: NumberScreen | None = None
        self._tell: TellScreen | None = None
        self._ready = LoadingScreen(ready_model(self.say))
        self._screen = LoadingScreen(self._model())

    def see(self, seen: TableSeen) -> None:
        """Once two spells are read, their stones are asked for."""
        self._zones = seen.table.zones
        if self._is_whole:
            self.loading.glance(self._zones)
        elif self._is_open:
            self._look()

    def _look(self) -> None:
        before = self.loading.spells(self.loading.seat)
        self.loading.look(self._zones)
        if self.loading.spells(self.loading.seat) != before:
            self._tell = self._count = None
            self._ask_stones()

    # What to show.

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if not self._is_open:
            return self._ready
        if self._tell is not None:
            return self._tell
        if self._count is not None:
            return self._count
        self._screen.show(self._model())
        return self._screen

    def _model(self) -> LoadingModel:
        return loading_model(
            self.loading,
            self.say,
            is_whole=self._is_whole,
            camera=self._context.has_camera,
            notices=self._context.notices(self._said(), say=self.say),
        )

    def _said(self) -> Words | None:
        """The one thing that is in the way, if any."""
        if self._refusal is not None:
            return self._refusal
        loading = self.loading
        lying = loading.on_mat if self._is_whole else loading.left_over
        if not self._is_whole and (wrong := self._wrong()) is not None:
            return wrong
        if lying:
            return words("page.expert.left_over", spells=lying)
        return words("page.expert.strange") if loading.strange else None

    def _wrong(self) -> Words | None:
        """Why the cards laid cannot be the seat's two spells, if so."""
        loading, seat = self.loading, self.loading.seat
        if loading.twice:
            spell, first = loading.twice[0]
            return words("page.expert.twice", spell=spell, seat=seat, first=first)
        if len(loading.spells(seat)) > KEPT:
            return words("page.expert.too_many", n=KEPT, spells=loading.spells(seat), seat=seat)
        return None

    # What people want.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        self._refusal = None
        if self._count is not None:
            self._act_counting(outcome)
            return None
        if self._tell is not None:
            self._act_telling(outcome)
            return None
        match outcome:
            case Goto("tell"):
                self._ask_spell()
            case Chosen(command):
                return self._do(command)
            case Undo() if self._is_open and not self._is_whole:
                self.loading.clear()
            case Leave():
                return self._leave()
        return None

    def _do(self, command: object) -> Navigation:
        match command:
            case SpellOwner(spell, seat):
                self.loading.give(spell, seat)
                self._ask_stones()
            case ChangeSeat(seat):
                self._go(seat)
            case str() if command == READY:
                self._is_open = True
                self._look()
            case str() if command == START:
                return self._play()
            case str() if command == NEXT:
                self._next()
            case str() if command == COUNT:
                self._ask_stones()
            case str() if command == EMPTY:
                self.loading.clear()
        return None

    def _play(self) -> Navigation:
        table = self.loading.table()
        if isinstance(table, Refused):
            self._refusal = table.words
            return None
        return self._begin(table)

    def _go(self, seat: int) -> None:
        self._is_whole, self.loading.seat = False, seat
        self._look()

    def _next(self) -> None:
        """To the next seat with something to tell, or to the page with all of them."""
        waiting = self.loading.waiting
        if waiting is None:
            self._is_whole = True
        else:
            self._go(waiting)

    def _leave(self) -> Navigation:
        """One step back: from the last page to the last seat, from a seat to the one before, then to the first page."""
        order = self.loading.order
        if not self._is_open:
            return self._back()
        if self._is_whole:
            self._go(order[-1])
        elif self.loading.seat == order[0]:
            self._is_open = False
        else:
            self._go(order[order.index(self.loading.seat) - 1])
        return None

    # Telling a spell.

    def _ask_spell(self) -> None:
        loading = self.loading
        key = "page.expert.which" if not loading.spells(loading.seat) else "page.expert.which_more"
        text = self.say(key, seat=loading.seat)
        self._tell = TellScreen(tell_model(loading, self.say, text))

    def _act_telling(self, outcome: Outcome) -> None:
        match outcome:
            case Chosen(str(spell)):
                self.loading.tell(spell)
                self._tell = None
                if self.loading.has_two:
                    self._ask_stones()
                else:
                    self._ask_spell()
            case Leave() | Undo():
                self._tell = None

    # Counting stones.

    def _ask_stones(self) -> None:
        if self.loading.has_two and not self.loading.twice:
            self._counted = {}
            self._ask_count()

    def _ask_count(self) -> None:
        """Asks for the stones of the next spell."""
        spell = self._next_spell()
        most = STONES - 1 if not self._counted else STONES - sum(self._counted.values())
        self._count = NumberScreen(count_model(self.loading, spell, most, self.say))

    def _next_spell(self) -> str:
        return next(spell for spell in self.loading.spells(self.loading.seat) if spell not in self._counted)

    def _act_counting(self, outcome: Outcome) -> None:
        match outcome:
            case Finished(int(stones)):
                self._counted[self._next_spell()] = stones
                self._counted_one()
            case Leave() | Undo() if self._counted:
                self._counted.popitem()
                self._ask_count()
            case Leave() | Undo():
                self._count = None

    def _counted_one(self) -> None:
        if len(self._counted) < len(self.loading.spells(self.loading.seat)):
            self._ask_count()
            return
        self._count = None
        refused = self.loading.load(self._counted)
        if refused is not None:
            self._refusal = refused.words
        else:
            self._next()
