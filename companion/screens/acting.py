"""Screens over a model with actions: what a seat can do now; and what flies across them when something was taken."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Protocol, TypeVar

from companion.models import Action
from companion.screens import Choosing, Chosen, Goto, Outcome


class WithActions(Protocol):
    """A model with things to do."""

    @property
    def actions(self) -> tuple[Action, ...]: ...


class Flying(Protocol):
    def is_over(self, now_ms: int) -> bool: ...


M = TypeVar("M", bound=WithActions)
F = TypeVar("F", bound=Flying)


class Acting(Choosing, Generic[M]):
    """Other actions begin with the focus where it is of most use."""

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


class Moving(Acting[M], Generic[M, F]):
    """What changed by one thing alone is seen to fly there, where ``motion`` is wanted."""

    def __init__(self, model: M, *, motion: bool = True) -> None:
        super().__init__(model)
        self._motion = motion
        self._now_ms = 0
        self._flight: F | None = None

    @abstractmethod
    def flight(self, before: M, after: M, now_ms: int) -> F | None:
        """The flight that explains what changed."""

    def show(self, model: M) -> None:
        if self._motion and model is not self.model:
            self._flight = self.flight(self.model, model, self._now_ms) or self._flight
        super().show(model)

    def update(self, now_ms: int) -> None:
        self._now_ms = now_ms
        if self._flight is not None and self._flight.is_over(now_ms):
            self._flight = None
