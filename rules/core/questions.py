"""A decision that needs a fact nobody has told yet: what is asked, and the commands that answer it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.words import Words


@dataclass(frozen=True, slots=True)
class Barred:
    """An answer that cannot be, because of what was told before: why, and the facts of which one must be wrong then."""

    answer: object
    words: Words
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """``fact`` is the path in the facts file; ``answers`` are ready commands, "later" among them.

    ``likely``: the value that the table suggests, if it does. ``barred``: what nobody may answer as things stand.
    """

    fact: str
    words: Words
    answers: tuple[object, ...]
    likely: object = None
    barred: tuple[Barred, ...] = ()
