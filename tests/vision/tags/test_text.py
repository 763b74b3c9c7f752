from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.tags.text import LARGEST, LETTERS, Strange, Tag, check_character, format_tag, judge_text, parse_tag

tags = st.builds(Tag, st.sampled_from(LETTERS), st.integers(0, LARGEST))


def test_check_character_of_the_standards_own_example() -> None:
    # The example of the Global Release Identifier standard, which uses the same ISO 7064 MOD 37,36.
    assert check_character("A12425GABC1234002") == "M"


def test_a_tag_has_seven_characters() -> None:
    assert format_tag(Tag("A", 1)) == "TCA001O"
    assert parse_tag("TCA001O") == Tag("A", 1)


@given(tags)
def test_what_is_printed_reads_back(tag: Tag) -> None:
    assert parse_tag(format_tag(tag)) == tag


@given(tags, st.integers(0, 6), st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
def test_one_wrong_character_is_never_another_tag(tag: Tag, at: int, wrong: str) -> None:
    text = format_tag(tag)
    changed = text[:at] + wrong + text[at + 1 :]
    assert changed == text or parse_tag(changed) is None


def test_nearly_all_swapped_neighbours_are_noticed() -> None:
    texts = [format_tag(Tag("A", number)) for number in range(1000)]
    swaps = [text[:at] + text[at + 1] + text[at] + text[at + 2 :] for text in texts for at in range(6)]
    real = [
        swapped for swapped, text in zip(swaps, [t for t in texts for _ in range(6)], strict=True) if swapped != text
    ]
    missed = [swapped for swapped in real if parse_tag(swapped) is not None]
    assert len(missed) < 0.01 * len(real)


@given(st.text(max_size=300))
def test_any_text_is_judged(text: str) -> None:
    judged = judge_text(text)
    assert isinstance(judged, Strange) or format_tag(judged) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("TCA001P", Strange.DAMAGED),
        ("", Strange.FOREIGN),
        ("https://example.org", Strange.FOREIGN),
        ("TCA٠٠١O", Strange.FOREIGN),
        ("TCA001O\n", Strange.FOREIGN),
        ("tca001o", Strange.FOREIGN),
        ("TC1001O", Strange.FOREIGN),
        ("TCX001O", Strange.DAMAGED),
    ],
)
def test_why_a_text_is_no_tag(text: str, why: Strange) -> None:
    assert judge_text(text) is why


def test_tags_outside_the_range_cannot_be_made() -> None:
    for letter, number in (("A", 1000), ("A", -1), ("a", 1), ("AB", 1), ("", 1), ("Ä", 1)):
        with pytest.raises(ValueError, match="expected a letter"):
            Tag(letter, number)
