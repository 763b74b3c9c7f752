"""The play as a code for a telephone: the link that logs it at home."""

from __future__ import annotations

from companion.i18n import Phrases
from companion.models import Header, Hints
from companion.navigation import Close, Lasting, Navigation
from companion.screens import Leave, Outcome, Screen
from companion.screens.qr import QrModel, QrScreen


class CodePage(Lasting):
    def __init__(self, say: Phrases, link: str) -> None:
        hints = Hints(back=say("screen.hint.back"))
        self._screen = QrScreen(QrModel(Header(say("screen.winner.code")), link, say("screen.winner.code_text"), hints))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else None
