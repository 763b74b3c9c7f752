"""Names in the order of a language, and found by the first letters typed on any keyboard."""

from __future__ import annotations

import pytest

from companion.language.i18n import Phrases
from companion.language.sorting import sort_key

POLISH = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("", ["Ada", "Ärmel", "Āsa", "Öl", "Olaf", "Øyvind"]),
        (POLISH, ["Ada", "Azor", "Ąka", "Basia", "Lech", "Lzy", "Łucja", "Maja", "Źródło", "Żaba"]),
        ("abcdefghijklmnopqrstuvwxyzåäö", ["Anna", "Zoe", "Åsa", "Ärla", "Öst"]),
        ("abcdefghijklmnñopqrstuvwxyz", ["Nuria", "Nzo", "Ñu", "Olga"]),
    ],
    ids=["german", "polish", "swedish", "spanish"],
)
def test_marked_letters_have_the_place_that_the_alphabet_gives_them(order: str, names: list[str]) -> None:
    turned = names[::-1]
    assert sorted(turned, key=lambda name: sort_key(name, order)) == names


def test_numbers_are_sorted_as_such() -> None:
    assert sorted(["10", "9", "-1", "-2", "Table 10", "Table 9"], key=sort_key) == [
        "-2", "-1", "9", "10", "Table 9", "Table 10",
    ]  # fmt: skip


@pytest.mark.parametrize(("typed", "name"), [("lu", "Łucja"), ("oy", "Øyvind"), ("stra", "Straße"), ("viet", "Việt")])
def test_a_name_is_found_without_its_marks(typed: str, name: str) -> None:
    assert sort_key(name).startswith(sort_key(typed))


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("en", ["7", "-1234", "12,345", "-1,234,567", "1.5", "12,345.25"]),
        ("de", ["7", "-1234", "12.345", "-1.234.567", "1,5", "12.345,25"]),
    ],
)
def test_numbers_are_written_as_the_language_does(code: str, written: list[str]) -> None:
    say = Phrases(code)
    assert [say.number(value) for value in (7, -1234, 12345, -1234567, 1.5, 12345.25)] == written
