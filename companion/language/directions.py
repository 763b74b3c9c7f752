"""Names written from right to left, for drawers that place every letter to the right of the one before."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_FORMS = range(0xFB50, 0xFEFD)  # Arabic letters as they look alone and joined
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u0652"
_RUN = re.compile(rf"[{_RIGHT_TO_LEFT}]+(?:[ '-]+[{_RIGHT_TO_LEFT}]+)*")


def as_drawn(text: str) -> str:
    """The same text in the order of drawing: words in Hebrew or Arabic turned round, Arabic letters joined."""
    return _RUN.sub(lambda run: _turned(_joined(run[0])), text)


def _turned(text: str) -> str:
    """From its end; a mark stays behind the letter it belongs to."""
    return "".join(reversed(re.findall(rf"[^{_MARKS}][{_MARKS}]*", text)))


def _joined(text: str) -> str:
    """Each Arabic letter in the form that its neighbours give it."""
    forms = _arabic_forms()
    letters = [forms.get(letter, {}) for letter in text]
    drawn = []
    for at, (letter, mine) in enumerate(zip(text, letters, strict=True)):
        before = at > 0 and "initial" in letters[at - 1] and "final" in mine
        after = at + 1 < len(text) and "initial" in mine and "final" in letters[at + 1]
        name = {(True, True): "medial", (True, False): "final", (False, True): "initial"}.get((before, after), "")
        drawn.append(mine.get(name, letter))
    return "".join(drawn)


@cache
def _arabic_forms() -> dict[str, dict[str, str]]:
    """By letter, then by form; from the tables of Unicode."""
    found: dict[str, dict[str, str]] = {}
    for code in _FORMS:
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and parts[0] in ("<initial>", "<medial>", "<final>"):
            found.setdefault(chr(int(parts[1], 16)), {})[parts[0][1:-1]] = chr(code)
    return found
