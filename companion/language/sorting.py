"""Sorts names, and finds those that begin with what somebody has typed."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import combining, normalize

# Letters that Unicode does not take apart into a plain letter and its mark.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i"})
_AFTER = "\uffff"  # behind a plain letter: after all words that begin with it


def sort_key(label: str, order: str = "") -> str:
    """Marks on letters do not count (Ā with A, ö with o); -2 before -1, 9 before 10.

    ``order``: the alphabet of a language in which some letters have a place of their own (``…lł…``, ``…zåäö``).
    Without it the key also answers whether a name begins with what was typed on a keyboard without such letters.
    """
    own = _own_places(order)
    bare = "".join(own.get(letter) or _bare(letter) for letter in normalize("NFC", label.casefold()))
    if (below := re.fullmatch(r"[-−](\d{1,6})", bare)) is not None:
        return f"-{999_999 - int(below[1]):06}"
    return re.sub(r"\d+", lambda number: number[0].zfill(6), bare)


@cache
def _bare(letter: str) -> str:
    return "".join(part for part in normalize("NFKD", letter.translate(_PLAIN)) if not combining(part))


@cache
def _own_places(order: str) -> dict[str, str]:
    """Each marked letter of an alphabet after the plain one before it."""
    found, plain, behind = {}, "", 0
    for letter in normalize("NFC", order.casefold()):
        if _bare(letter) == letter:
            plain, behind = letter, 0
        else:
            behind += 1
            found[letter] = plain + _AFTER * behind
    return found
