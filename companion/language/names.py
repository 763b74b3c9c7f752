"""When two names are the same to whoever reads them, whatever the case, the spaces and the script of the letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from companion.resources import asset, wide_font
from rules.core.words import Words, words

LONGEST_NAME = 24
_GAP = re.compile(r"[\s_]+")
# As our fonts draw them: Latin, Greek and Cyrillic, or Hebrew, or Arabic. Nothing without a width, one direction.
_SCRIPTS = (
    "A-Za-z0-9À-ÖØ-öø-ɏͰ-ϿЀ-ӿḀ-ỻ",
    "\u05d0-\u05ea",
    "\u0621-\u063a\u0641-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc",
)
_WIDE = "A-Za-z0-9々〆〇ぁ-ゔァ-ヺー一-鿃가-힣"  # Chinese, Japanese, Korean: as a font of the system draws them
# Letters of Cyrillic and Greek, and rare ones of Latin, that look like Latin ones, in the order of the line below.
_STRANGE = "аеіјорсухѕԁһԛԝүӏѵАВЕЗІЈКМНОРСТУХЅҮӀѴΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿϹϺαορνϲϳıȷƅƿǀƖǷ"
_LATIN = "aeijopcyxsdhqwylvABE3IJKMHOPCTYXSYIVABEZHIKMNOPTYXJCMaopvcjijbpllP"
_AS_LATIN = str.maketrans(_STRANGE, _LATIN)
_AS_LINE = str.maketrans("I1|0O", "llloo")  # a capital I is a small L to whoever reads it
KEPT = 8_192  # names whose keys are remembered: a club compares a new one with all of its people


@lru_cache(KEPT)
def name_key(name: str) -> str:
    """The same for ``Ada M``, ``ada  m`` and ``ADA_M``."""
    return _GAP.sub(" ", unicodedata.normalize("NFKC", name)).strip().casefold()


def as_known(name: str, known: Iterable[str]) -> str:
    """Whoever is known by this name, however its capitals and spaces are typed; else the name."""
    key = name_key(name)
    return next((other for other in known if name_key(other) == key), name)


@lru_cache(KEPT)
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


@lru_cache(KEPT)
def look_keys(name: str) -> tuple[str, str]:
    """Names that have one of these in common look alike."""
    latin = unicodedata.normalize("NFD", name).translate(_AS_LATIN)  # a letter first, then what stands on it
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
    is_short = len(name) <= longest and any(map(str.isalpha, name))
    is_name = is_short and any(re.fullmatch(f"[{script} .'’-]+", name) for script in _scripts())
    return name if is_name else ""


def why_no_name(text: str, longest: int = LONGEST_NAME) -> Words:
    """Why ``tidy_name`` refuses this."""
    letters = "".join(dict.fromkeys(unicodedata.normalize("NFC", text[: 4 * longest])))
    strange = re.sub(f"[{''.join(_scripts())}]", "", "".join(filter(str.isalpha, letters)))
    return words("phones.strange_letters", letters=strange) if strange else words("phones.no_name", most=longest)


def _scripts() -> tuple[str, ...]:
    return _SCRIPTS if wide_font() is None else (*_SCRIPTS, _WIDE)
