"""The table companion: wires camera, panel, rules and screen into one program."""

from __future__ import annotations

import os

from rules.core.words import Words

# pygame greets on standard output, where only our own answers belong.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__version__ = "1.1.0"


class CompanionError(Exception):
    """What goes wrong outside the rules. Shown in one line, with what to do next; never as a traceback.

    In English, for a command line; what players see is a ``companion.language.wording.Trouble``.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.said: str | Words = text
