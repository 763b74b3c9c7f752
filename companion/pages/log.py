"""What has happened, line by line, and back to any of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.i18n import Phrases
from companion.pages import Close, Context, Lasting, Turn, list_hints
from companion.play.night import Night
from companion.screens import Leave, Outcome, Screen, Undo
from companion.screens.log import LogModel, LogRow, LogScreen
from companion.views.model import Header, clock_text
from rules.core.words import Words

# Cards that lie face down until all have chosen: the log says that, not which.
FACE_DOWN = ("offer", "reveal", "show")


class LogPage(Lasting):
    def __init__(self, context: Context, night: Night, say: Phrases) -> None:
        self._context = context
        self._night = night
        self._say = say
        self._screen = LogScreen(self._model())

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model())
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:
        match outcome:
            case Undo(to):
                self._night.undo(now_ms, to)
                return Close()
            case Leave():
                return Close()
        return None

    def _model(self) -> LogModel:
        say, game = self._say, self._night.session.game
        rows = tuple(
            LogRow(
                step.seq,
                command_text(game.commands.encode(step.command), game.slug, say),
                clock_text(step.at_ms),
                getattr(step.command, "seat", None),
            )
            for step in self._night.session.steps
        )
        hints = list_hints(say, menu=False)
        return LogModel(Header(say("screen.log.title")), rows, say("screen.log.here"), say("screen.log.empty"), hints)


def command_text(coded: Mapping[str, Any], slug: str, say: Phrases) -> str:
    """A command in words, as all may see it."""
    do = coded["do"]
    values = {key: _value(value) for key, value in coded.items() if key != "do"}
    if do in FACE_DOWN:
        values.pop("card", None)
    if "fact" in coded:
        sort, kind, *keys = f"{coded['fact']}.".split(".")  # cards.camel.letter, or points.camel#1
        key = next(filter(None, keys), sort)
        values = {"kind": kind, "fact": key, "value": str(coded.get("value", ""))}
    return say.say(Words(f"{slug}.log.{do}", values))


def _value(value: Any) -> Any:
    """As ``Words`` can carry it; what it cannot is not said in a line of the log."""
    if isinstance(value, list):
        return tuple(value)
    return None if isinstance(value, dict) else value
