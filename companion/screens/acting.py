"""Screens with actions, what a seat can do now; and those that show a flight or a moment when something changes."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Protocol, TypeVar

from companion.models import Action, Moment
from companion.screens import Choosing, Chosen, Goto, Input, Outcome
from companion.screens.motion import lasts_ms


class WithActions(Protocol):
    """A model with actions."""

    @property
    def actions(self) -> tuple[Action, ...]: ...


class WithMoment(WithActions, Protocol):
    """A model that may also have a moment."""

    @property
    def moment(self) -> Moment | None: ...


class Flying(Protocol):
    def is_over(self, now_ms: int) -> bool: ...


M = TypeVar("M", bound=WithActions)
MM = TypeVar("MM", bound=WithMoment)
F = TypeVar("F", bound=Flying)


class Acting(Choosing, Generic[M]):
    """When the actions change, the focus moves to the most useful one."""

    def __init__(self, model: M) -> None:
        super().__init__()
        self.model = model
        self.focus = self.first_focus(model)

    def first_focus(self, model: M) -> int:  # noqa: ARG002
        return 0

    def show(self, model: M) -> None:
        if model.actions != self.model.actions:
            self.focus = self.first_focus(model)
        self.model = model

    def count(self) -> int:
        return len(self.model.actions)

    def chosen(self, index: int) -> Outcome | None:
        action = self.model.actions[index]
        return Goto(action.goto) if action.goto else Chosen(action.command)


class Moving(Acting[MM], Generic[MM, F]):
    """With ``motion``, a single thing that moved is seen to fly there.

    A moment is shown large over the table; a press ends it and still counts as usual.
    """

    def __init__(self, model: MM, *, motion: bool = True) -> None:
        super().__init__(model)
        self._motion = motion
        self._now_ms = 0
        self._flight: F | None = None
        self._moment: tuple[object, int] | None = None  # and until when

    @abstractmethod
    def flight(self, before: MM, after: MM, now_ms: int) -> F | None:
        """The flight that explains what changed."""

    @abstractmethod
    def card_read(self, before: MM, after: MM) -> object:
        """The card that was just read or turned up, as the game shows it, if any."""

    @property
    def moment(self) -> object:
        """What is shown large over the table now."""
        return None if self._moment is None else self._moment[0]

    def show(self, model: MM) -> None:
        if self._motion and model is not self.model:
            self._flight = self.flight(self.model, model, self._now_ms) or self._flight
        if model is not self.model:
            self._begin_moment(self.model, model)
        super().show(model)

    def _begin_moment(self, before: MM, after: MM) -> None:
        fresh = after.moment if after.moment != before.moment else None
        found = fresh or self.card_read(before, after)
        if found is not None:
            self._moment = (found, self._now_ms + lasts_ms(found))

    def handle(self, wish: Input) -> Outcome | None:
        self._moment = None
        return super().handle(wish)

    def update(self, now_ms: int) -> None:
        self._now_ms = now_ms
        if self._flight is not None and self._flight.is_over(now_ms):
            self._flight = None
        if self._moment is not None and now_ms >= self._moment[1]:
            self._moment = None
