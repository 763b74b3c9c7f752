"""A name or a word, written letter by letter with the buttons; what each of them does depends on where one is."""

from __future__ import annotations

from companion.i18n import Phrases
from companion.models import Header, Hints
from companion.screens.keyboard import KeyboardModel


def keyboard_model(say: Phrases, title: str, text: str = "") -> KeyboardModel:
    row, key = say("screen.hint.row"), say("screen.hint.key")
    return KeyboardModel(
        Header(title),
        text,
        say("screen.players.space"),
        rows=Hints(row, row, say("screen.hint.ok"), say("screen.hint.delete")),
        keys=Hints(key, key, say("screen.hint.ok"), say("screen.hint.other_row")),
        leave=say("screen.hint.back"),
    )
