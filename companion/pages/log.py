"""What has happened, line by line; what was taken back stays, greyed; and back to any line that holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import Phrases
from companion.keeping.session import Session
from companion.keeping.times import played_until
from companion.pages import Close, Lasting, Turn, list_hints
from companion.screens import Leave, Outcome, Screen, Undo
from companion.screens.log import LogModel, LogRow, LogScreen
from companion.views.model import Header, Hints, clock_text
from rules.core.journal import Step
from rules.core.words import Words

# Cards that lie face down until all have chosen: the log says that, not which.
FACE_DOWN = ("offer", "reveal", "show")
# What shows everybody something that only one player knew, or nobody: to go back past it is no longer fair.
SHOWN_TO_ALL: Mapping[str, tuple[str, ...]] = {
    "amul": ("lay", "fill", "turn_up", "reveal", "done"),
    "amulett": ("deal", "open", "draw", "lay"),
}

GoBack = Callable[[int | None, int], object]  # to an entry, or by one step; at a time


class LogPage(Lasting):
    def __init__(self, session: Session, say: Phrases, go_back: GoBack | None = None) -> None:
        """Without ``go_back`` the log can only be read."""
        self._session = session
        self._say = say
        self._go_back = go_back
        self._shown = -1
        self._screen = LogScreen(self._model())

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if self._shown != self._session.last_seq:
            self._screen.show(self._model())
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:
        match outcome:
            case Undo(to) if self._go_back is not None and to != self._newest:
                self._go_back(to, now_ms)
                return Close()
            case Undo() | Leave():
                return Close()
        return None

    @property
    def _newest(self) -> int | None:
        steps = self._session.steps
        return steps[-1].seq if steps else None

    def _model(self) -> LogModel:
        say, self._shown = self._say, self._session.last_seq
        here, ok = ("screen.log.here", say("screen.hint.ok")) if self._go_back is not None else ("", "")
        hints = list_hints(say, menu=False)
        hints = Hints(hints.previous, hints.next, ok, hints.back)
        rows = log_rows(self._session, say)
        return LogModel(
            Header(say("screen.log.title")), rows, say(here) if here else "", say("screen.log.empty"), hints
        )


def log_rows(session: Session, say: Phrases) -> tuple[LogRow, ...]:
    """Every step, with the time played until then; ``crosses`` counts what others have seen since."""
    game, entries = session.game, session.entries
    since, shown = _shown_since(session), {step.seq for step in session.steps}
    return tuple(
        LogRow(
            step.seq,
            command_text(game.commands.encode(step.command), game.slug, say),
            clock_text(played),
            getattr(step.command, "seat", None),
            undone=step.seq not in shown,
            crosses=say("screen.log.crosses", n=since[step.seq]) if since.get(step.seq) else "",
        )
        for step, played in zip(entries, played_until(entries), strict=True)
        if isinstance(step, Step)
    )


def _shown_since(session: Session) -> dict[int, int]:
    """How many things all have seen after each step that holds."""
    found, count = {}, 0
    for step in reversed(session.steps):
        found[step.seq] = count
        coded = session.game.commands.encode(step.command)
        if coded["do"] in SHOWN_TO_ALL[session.game.slug]:
            count += len(coded.get("cards") or (1,))
    return found


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
