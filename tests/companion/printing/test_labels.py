from __future__ import annotations

import tomllib
from itertools import groupby
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from companion.commands.labels import cards_of, find_sheet, in_piles, labels_of, piles_of, sheet_names, write_labels
from companion.language.i18n import Phrases
from companion.printing.labels import Label, LabelWords, draw_labels
from companion.printing.paper import PAPERS, LabelSheet, load_font, parse_sheet, plain_sheet
from companion.resources import asset
from tests.doubles.sights import read_tags
from tests.games import GAMES
from tests.languages import LANGUAGES
from vision.errors import InvalidLayout
from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.text import Tag, format_tag

pytestmark = pytest.mark.slow

DPI = 200
WORDS = LabelWords("Tags", "page {page} of {pages}", "100 mm", "first\nsecond")
TAGS = [format_tag(Tag("A", number)) for number in range(1, 11)]


def pages(path: Path) -> list[Grey]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [np.asarray(page.render(scale=DPI / 72, grayscale=True).to_numpy()).squeeze() for page in document]
    finally:
        document.close()


def mm(px: float) -> float:
    return px * 25.4 / DPI


def printed(tmp_path: Path, sheet: LabelSheet, size: float) -> list[Sighting]:
    path = tmp_path / "labels.pdf"
    draw_labels(path, [Label(tag, ("Āmul City Guard", "Wache von Amul", "no. 1")) for tag in TAGS], sheet, size, WORDS)
    return list(read_tags(pages(path)[1], TAGS))


@pytest.mark.parametrize("paper", [*PAPERS, *sheet_names()])
def test_every_tag_reads_back_where_its_label_is_and_in_true_size(tmp_path: Path, paper: str) -> None:
    sheet = find_sheet(paper, 18.0)
    found = {item.text: item for item in printed(tmp_path, sheet, 18.0)}
    assert set(found) == set(TAGS)
    for index, tag in enumerate(TAGS):
        x, y = (mm(value) for value in found[tag].centre)
        left, top = sheet.place(index)
        assert left + 8.5 <= x <= left + sheet.width - 8.5
        assert top + 8.5 <= y <= top + sheet.height - 8.5
        assert mm(found[tag].side) == pytest.approx(18 * 21 / 25, abs=0.35)


@pytest.mark.parametrize("size", [12.0, 30.0])
def test_the_smallest_and_the_largest_size_read_back(tmp_path: Path, size: float) -> None:
    assert len(printed(tmp_path, find_sheet("a4", size), size)) == len(TAGS)


def test_the_first_page_is_a_test_page(tmp_path: Path) -> None:
    path = tmp_path / "labels.pdf"
    assert draw_labels(path, [Label(TAGS[0], ("a",))], plain_sheet(PAPERS["a4"], (26, 33)), 20, WORDS) == 2
    assert [item.text for item in read_tags(pages(path)[0], TAGS)] == [TAGS[0]]


@pytest.mark.parametrize("game", ["amul", "amulett", "seats", "controls"])
def test_every_tag_of_a_box_reads_back(tmp_path: Path, game: str) -> None:
    cards, path = cards_of(game), tmp_path / "labels.pdf"
    write_labels(path, cards, "a4", 20.0, (game, Phrases("en")))
    wanted = {card.tag for card in cards if card.tag}
    found = {item.text for page in pages(path)[1:] for item in read_tags(page, [tag for tag in wanted if tag])}
    assert found == wanted


def test_letters_with_macrons_are_printed_with_a_font_of_our_own(tmp_path: Path) -> None:
    path = tmp_path / "labels.pdf"
    words = LabelWords("Āmul", "{page}/{pages}", "100 mm", "x", load_font(asset("fonts", "NotoSerif-Bold.ttf")))
    draw_labels(path, [Label(TAGS[0], ("Āmul",))], find_sheet("a4", 20), 20, words)
    document = pypdfium2.PdfDocument(path)
    text = document[1].get_textpage().get_text_range()
    document.close()
    assert "Āmul" in text


def test_a_font_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no.ttf").write_bytes(b"no font")
    with pytest.raises(InvalidLayout, match="TrueType"):
        load_font(tmp_path / "no.ttf")


@pytest.mark.parametrize(
    "broken",
    [{"columns": 6}, {"step_x": 10.0}, {"width": "wide"}, {"paper": "a0"}, {"rows": 0}, {"height": 2.0}],
)
def test_a_sheet_that_cannot_be_is_refused(broken: dict[str, object]) -> None:
    data = tomllib.loads(asset("labels", "sheets.toml").read_text("utf-8"))["avery-l7120"]
    assert parse_sheet("x", data, "x").count == 35
    with pytest.raises(InvalidLayout):
        parse_sheet("x", {**data, **broken}, "sheets.toml")


EVERYTHING = pytest.mark.parametrize("game", [*(game.slug for game in GAMES), "seats", "controls"])


@EVERYTHING
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_can_be_told_from_all_others_without_reading_its_tag(game: str, language: str) -> None:
    labels = labels_of(cards_of(game, (language, "en")), Phrases(language))
    words = [tuple(line for line in label.lines if line != label.tag) for label in labels]
    assert len(set(words)) == len(words)
    assert len(words) > 2 or not cards_of(game)  # a sheet that is only written down has none


@EVERYTHING
def test_labels_come_pile_after_pile(game: str) -> None:
    cards = in_piles(cards_of(game))
    runs = [pile for pile, _ in groupby(cards, key=lambda card: card.pile)]
    assert runs == list(piles_of(cards))


@pytest.mark.parametrize("language", LANGUAGES)
def test_piles_have_signs_of_their_own_and_the_first_page_says_which(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    game = next(game.slug for game in GAMES if len(piles_of(cards_of(game.slug))) > 1)
    cards, path = cards_of(game), tmp_path / "labels.pdf"
    signs = {label.sign for label in labels_of(cards, Phrases(language))}
    assert len(signs) == len(piles_of(cards))
    assert None not in signs
    write_labels(path, cards, "avery-l7651", 20.0, (game, Phrases(language)))
    document = pypdfium2.PdfDocument(path)
    first, rest = document[0].get_textpage().get_text_range(), document[1].get_textpage().get_text_range()
    document.close()
    say = Phrases(language)
    for pile in piles_of(cards):
        assert say(f"labels.pile.{pile}") in first
    assert say(f"labels.pile.{cards[0].pile}") in rest
