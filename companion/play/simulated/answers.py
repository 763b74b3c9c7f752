"""What simulated people answer when the companion asks what is printed on a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.questions import Question

# What is not printed on a whole board is not there.
_UNMARKED: Mapping[tuple[str, str], Any] = {("areas", "wall"): "none", ("areas", "pyramid"): False}


def truthful(question: Question, document: Mapping[str, Any]) -> Any:
    """The answer that the printed cards of this box give; "later" when even they do not tell."""
    value = printed(document, question.fact)
    fitting = [answer for answer in question.answers if getattr(answer, "value", None) == value]
    return fitting[0] if fitting and value is not None else question.answers[-1]


def printed(document: Mapping[str, Any], fact: str) -> Any:
    """What the cards say; None where they do not. A card whose symbols are known shows none of those not named."""
    *way, last = fact.split(".")
    value: Any = document
    for part in way:
        value = value.get(part) if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping):
        return None
    return value.get(last, _UNMARKED.get((way[0], last), 0 if way[-1] == "traits" else None))
