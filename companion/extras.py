"""Libraries that a plain box can do without: those of phones, club and printing, which are extras of the package."""

from __future__ import annotations

from importlib.util import find_spec

from companion.language.wording import Trouble
from rules.core.words import words

EXTRAS = {"tornado": "phones", "paho": "club", "openskill": "club", "reportlab": "print"}


def need(library: str) -> None:
    """Raises ``CompanionError`` in words, with what to install, where a library is missing."""
    if find_spec(library) is None:
        raise missing(library)


def missing(library: str) -> Trouble:
    return Trouble(words("extras.missing", library=library, extra=EXTRAS[library]))
