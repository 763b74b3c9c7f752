"""What has happened, line by line; what was taken back stays, greyed; and back to any line that holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from companion.keeping.session import Session
from companion.keeping.session_stats import played_until
from companion.language.i18n import Phrases
from companion.models import Header, Hints, clock_text, list_hints
from companion.screens import Leave, Outcome, Screen, Undo
from companion.screens.log import LogModel, LogRow, LogScreen
from companion.screens.navigation import Close, Lasting, Navigation
from rules.core.commands import given_by
from rules.core.game import Game
from rules.core.journal import Step
from rules.core.secrecy import disclosed, is_face_down

WIDEST = 68  # characters that fit into a row at a readable size, also beside the offer to go back

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

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
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
        rows = log_rows(self._session, say, WIDEST)
        return LogModel(
            Header(say("screen.log.title")), rows, say(here) if here else "", say("screen.log.empty"), hints
        )


def log_rows(session: Session, say: Phrases, widest: int | None = None, most: int | None = None) -> tuple[LogRow, ...]:
    """Every step, with the time played until then; ``crosses`` counts what others have seen since.

    A step that says more than ``widest`` characters goes on in rows of its own, without time and seat. ``most``: the
    last so many entries, no more.
    """
    entries = session.entries
    since, holding = _seen_since(session), {step.seq for step in session.steps}
    rows: list[LogRow] = []
    for step, played in [*zip(entries, played_until(entries), strict=True)][-(most or len(entries)) :]:
        if isinstance(step, Step):
            undone = step.seq not in holding
            crosses = say("screen.log.crosses", n=since[step.seq]) if since.get(step.seq) else ""
            first, *more = packed(sentences(session.game, step, say), widest)
            rows.append(LogRow(step.seq, first, clock_text(played), given_by(step.command), undone, crosses))
            rows += [LogRow(step.seq, text, undone=undone, crosses=crosses) for text in more]
    return tuple(rows)


def _seen_since(session: Session) -> dict[int, int]:
    """How many hidden things all have seen after each step that holds: to go back past them is no longer fair."""
    found, count = {}, 0
    for step in reversed(session.steps):
        found[step.seq] = count
        count += sum(map(disclosed, step.events))
    return found


def sentences(game: Game[Any], step: Step, say: Phrases) -> tuple[str, ...]:
    """What a step did and what followed by itself; what has an empty text is not worth a place."""
    events = [event for place, event in enumerate(step.events) if not _is_told_later(event, step.events[place + 1 :])]
    return tuple(filter(None, (say.say(game.tell(event)) for event in events)))


def _is_told_later(event: Any, later: tuple[Any, ...]) -> bool:
    """What is laid face down and turned up in the same step is told once."""
    return is_face_down(event) and any(map(disclosed, later))


def packed(parts: tuple[str, ...], widest: int | None) -> list[str]:
    """The sentences in lines of at most ``widest`` characters; a longer one is broken where it lists things."""
    if widest is None:
        return [" ".join(parts)]
    lines = [""]
    for piece in (piece for part in parts for piece in _pieces(part, widest)):
        longer = f"{lines[-1]} {piece}".lstrip()
        if lines[-1] and len(longer) > widest:
            lines.append(piece)
        else:
            lines[-1] = longer
    return lines


def _pieces(sentence: str, widest: int) -> list[str]:
    return [sentence] if len(sentence) <= widest else re.split(r"(?<=[,:;]) ", sentence)
