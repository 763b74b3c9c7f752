"""Which form of a text a number takes, by the plural rules of CLDR 45: cardinal (*3 cards*) and ordinal (*the 3rd*).

A table instead of babel: babel brings 30 MB of data for every language of the world, and the box installs without a
network. A language without a row here counts like English; a row is one line. Source: unicode.org/cldr, plurals.xml
and ordinals.xml.
"""

from __future__ import annotations

from collections.abc import Callable

CATEGORIES = ("zero", "one", "two", "few", "many", "other")

Rule = Callable[[float], str]


def _english(n: float) -> str:
    return "one" if n == 1 else "other"


def _french(n: float) -> str:
    return "many" if _is_million(n) else "one" if 0 <= n < 2 else "other"


def _spanish(n: float) -> str:
    return "many" if _is_million(n) else "one" if n == 1 else "other"


def _is_million(n: float) -> bool:
    return n != 0 and n % 1_000_000 == 0


def _east_slavic(n: float) -> str:
    if n % 1:
        return "other"
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if _ends_2_to_4(n) else "many"


def _south_slavic(n: float) -> str:
    if n % 1:
        return "other"
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if _ends_2_to_4(n) else "other"


def _polish(n: float) -> str:
    if n % 1:
        return "other"
    return "one" if n == 1 else "few" if _ends_2_to_4(n) else "many"


def _ends_2_to_4(n: float) -> bool:
    return 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14


def _czech(n: float) -> str:
    if n % 1:
        return "many"
    return "one" if n == 1 else "few" if 2 <= n <= 4 else "other"


def _romanian(n: float) -> str:
    if n == 1:
        return "one"
    return "few" if n % 1 or n == 0 or 1 <= n % 100 <= 19 else "other"


def _lithuanian(n: float) -> str:
    if n % 1:
        return "many"
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: float) -> str:
    if n % 10 == 0 or 11 <= n % 100 <= 19:
        return "zero"
    return "one" if n % 10 == 1 and n % 100 != 11 else "other"


def _slovene(n: float) -> str:
    if n % 1:
        return "few"
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(int(n) % 100, "other")


def _irish(n: float) -> str:
    if n in (1, 2):
        return "one" if n == 1 else "two"
    return "few" if 3 <= n <= 6 else "many" if 7 <= n <= 10 else "other"


def _welsh(n: float) -> str:
    return "other" if n % 1 else {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(int(n), "other")


def _icelandic(n: float) -> str:
    return "one" if n % 1 or (n % 10 == 1 and n % 100 != 11) else "other"


def _zero_is_one(n: float) -> str:
    return "one" if n in (0, 1) else "other"


def _never(n: float) -> str:  # noqa: ARG001 (this language has one form for all numbers)
    return "other"


CARDINAL: dict[str, Rule] = {
    "be": _east_slavic, "bs": _south_slavic, "ca": _spanish, "cs": _czech, "cy": _welsh, "es": _spanish, "fr": _french,
    "ga": _irish, "hi": _zero_is_one, "hr": _south_slavic, "id": _never, "is": _icelandic, "it": _spanish,
    "ja": _never, "ko": _never, "lt": _lithuanian, "lv": _latvian, "ms": _never, "pl": _polish, "pt": _french,
    "ro": _romanian, "ru": _east_slavic, "sk": _czech, "sl": _slovene, "sr": _south_slavic, "th": _never,
    "uk": _east_slavic, "vi": _never, "zh": _never,
}  # fmt: skip


def _english_nth(n: float) -> str:
    if 11 <= n % 100 <= 13:
        return "other"
    return {1: "one", 2: "two", 3: "few"}.get(int(n) % 10, "other")


def _first_only(n: float) -> str:
    return "one" if n == 1 else "other"


def _swedish_nth(n: float) -> str:
    return "one" if n % 10 in (1, 2) and n % 100 not in (11, 12) else "other"


def _italian_nth(n: float) -> str:
    return "many" if n in (8, 11, 80, 800) else "other"


def _catalan_nth(n: float) -> str:
    return {1: "one", 3: "one", 2: "two", 4: "few"}.get(int(n), "other")


def _ukrainian_nth(n: float) -> str:
    return "few" if n % 10 == 3 and n % 100 != 13 else "other"


def _hungarian_nth(n: float) -> str:
    return "one" if n in (1, 5) else "other"


ORDINAL: dict[str, Rule] = {
    "ca": _catalan_nth, "en": _english_nth, "fr": _first_only, "ga": _first_only, "hu": _hungarian_nth,
    "it": _italian_nth, "ms": _first_only, "ro": _first_only, "sv": _swedish_nth, "uk": _ukrainian_nth,
    "vi": _first_only,
}  # fmt: skip


def plural(code: str, n: object) -> str:
    """The category of ``n`` things; what is no number takes the general form."""
    return CARDINAL.get(_base(code), _english)(abs(n)) if isinstance(n, int | float) else "other"


def ordinal(code: str, n: object) -> str:
    """The category of the ``n``-th thing."""
    return ORDINAL.get(_base(code), _never)(n) if isinstance(n, int | float) else "other"


def categories(code: str) -> tuple[str, ...]:
    """The forms that a counted text needs in this language, for whole numbers of things at a table."""
    met = {plural(code, n) for n in range(200)}
    return tuple(name for name in CATEGORIES if name in met)


def _base(code: str) -> str:
    return code.partition("-")[0]
