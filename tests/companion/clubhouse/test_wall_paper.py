"""Certificates and cards for the tables, read back from the PDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pypdfium2
import pytest

from companion.club.messages import encode
from companion.clubhouse.known import PageAccess
from companion.clubhouse.sheets import SEASON
from companion.clubhouse.wall_paper import link_of
from companion.keeping.folder_lock import FolderLock
from companion.language.wording import Trouble
from tests.companion.clubhouse.boards import NOW, Club, Reader
from tests.companion.clubhouse.halls import state

LINK = "http://192.168.178.20:8766/#ABCDEFGH"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        yield club
        club.register.close()


def _pages(club: Club, form: str, language: str = "en") -> list[str]:
    access = PageAccess("http://192.168.178.20:8766/", LINK, "ABCDEFGH")
    club.board.publish(club.board.known(NOW, access), Reader())
    document = pypdfium2.PdfDocument(club.board.downloads.file(SEASON, form, language)["content"])
    return [document[number].get_textpage().get_text_range() for number in range(len(document))]


@pytest.mark.parametrize(("language", "word"), [("en", "Certificate"), ("de", "Urkunde"), ("es", "Diploma")])
def test_everybody_on_the_first_three_places_gets_a_page(club: Club, language: str, word: str) -> None:
    with pytest.raises(Trouble):
        _pages(club, "certificates", language)
    club.ended(1, {"Ada": (1, 40), "Maximiliane-Charlotte Weide-Ōtomo": (2, 30), "Cy": (3, 20), "Zoe": (4, 1)})
    club.wants(do="correct", who="Uli", sort="hide", name="Cy", on=1)
    pages = _pages(club, "certificates", language)
    assert len(pages) == 3
    assert all(word in page and "North Side" in page for page in pages)
    assert "Ada" in pages[0]
    assert not any("Cy" in page or "Zoe" in page for page in pages)


@pytest.mark.slow
def test_every_table_gets_a_card(club: Club) -> None:
    with pytest.raises(Trouble):
        _pages(club, "cards")
    for number in range(1, 6):
        club.says(f"box-{number}", "availability", b"online")
        club.says(f"box-{number}", "state", encode(state(number)))
    pages = _pages(club, "cards")
    assert len(pages) == 2
    assert all(f"Table {number}" in pages[0] for number in range(1, 5))
    assert "Table 5" in pages[1]


def test_the_code_of_a_card_names_its_table_and_lets_in() -> None:
    found = urlsplit(link_of(LINK, "box-7"))
    assert (found.fragment, parse_qs(found.query)) == ("ABCDEFGH", {"table": ["box-7"]})
    assert found.netloc == "192.168.178.20:8766"
