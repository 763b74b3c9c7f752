"""The page for what went wrong: in words, with the next step, and a way to play on."""

from __future__ import annotations

from pathlib import Path

from companion import CompanionError
from companion.contract import Context
from companion.keeping.places import carry_facts, memory_place, other_places
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import explain
from companion.models import Choice, list_hints
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.navigation import Close, Lasting, Navigation, Quit
from companion.screens.trouble import TroubleModel, TroubleScreen
from rules.core.words import Words, words


class TroublePage(Lasting):
    def __init__(self, context: Context, exact: str) -> None:
        say = context.say
        # Errors are worded "what is wrong; what to do": each half has its own place on the screen.
        what, _, step = exact.partition("; ")
        choices = (Choice(say("screen.hint.play_on"), Close(), icon="play"),)
        steps = (step,) if step else ()
        model = TroubleModel(say("screen.trouble.title"), what, steps, "", choices, list_hints(say, menu=False))
        self._screen = TroubleScreen(model)

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Answered | Leave) else None


TRY_EVERY_MS = 3000
MEMORY = "memory"


class NoStorePage:
    """Goes away by itself as soon as the disk takes something again."""

    def __init__(self, context: Context, error: StoreTrouble) -> None:
        self._context = context
        self._usual, self._file = context.store.path.parent, context.store.path.name
        self._tried_ms: int | None = None
        self.is_stale = False
        self._screen = TroubleScreen(self._model(error))

    def _model(self, error: CompanionError) -> TroubleModel:
        say = self._context.say
        choices = [Choice(say("keeping.again"), Close(), icon="play")]
        for place in other_places():
            said = say("keeping.elsewhere", folder=str(place.parent))
            choices.append(Choice(said, place, say("keeping.elsewhere_detail"), "book"))
        choices.append(Choice(say("keeping.memory"), MEMORY, say("keeping.memory_detail"), "warning"))
        choices.append(Choice(say("keeping.quit"), Quit(), icon="off"))
        steps = (say("keeping.not_shown"),)
        return TroubleModel(
            say("screen.trouble.title"), explain(error, say), steps, "", tuple(choices), list_hints(say, menu=False)
        )

    def tick(self, now_ms: int) -> None:
        """Tries the disk again now and then."""
        if self._tried_ms is None:
            self._tried_ms = now_ms
        elif now_ms - self._tried_ms >= TRY_EVERY_MS:
            self._tried_ms = now_ms
            self.is_stale = self._context.store.takes_something()

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Answered(Path() as place):
                return self._move(place)
            case Answered(value) if value == MEMORY:
                return self._move(None)
            case Answered(Quit() as quits):
                return quits
            case Answered() | Leave():
                return Close()
        return None

    def _move(self, place: Path | None) -> Navigation:
        """``None``: into memory. A place that does not take it either is said in the same words."""
        try:
            self._context.store.move(memory_place() if place is None else place)
        except CompanionError as error:
            self._screen.model = self._model(error)
            return None
        self._context.parts["store"] = words("keeping.moved_memory") if place is None else self._settle_in(place)
        return Close()

    def _settle_in(self, folder: Path) -> Words:
        """The next evening begins there too and knows what was told; if that cannot be kept, it is said."""
        context = self._context
        try:
            if context.store.path.name != self._file:
                return words("keeping.moved_beside", file=context.store.path.name, folder=str(folder))
            if context.config.data_path == self._usual:
                carry_facts(self._usual, folder)
                context.change("data.folder", str(folder))
        except (CompanionError, OSError):
            return words("keeping.moved_tonight", folder=str(folder))
        return words("keeping.moved", folder=str(folder))
