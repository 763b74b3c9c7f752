"""When two names are the same to whoever reads them, whatever the case, the spaces and the script of the letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from companion.resources import asset

_GAP = re.compile(r"[\s_]+")
# Letters of Cyrillic and Greek that look like Latin ones, small and capital, in the order of the line below.
_STRANGE = "аеіјорсухѕԁһԛԝАВЕЗІЈКМНОРСТУХЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορν"
_LATIN = "aeijopcyxsdhqwABE3IJKMHOPCTYXSABEZHIKMNOPTYXaopv"
_AS_LATIN = str.maketrans(_STRANGE, _LATIN)


def name_key(name: str) -> str:
    """The same for ``Ada M``, ``ada  m`` and ``ADA_M``."""
    return _GAP.sub(" ", unicodedata.normalize("NFKC", name)).strip().casefold()


def plain_name(name: str) -> str:
    """For finding a name by its first letters: Jörg by ``jo``."""
    return unicodedata.normalize("NFKD", name_key(name)).encode("ascii", "ignore").decode()


@cache
def first_names() -> tuple[str, ...]:
    """Common first names, the likely ones first."""
    lines = asset("first_names.txt").read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def name_pattern(name: str) -> str:
    """A regular expression for the name with any gap between its parts."""
    return r"[\s_]+".join(map(re.escape, _GAP.split(name.strip())))


def look_alikes(names: Iterable[str]) -> tuple[str, str] | None:
    """The first two names that look alike and are not the same: by case, by spaces, or by letters of another script."""
    seen: dict[str, str] = {}
    for name in names:
        looks = name_key(name.translate(_AS_LATIN))
        if (other := seen.setdefault(looks, name)) != name:
            return other, name
    return None
