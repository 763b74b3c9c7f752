"""Pages with one screen from beginning to end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from companion.screens import Leave, Outcome, Screen
from companion.screens.navigation import Close, Lasting, Navigation


class ModelScreen(Screen, Protocol):
    """A screen that can be given a new model."""

    def show(self, model: Any) -> None: ...


S = TypeVar("S", bound=Screen)
M = TypeVar("M", bound=ModelScreen)


class ScreenPage(Lasting, Generic[S]):
    """A lasting page with one screen; unless it takes other choices, people look at it and leave."""

    _screen: S

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else None


class ModelPage(ScreenPage[M], ABC):
    """Its screen shows the model of now, whenever it is asked for."""

    @abstractmethod
    def _model(self) -> Any: ...

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model())
        return super().screen(now_ms)
