"""The forms of terms and conditions as data, for the questions on the screen and the fields of the web page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Sort: TypeAlias = Literal["points", "count", "steps", "what", "whose", "whom", "kinds", "condition", "place"]


@dataclass(frozen=True, slots=True)
class Field:
    """One part of a form: its key in the facts file, and what it holds."""

    key: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Form:
    """One way to score, or one condition. ``fixed``: keys whose value identifies this form."""

    name: str
    fields: tuple[Field, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def empty(self) -> dict[str, Any]:
        """The form with every part open."""
        return {**{part.key: None for part in self.fields}, **self.fixed}


_EACH = (Field("points", "points"), Field("each", "what"), Field("scope", "whose"))
_LADDER = (Field("table", "what"), Field("scope", "whose"), Field("points", "steps"))
_WANTS = (Field("wants", "kinds"), Field("points", "points"))
_PARTLY = (Field("wants", "kinds"), Field("partial", "steps"))
_COUNT = (Field("count", "what"), Field("scope", "whose"))
_LEAST, _MOST = Field("at_least", "count"), Field("at_most", "count")
_USED = {"uses_up": True}

TERMS: tuple[Form, ...] = (
    Form("flat", (Field("flat", "points"),)),
    Form("each", _EACH),
    Form("each_limited", (*_EACH, Field("limit", "count"))),
    Form("when", (Field("points", "points"), Field("when", "condition"))),
    Form("when_else", (Field("points", "points"), Field("when", "condition"), Field("else", "points"))),
    Form("ladder", _LADDER),
    Form("set", _LADDER, {"per": "set"}),
    Form("wants", _WANTS),
    Form("wants_partly", _PARTLY),
    Form("wants_used", _WANTS, _USED),
    Form("wants_partly_used", _PARTLY, _USED),
)
CONDITIONS: tuple[Form, ...] = (
    Form("most", (Field("most", "what"),)),
    Form("only_most", (Field("only_most", "what"),)),
    Form("fewest", (Field("fewest", "what"),)),
    Form("more_than", (Field("of", "what"), Field("more_than", "whom"))),
    Form("at_least", (*_COUNT, _LEAST)),
    Form("at_most", (*_COUNT, _MOST)),
    Form("between", (*_COUNT, _LEAST, _MOST)),
    Form("has", (Field("has", "kinds"),)),
    Form("order", (Field("order", "place"),)),
    Form("not", (Field("not", "condition"),)),
)
# Defaults that a file may leave out or spell out.
_DEFAULTS: Mapping[str, Any] = {"per": "card", "uses_up": False, "else": 0}
_SCOPED = ("each", "table", "count")


def form_of(value: Mapping[str, Any], forms: tuple[Form, ...]) -> Form | None:
    """The form of a term or condition of a file, complete or not."""
    plain = spelt_out(value)
    fitting = (form for form in forms if form.empty().keys() == plain.keys() and form.fixed.items() <= plain.items())
    return next(fitting, None)


def spelt_out(value: Mapping[str, Any]) -> dict[str, Any]:
    """The same with the scope spelt out and other defaults left out."""
    plain = {key: item for key, item in value.items() if key not in _DEFAULTS or item != _DEFAULTS[key]}
    if any(key in plain for key in _SCOPED):
        plain.setdefault("scope", "own")
    return plain


def as_json() -> dict[str, Any]:
    """For the web page: the same forms."""
    return {
        name: [
            {
                "name": form.name,
                "fields": [{"key": part.key, "sort": part.sort} for part in form.fields],
                "fixed": dict(form.fixed),
            }
            for form in forms
        ]
        for name, forms in (("terms", TERMS), ("conditions", CONDITIONS))
    }
