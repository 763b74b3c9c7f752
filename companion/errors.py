"""What goes wrong outside the rules, in words for whoever reads one line of it."""

from __future__ import annotations

from rules.core.words import Words


class CompanionError(Exception):
    """Shown in one line, with what to do next; never as a traceback.

    In English, for a command line; what players see is a ``companion.wording.Trouble``.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.said: str | Words = text
