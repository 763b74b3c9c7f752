"""How a language joins the parts of a list, and a name to its value: texts like all others, ``list`` in ``core.toml``.

A word for *and* may change with the sound that follows (*Ana e Inés*). No text can say when; it is a rule per language
here, as in the list formats of ICU.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

Say = Callable[..., str]

# Spanish *y* is *e* before the vowel i, not before the glide of *hielo* and *hiato*.
_SPANISH = r"\W*(?:[ií]|h(?:í|i(?![ae]))|y(?![aeiouáéíóú\W]))"
_CHANGES: Mapping[str, re.Pattern[str]] = {"es": re.compile(_SPANISH, re.IGNORECASE)}


def chained(say: Say, key: str, parts: Sequence[str]) -> str:
    """All parts by the same pattern, from the first on."""
    return reduce(lambda begin, end: say(key, begin=begin, end=end), parts) if parts else ""


def joined(say: Say, code: str, parts: Sequence[str]) -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    *begin, end = parts
    sound = _CHANGES.get(code.partition("-")[0])
    usual = "list.two" if len(begin) == 1 else "list.last"
    key = "list.changed" if sound is not None and sound.match(end) else usual
    return say(key, begin=chained(say, "list.more", begin), end=end)
