"""The log of a game in sentences: a row for each step, including those that were taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.keeping.session import Session
from companion.keeping.session_stats import played_until
from companion.language.i18n import Phrases
from companion.models import LogRow, clock_text
from rules.core.commands import given_by
from rules.core.game import Game
from rules.core.journal import Step, tell
from rules.core.secrecy import disclosed, is_face_down

ENDS = (".", "!", "?", "…", ":", ";")


def log_rows(
    session: Session,
    say: Phrases,
    widest: int | None = None,
    most: int | None = None,
    told: dict[int, tuple[str, ...]] | None = None,
) -> tuple[LogRow, ...]:
    """Every step, with the playing time so far; ``crosses`` counts what others have seen since.

    A step longer than ``widest`` characters continues in rows without time and seat. ``most``: only the last entries.
    ``told``: sentences made before, by number; new ones are added.
    """
    told = {} if told is None else told
    entries = session.entries
    since, holding = _seen_since(session), {step.seq for step in session.steps}
    rows: list[LogRow] = []
    for step, played in [*zip(entries, played_until(entries), strict=True)][-(most or len(entries)) :]:
        if isinstance(step, Step):
            undone = step.seq not in holding
            crosses = say("screen.log.crosses", n=since[step.seq]) if since.get(step.seq) else ""
            if step.seq not in told:
                told[step.seq] = sentences(session.game, step, say)
            first, *more = packed(told[step.seq], widest)
            rows.append(LogRow(step.seq, first, clock_text(played), given_by(step.command), undone, crosses))
            rows += [LogRow(step.seq, text, undone=undone, crosses=crosses) for text in more]
    return tuple(rows)


def _seen_since(session: Session) -> dict[int, int]:
    """How many hidden cards were revealed after each step: to go back past them is no longer fair."""
    found, count = {}, 0
    for step in reversed(session.steps):
        found[step.seq] = count
        count += sum(map(disclosed, step.events))
    return found


def sentences(game: Game[Any], step: Step, say: Phrases) -> tuple[str, ...]:
    """What a step did and what followed from it; events with an empty text are left out."""
    events = [event for place, event in enumerate(step.events) if not _is_told_later(event, step.events[place + 1 :])]
    return apart([text for event in events if (text := say.say(tell(game, event)))])


def apart(texts: Sequence[str]) -> tuple[str, ...]:
    """Adds the full stops that a game's texts may lack, so that sentences can follow each other."""
    return (*(text if text.endswith(ENDS) else f"{text}." for text in texts[:-1]), *texts[-1:])


def _is_told_later(event: Any, later: tuple[Any, ...]) -> bool:
    """A card laid face down and revealed in the same step is mentioned once."""
    return is_face_down(event) and any(map(disclosed, later))


def packed(parts: tuple[str, ...], widest: int | None) -> list[str]:
    """Wraps sentences to lines of at most ``widest`` characters; a longer sentence is broken at commas."""
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
