"""The seating plan on paper, read back from the PDF: everybody is on it, in letters to be read from a wall."""

from __future__ import annotations

import pypdfium2
import pytest

from companion.clubhouse.seating_sheet import seating_pdf
from companion.clubhouse.shown_round import ShownRound, ShownTable
from companion.language.i18n import Phrases
from companion.printing import paper
from tests.missing import WIDE_FONT

EN = Phrases("en")


def _plan(count: int, size: int) -> pypdfium2.PdfDocument:
    names = [f"Name{number:03}" for number in range(count)]
    tables = tuple(
        ShownTable(f"Table {place}", tuple(names[start : start + size]), "", "Nobody here has met. " * 4)
        for place, start in enumerate(range(0, count, size), 1)
    )
    return pypdfium2.PdfDocument(seating_pdf("North Side", ShownRound("Round 3", tables, ""), "18 November", EN))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "size", "pages", "least_mm"),
    [(7, 4, 1, 6.5), (40, 4, 1, 5.0), (87, 5, 1, 3.5), (200, 8, 3, 3.5)],
)
def test_names_are_as_large_as_the_page_allows(count: int, size: int, pages: int, least_mm: float) -> None:
    """``least_mm``: the height of a capital."""
    document = _plan(count, size)
    found: list[str] = []
    for number in range(pages):
        text = document[number].get_textpage()
        lines = text.get_text_range()
        found += [f"Name{part[:3]}" for part in lines.split("Name")[1:]]
        left, bottom, right, top = text.get_charbox(lines.index("Name"))
        assert top - bottom >= least_mm / 25.4 * 72
        assert 0 < left < right < document[number].get_width()
    assert found == sorted(found)
    assert len(found) == count


@pytest.mark.slow
def test_tables_follow_with_all_their_people_and_the_reason() -> None:
    document = _plan(200, 8)
    pages = [document[number].get_textpage().get_text_range() for number in range(3, len(document))]
    assert sum(page.count("Name") for page in pages) == 200
    assert [page.count("Table") for page in pages] == [8, 8, 8, 1]
    assert all("Nobody here has met." in page for page in pages)
    width, height = document[3].get_size()
    text = document[3].get_textpage()
    boxes = [text.get_charbox(number) for number in range(text.count_chars())]
    assert all(0 < left <= right < width and 0 < low <= high < height for left, low, right, high in boxes)


def _with(name: str) -> list[str]:
    """The text of both pages."""
    shown = ShownRound("Round 1", (ShownTable("Table 1", ("Ada", name), "", ""),), "")
    document = pypdfium2.PdfDocument(seating_pdf("North Side", shown, "18 November", EN))
    return [document[number].get_textpage().get_text_range() for number in range(2)]


def test_a_name_that_no_font_can_write_leaves_no_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "wide_font", lambda: None)
    assert all("???" in page for page in _with("李小龙"))


@pytest.mark.slow
@WIDE_FONT.mark
def test_a_name_in_chinese_letters_is_printed() -> None:
    assert all("李小龙" in page for page in _with("李小龙"))
