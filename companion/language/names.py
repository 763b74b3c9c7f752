"""When two names are the same to whoever reads them, whatever the case, the spaces and the script of the letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from companion.resources import asset

LONGEST_NAME = 24
_GAP = re.compile(r"[\s_]+")
# As our fonts draw them: Latin, Greek and Cyrillic, or Hebrew, or Arabic. Nothing without a width, one direction.
_NAME = re.compile(
    r"[A-Za-z0-9À-ÖØ-öø-ɏͰ-ϿЀ-ӿḀ-ỿ .'’-]+"
    r"|[\u05d0-\u05ea .'’-]+"
    r"|[\u0621-\u063a\u0641-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc .'’-]+"
)
# Letters of Cyrillic and Greek that look like Latin ones, small and capital, in the order of the line below.
_STRANGE = "аеіјорсухѕԁһԛԝАВЕЗІЈКМНОРСТУХЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορν"
_LATIN = "aeijopcyxsdhqwABE3IJKMHOPCTYXSABEZHIKMNOPTYXaopv"
_AS_LATIN = str.maketrans(_STRANGE, _LATIN)
_AS_LINE = str.maketrans("I1|0O", "llloo")  # a capital I is a small L to whoever reads it


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


def look_keys(name: str) -> tuple[str, str]:
    """Names that have one of these in common look alike."""
    latin = name.translate(_AS_LATIN)
    return name_key(latin), name_key(latin.translate(_AS_LINE))


def look_alikes(names: Iterable[str]) -> tuple[str, str] | None:
    """The first two names that look alike and are not the same: by case, by spaces, by letters of another script or
    by strokes such as I and l."""
    seen: dict[str, str] = {}
    for name in names:
        for looks in look_keys(name):
            if (other := seen.setdefault(looks, name)) != name:
                return other, name
    return None


def tidy_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name as a stranger has typed it; empty if it cannot be one."""
    if len(text) > 4 * longest:
        return ""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    is_name = len(name) <= longest and _NAME.fullmatch(name) and any(map(str.isalpha, name))
    return name if is_name else ""
