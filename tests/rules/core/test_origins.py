"""Where a fact comes from, and in which words that is said."""

from __future__ import annotations

import pytest

from rules.core.errors import InvalidValue, expect
from rules.core.origins import laid_over, of_entry, origin_words, parse_origins, told
from rules.core.words import Words, words

ENTRY = {"letter": "A", "origin": {"letter": "told 2026-11-15 game 12"}}


@pytest.mark.parametrize(
    ("key", "practice", "title", "proven", "origin"),
    [
        ("letter", True, "Club", True, "told 2026-11-15 game 12"),
        ("gold", True, "Club", True, "practice"),
        ("gold", False, "Club", True, "rulebook"),
        ("gold", False, " Club ", False, "file Club"),
        ("gold", False, "", False, "file ?"),
    ],
)
def test_of_an_entry(key: str, practice: bool, title: str, proven: bool, origin: str) -> None:
    assert of_entry(ENTRY, key, practice=practice, title=title, proven=proven) == origin


def test_a_fact_told_again_loses_its_old_origin() -> None:
    below = {"letter": "A", "gold": 1, "origin": {"letter": "file Club", "gold": "file Club"}}
    assert laid_over(below, ENTRY) == {"letter": "told 2026-11-15 game 12", "gold": "file Club"}
    assert laid_over(below, {"letter": "B"}) == {"gold": "file Club"}


@pytest.mark.parametrize(
    ("origin", "said"),
    [
        (
            told("2026-11-05", 12),
            Words("origin.told_in_game", {"year": "2026", "month": "11", "day": "5", "game": "12"}),
        ),
        (told("2026-11-05"), Words("origin.told", {"year": "2026", "month": "11", "day": "5", "game": None})),
        ("file Our club", words("origin.file", title="Our club")),
        ("practice", words("origin.practice")),
    ],
)
def test_in_words(origin: str, said: Words) -> None:
    assert origin_words(origin) == said


def test_origins_are_read_as_they_were_written() -> None:
    kept = {"letter": "told 2026-11-15 game 12", "colour": "told 2026-11-15", "gold": "file Our club", "silk": "game"}
    assert parse_origins(kept, "cards.gem.origin", tuple(kept)) == kept
    assert parse_origins({}, "cards.gem.origin", ()) == {}


@pytest.mark.parametrize("line", ["told yesterday", "told 2026-11-15 game", "file ", "file a\nb", "games", "", 7, None])
def test_an_origin_nobody_writes_is_refused(line: object) -> None:
    with pytest.raises(InvalidValue) as refused:
        parse_origins({"letter": line}, "cards.gem.origin", ("letter",))
    assert (refused.value.place, refused.value.wanted) == ("cards.gem.origin.letter", expect("origin"))
