"""What simulated people answer when the companion asks what is printed on a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.questions import Question


def truthful(question: Question, document: Mapping[str, Any]) -> Any:
    """The answer that the printed cards of this box give; "later" when even they do not tell."""
    value: Any = document
    for part in question.fact.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    fitting = [answer for answer in question.answers if getattr(answer, "value", None) == value]
    return fitting[0] if fitting and value is not None else question.answers[-1]
