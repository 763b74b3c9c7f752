"""What simulated people answer when the companion asks what is printed on a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rules.core.commands import value_of
from rules.core.questions import Question

# What it means that a fact is not printed on a thing of which others are; None: that nobody knows.
Blank: TypeAlias = Callable[[str], Any]


def truthful(question: Question, document: Mapping[str, Any], blank: Blank = lambda _: None) -> Any:
    """The answer that the printed cards of this box give; "later" when even they do not tell."""
    value = printed(document, question.fact, blank)
    fitting = [answer for answer in question.answers if value_of(answer) == value]
    return fitting[0] if fitting and value is not None else question.answers[-1]


def printed(document: Mapping[str, Any], fact: str, blank: Blank = lambda _: None) -> Any:
    """What the cards say; None where they do not."""
    *way, last = fact.split(".")
    value: Any = document
    for part in way:
        value = value.get(part) if isinstance(value, Mapping) else None
    if isinstance(value, str):
        return value  # the same on every copy
    return value.get(last, blank(fact)) if isinstance(value, Mapping) else None
