"""For translators: what a language still lacks, and which of its texts cannot be used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.language.fitting import Text, misfit
from companion.language.folders import ENGLISH, text_files
from companion.language.i18n import own_texts, read_texts
from companion.language.plurals import categories
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class Gaps:
    """``missing``: texts shown in English, by key; ``wrong``: what to correct."""

    texts: int
    missing: Mapping[str, Text]
    wrong: tuple[Words, ...]


def gaps_of(code: str) -> Gaps:
    english, own = own_texts(ENGLISH), own_texts(code)
    missing = {key: text for key, text in english.items() if key not in own}
    return Gaps(len(english), missing, tuple(_wrong(code, english, own)))


def _wrong(code: str, english: Mapping[str, Text], own: Mapping[str, Text]) -> Iterator[Words]:
    for path in text_files(code):
        try:
            read_texts(path)
        except (OSError, ValueError) as error:
            yield words("translation.file", file=path.name, why=str(error))
    for key, text in own.items():
        if key not in english:
            yield words("translation.unknown", key=key)
        elif why := misfit(text, english[key]):
            yield words(f"translation.{why}", key=key)
        elif isinstance(text, Mapping) and (lacking := _lacking(code, english[key], text)):
            yield words("translation.forms", key=key, forms=lacking)


def _lacking(code: str, english: Text, text: Mapping[str, str]) -> tuple[str, ...]:
    """The plural forms that this language needs and the text does not have; ordinal numbers have forms of their own."""
    counts = not isinstance(english, Mapping) or "two" not in english
    return tuple(form for form in categories(code) if form not in text) if counts else ()
