"""Waiting for what is done beside the main loop."""

from __future__ import annotations

from companion.pages import background_task

LONGEST_S = 60


def all_back() -> None:
    """Every thread that was sent has come back; what it brought is taken in at the next tick."""
    for thread in background_task._running:
        thread.join(LONGEST_S)
        assert not thread.is_alive()
