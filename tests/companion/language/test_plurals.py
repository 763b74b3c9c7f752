"""Plural and ordinal forms against the samples that CLDR publishes beside its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language.i18n import Phrases
from companion.language.plurals import categories, ordinal, plural
from tests.companion.language.folders import add_language, forget

CARDINAL: dict[str, dict[str, tuple[float, ...]]] = {
    "en": {"one": (1,), "other": (0, 2, 16, 100, 1.5)},
    "de": {"one": (1,), "other": (0, 2, 16, 1.5)},
    "nl": {"one": (1,), "other": (0, 2, 16)},
    "fr": {"one": (0, 1, 1.5), "many": (1_000_000,), "other": (2, 17, 100)},
    "es": {"one": (1,), "many": (1_000_000,), "other": (0, 2, 16, 100)},
    "pl": {"one": (1,), "few": (2, 3, 4, 22, 24, 32, 102), "many": (0, 5, 12, 14, 19, 21, 100), "other": (1.5,)},
    "ru": {"one": (1, 21, 31, 101), "few": (2, 4, 22, 34), "many": (0, 5, 11, 19, 111), "other": (0.5,)},
    "cs": {"one": (1,), "few": (2, 4), "many": (1.5,), "other": (0, 5, 19, 100)},
    "lt": {"one": (1, 21, 101), "few": (2, 9, 22), "many": (0.1,), "other": (0, 10, 20, 11)},
    "lv": {"zero": (0, 10, 20, 11), "one": (1, 21), "other": (2, 9, 22)},
    "sl": {"one": (1, 101), "two": (2, 102), "few": (3, 4, 103), "other": (0, 5, 19)},
    "ga": {"one": (1,), "two": (2,), "few": (3, 6), "many": (7, 10), "other": (0, 11)},
    "cy": {"zero": (0,), "one": (1,), "two": (2,), "few": (3,), "many": (6,), "other": (4, 5, 7)},
    "ro": {"one": (1,), "few": (0, 2, 16, 101), "other": (20, 35, 100)},
    "hr": {"one": (1, 21), "few": (2, 24), "other": (0, 5, 19, 100)},
    "is": {"one": (1, 21, 31), "other": (0, 2, 11)},
    "ja": {"other": (0, 1, 2)},
    "qps": {"one": (1,), "other": (0, 2)},
}
ORDINAL: dict[str, dict[str, tuple[float, ...]]] = {
    "en": {"one": (1, 21, 101), "two": (2, 22), "few": (3, 23, 103), "other": (4, 11, 12, 13, 111)},
    "fr": {"one": (1,), "other": (2, 21)},
    "sv": {"one": (1, 2, 21, 22), "other": (3, 11, 12)},
    "it": {"many": (8, 11, 80, 800), "other": (1, 2)},
    "uk": {"few": (3, 23), "other": (1, 13)},
    "de": {"other": (1, 2, 3)},
    "pl": {"other": (1, 2, 3)},
}


@pytest.mark.parametrize("code", CARDINAL)
def test_how_many(code: str) -> None:
    assert {name: tuple(n for n in found if plural(code, n) == name) for name, found in CARDINAL[code].items()} == (
        CARDINAL[code]
    )


@pytest.mark.parametrize("code", ORDINAL)
def test_the_how_manieth(code: str) -> None:
    assert {name: tuple(n for n in found if ordinal(code, n) == name) for name, found in ORDINAL[code].items()} == (
        ORDINAL[code]
    )


def test_which_forms_a_translator_writes() -> None:
    assert categories("pl") == ("one", "few", "many")
    assert categories("en") == categories("de") == categories("fr") == ("one", "other")


@pytest.mark.slow
def test_forms_are_chosen_by_the_language_that_the_text_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Romanian 0 is few; an English text in its place counts as English does."""
    forms = 'one = "un punct", few = "{n} puncte", other = "{n} de puncte"'
    add_language(tmp_path, "ro", monkeypatch, any=f"[nights]\npoints = {{ {forms} }}")
    try:
        say = Phrases("ro")
        assert [say("nights.points", n=n) for n in (1, 0, 19, 20)] == [
            "un punct",
            "0 puncte",
            "19 puncte",
            "20 de puncte",
        ]
        assert [say("nights.minutes", n=n) for n in (0, 1)] == ["0 minutes", "1 minute"]
    finally:
        forget()
