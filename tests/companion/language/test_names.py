"""Names that are the same, or look the same, to whoever reads them."""

from __future__ import annotations

import re

import pytest

from companion.language.names import LONGEST_NAME, look_alikes, name_key, name_pattern, tidy_name


@pytest.mark.parametrize("written", ["Ada M", "ada m", "ADA  M", " Ada\tM ", "ada_m", "Ada\u00a0M"])
def test_case_and_spaces_make_no_other_name(written: str) -> None:
    assert name_key(written) == name_key("Ada M")
    assert re.fullmatch(name_pattern("Ada M"), written.strip(), re.IGNORECASE)


@pytest.mark.parametrize(
    "names",
    [
        ("Ada", "Bo", "\u0410da"),
        ("Ada", "ada"),
        ("Ada M", "Ada  M"),
        ("Bo", "B\u043e"),
        ("Toni", "\u03a4oni"),
        ("Ali", "AIi"),
        ("Zoë", "Zo\u0451"),  # what stands on a letter hides nothing
        ("Loïc", "Lo\u0457c"),
        ("Jörg", "J\u04e7rg"),
        ("Ivo", "\u04c0vo"),
        ("Yves", "\u04aeves"),
        ("Cy", "\u03f9y"),
        ("Tim", "T\u0131m"),
        ("Ole", "O\u01c0e"),
    ],
)
def test_look_alikes_are_found(names: tuple[str, ...]) -> None:
    found = look_alikes(names)
    assert found == (names[0], names[-1])


@pytest.mark.parametrize("names", [("Ada", "Bo"), ("Анна", "Иван"), ("Jörg", "Jorg"), ("Ada", "Adam"), ()])
def test_other_names_are_let_be(names: tuple[str, ...]) -> None:
    assert look_alikes(names) is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Zoé  van  Dam ", "Zoé van Dam"),
        ("Zoe\u0301", "Zoé"),
        ("O'Neill-3", "O'Neill-3"),
        ("Анна", "Анна"),
        ("\u05d0\u05d3\u05d4", "\u05d0\u05d3\u05d4"),  # Hebrew
        ("\u0644\u064a\u0644\u0649", "\u0644\u064a\u0644\u0649"),  # Arabic
        ("Ada \u05d0\u05d3\u05d4", ""),
        ("", ""),
        (" ", ""),
        ("...", ""),
        ("123", ""),
        ("Ada\u200b", ""),
        ("\u202eadA", ""),
        ("A\u0336da", ""),
        ("<b>Ada</b>", ""),
        ("😀", ""),
        ("ᴬda", ""),
        ("a" * LONGEST_NAME, "a" * LONGEST_NAME),
        ("a" * (LONGEST_NAME + 1), ""),
        (" " * 1000 + "Ada", ""),
    ],
)
def test_what_a_stranger_types_is_a_name_or_nothing(typed: str, name: str) -> None:
    assert tidy_name(typed) == name
