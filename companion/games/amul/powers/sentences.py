"""A power in plain words, complete or not: the sentence grows with every choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.amul.powers.grammar import CONDITIONS, TERMS, Form, form_of, spelt_out
from rules.core.words import Value, Words, words

HOLE = words("teach.hole")


def power_words(power: Sequence[Mapping[str, Any]]) -> tuple[Words, ...]:
    """One sentence for each term; for no terms, that the card scores nothing by itself."""
    return tuple(_form_words(term, TERMS, "teach.term") for term in power) or (words("amul.score.no_power"),)


def condition_words(condition: Mapping[str, Any] | None) -> Words:
    return HOLE if condition is None else _form_words(condition, CONDITIONS, "teach.if")


def what_words(what: Mapping[str, Any] | None) -> Words:
    """What is counted; possibly only its sort is known yet."""
    if not what:
        return HOLE
    sort, names = next(iter(what.items()))
    if names is None or names == []:
        return words(f"teach.what_open.{sort}")
    match sort:
        case "kind":
            return words("amul.what.kind", kinds=(names,) if isinstance(names, str) else tuple(names))
        case "colour" | "trait":
            return Words(f"amul.what.{sort}", {sort: names})
        case "any":
            return words("amul.what.any")
    return words(f"amul.what.{sort}_{names}")


def _form_words(value: Mapping[str, Any], forms: tuple[Form, ...], key: str) -> Words:
    form = form_of(value, forms)
    if form is None:
        return words("teach.unreadable")
    plain = spelt_out(value)
    values: dict[str, Value] = {part.key: _part_words(part.sort, plain[part.key]) for part in form.fields}
    if isinstance(points := plain.get("flat", plain.get("points")), int):
        values["n"] = points  # one point, two points
    return Words(f"{key}.{form.name}", values)


def _part_words(sort: str, value: Any) -> Value:
    if value is None or value == []:
        return HOLE
    match sort:
        case "what":
            return what_words(value)
        case "whose" | "whom":
            return words(f"teach.{sort}.{value.replace('+', '_')}")
        case "condition":
            return condition_words(value)
        case "kinds":
            return words("amul.what.kind", kinds=tuple(value))
        case "steps":
            return ", ".join(map(str, value))
    number: int = value
    return number
