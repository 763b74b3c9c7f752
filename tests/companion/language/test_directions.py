"""Names from right to left in the order in which letters are drawn."""

from __future__ import annotations

import pytest

from companion.language.directions import as_drawn


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Ada", "Ada"),
        ("שרה", "הרש"),
        ("שרה לוי is next: 3", "יול הרש is next: 3"),
        ("Ada, דן and Bo", "Ada, ןד and Bo"),
        ("שָׁרָה", "הרָשָׁ"),
        # Final, medial, initial: as one hand writes it.
        ("علي", "\ufef2\ufee0\ufecb"),
        # Alef joins only the letter before it.
        ("سارة", "\u0629\u0631\ufe8e\ufeb3"),
    ],
)
def test_words_are_turned_round_and_nothing_else(text: str, drawn: str) -> None:
    assert as_drawn(text) == drawn
