"""Whether a text can stand for the English one: its form and the values in it."""

from __future__ import annotations

import string
from collections.abc import Mapping

Text = str | Mapping[str, str]


def misfit(text: Text, english: Text) -> str:
    """What is wrong with a text beside the English one, as a key of ``translation``; empty: nothing."""
    if not all(isinstance(part, str) for part in _forms(text)):
        return "no_text"
    try:
        places = _places(text)
    except ValueError:
        return "braces"
    return "places" if places - _places(english) - {"n"} else ""


def _forms(text: Text) -> tuple[str, ...]:
    return tuple(text.values()) if isinstance(text, Mapping) else (text,)


def _places(text: Text) -> set[str]:
    parse = string.Formatter().parse
    return {name for form in _forms(text) for _, name, _, _ in parse(form) if name is not None}
