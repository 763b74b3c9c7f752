"""A question about an unknown fact that a decision needs, and the commands that answer it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.words import Words


@dataclass(frozen=True, slots=True)
class Barred:
    """An answer that contradicts earlier ones: why, and the facts of which at least one must then be wrong."""

    answer: object
    words: Words
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """``fact`` is the path in the facts file; ``answers`` are ready commands, "later" among them.

    ``likely``: the value that the table suggests, if any. ``barred``: answers that earlier ones rule out.
    """

    fact: str
    words: Words
    answers: tuple[object, ...]
    likely: object = None
    barred: tuple[Barred, ...] = ()
