"""Pages on top of one another: the start page at the bottom, the one that is shown on top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from companion.pages.play.game_menu import MenuPage
from companion.screens.navigation import Page
from companion.seeing.wanted import Seeing


@runtime_checkable
class SeatedPage(Protocol):
    """A page with people at a table, by seat."""

    @property
    def people(self) -> tuple[str, ...]: ...


class PageStack:
    """The lowest page never goes."""

    def __init__(self, first: Page) -> None:
        self._pages: list[Page] = [first]

    def __iter__(self) -> Iterator[Page]:
        """From the bottom to the top."""
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def top(self) -> Page:
        while self._pages[-1].is_stale and len(self._pages) > 1:
            self.close(is_done=True)
        return self._pages[-1]

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits at the topmost page that has people."""
        return next((page.people for page in reversed(self._pages) if isinstance(page, SeatedPage)), ())

    @property
    def seeing(self) -> Seeing | None:
        """The topmost page that takes the camera over."""
        return next((page for page in reversed(self._pages) if isinstance(page, Seeing)), None)

    def open(self, page: Page) -> None:
        self._pages.append(page)

    def replace(self, page: Page) -> None:
        self._pages[-1] = page

    def close(self, *, is_done: bool) -> None:
        """Back leads to the page that one came from; after something was done, the table comes before its menu."""
        if len(self._pages) > 1:
            self._pages.pop()
        if is_done and isinstance(self._pages[-1], MenuPage):
            self._pages.pop()

    def start_over(self, *pages: Page) -> None:
        """Only the start page stays, with these above it."""
        self._pages[1:] = pages
