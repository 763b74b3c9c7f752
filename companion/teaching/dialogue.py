"""A dialogue: a script asks questions, the dialogue remembers the answers and can go back."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.words import Words, words

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: a plain value and its name; ``colour`` is shown beside it."""

    value: Any
    words: Words
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """One question. ``start``: the likeliest answer; ``so_far``: what is being composed; ``is_text``: typed in."""

    words: Words
    options: tuple[Option, ...] = ()
    start: int = 0
    so_far: Any = None
    is_text: bool = False
    by_letters: bool = False
    ahead: tuple[Any, ...] = ()  # likely answers among very many


Script: TypeAlias = Generator[Ask, Any, T]


@dataclass(slots=True)
class Dialogue(Generic[T]):
    """Runs a script. Going back runs it again with one answer less; resuming runs it with the answers so far."""

    make: Callable[[], Script[T]]
    answers: list[Any] = field(default_factory=list)
    ask: Ask | None = field(init=False, default=None)
    result: T | None = field(init=False, default=None)
    _script: Script[T] = field(init=False)

    def __post_init__(self) -> None:
        self._replay()

    @property
    def is_done(self) -> bool:
        return self.ask is None

    def answer(self, value: Any) -> None:
        """A value that does not answer this question is ignored."""
        if self.ask is not None and _fits(self.ask, value):
            self.answers.append(value)
            self._send(value)

    def back(self) -> bool:
        """One question back; False at the first one."""
        if not self.answers:
            return False
        self.answers.pop()
        self._replay()
        return True

    def _replay(self) -> None:
        self._script = self.make()
        self._send(None)
        for number, value in enumerate(self.answers):
            if self.ask is None or not _fits(self.ask, value):
                # Kept answers may be outdated: from here on the questions are asked again.
                del self.answers[number:]
                return
            self._send(value)

    def _send(self, value: Any) -> None:
        try:
            self.ask, self.result = self._script.send(value), None
        except StopIteration as end:
            self.ask, self.result = None, end.value


def _fits(ask: Ask, value: Any) -> bool:
    if ask.is_text and isinstance(value, str):
        return True
    return any(option.value == value and type(option.value) is type(value) for option in ask.options)


def numbers(values: Iterable[int]) -> tuple[Option, ...]:
    return tuple(Option(value, words("teach.number", n=value)) for value in values)


def start_at(options: tuple[Option, ...], value: Any, otherwise: int = 0) -> int:
    """The index of the likeliest answer among the options."""
    return next((at for at, option in enumerate(options) if option.value == value), otherwise)


def ranking(ask: Ask) -> list[int]:
    """The options' indices, the likeliest first: those in ``ahead``, then close numbers, then the others in order."""
    values = [option.value for option in ask.options]
    ahead = [values.index(value) for value in ask.ahead if value in values]
    first = list(dict.fromkeys(ahead or [ask.start]))
    near = [values[n] for n in first if _is_number(values[n])]
    rest = [n for n in range(len(values)) if n not in first]
    if near:
        rest.sort(key=lambda n: min(_far(values[n], other) for other in near))
    return [*first, *rest]


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _far(value: Any, other: int) -> float:
    """A distance: larger numbers count as slightly closer than smaller ones, zero and below as far away."""
    if not _is_number(value):
        return 1000
    away: float = abs(value - other)
    return away + (0.5 if value < other else 0) + (20 if value <= 0 < other else 0)
