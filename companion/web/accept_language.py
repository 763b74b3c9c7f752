"""Which of our languages a browser asks for."""

from __future__ import annotations

import re

from companion.language.i18n import LANGUAGES

LONGEST_WISH = 200  # characters of the header that are parsed


def preferred_language(header: str, otherwise: str) -> str:
    """The best of our languages in an ``Accept-Language`` header; ``otherwise`` if it names none."""
    found: list[tuple[float, str]] = []
    for part in header[:LONGEST_WISH].split(","):
        name, _, weight = part.strip().lower().partition(";")
        if (code := name.partition("-")[0]) in LANGUAGES:
            found.append((_weight(weight), code))
    best = max((weight for weight, _ in found), default=0.0)
    return next((code for weight, code in found if weight == best), otherwise) if best else otherwise


def _weight(text: str) -> float:
    fits = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", text)
    return min(1.0, float(fits[1])) if fits else float(not text.strip())
