"""The mats as they are printed: sheets, words and marks; and joined on a table, with cards on them, under a camera."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from itertools import count, pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from companion.commands.mat import mat_words
from companion.language.i18n import Phrases
from companion.play.simulated.simulated_table import parse_slots
from companion.printing.mat import draw_mat
from companion.printing.mat_sheets import BLEED_MM, MARGIN_MM, Sheet, plan_sheets
from companion.printing.paper import PAPERS
from tests.games import GAMES, card_tags, game_box
from tests.languages import LANGUAGES
from tests.sweeps import sweep
from vision.errors import InvalidLayout
from vision.frames import Frame, Grey
from vision.scenes import CARD_MM, SceneCard
from vision.scenes.card_art import draw_card
from vision.table.eye import Eye
from vision.table.mat import QUIET_MM, Mat, parse_mats
from vision.table.plane import find_marks, mark_modules
from vision.tags import reader

pytestmark = pytest.mark.slow

PX = 4.0  # a millimetre, of a printed page
PRINTED = ("whole", "half", "small")
EVERY_GAME = pytest.mark.parametrize("game", [game.slug for game in GAMES])
WITH_CARDS = [game.slug for game in GAMES if card_tags(game.slug)]  # sheets that have some: tests/companion/games/sheet
PACES = [(game, part_s) for game in WITH_CARDS for part_s in (0.02, 0.15)]  # a part of a picture on a fast or slow one
EVERY_PAPER = pytest.mark.parametrize("paper", PAPERS)
PAPERS_WITH_WORDS = [*((paper, "de") for paper in PAPERS), ("a4", "en")]


def mats_of(game: str) -> dict[str, Mat]:
    return {mat.name: mat for mat in parse_mats(game_box(game).layout(), game)}


def every_mat_of(games: Iterable[str]) -> list[tuple[str, str]]:
    """The whole one every game must have."""
    return [(game, name) for game in games for name in PRINTED if name == "whole" or name in mats_of(game)]


EVERY_MAT = pytest.mark.parametrize(("game", "name"), every_mat_of(game.slug for game in GAMES))


@cache
def printed(game: str, name: str, paper: str, language: str = "en") -> list[pypdfium2.PdfPage]:
    """The plan, where there are several sheets, and one page for each of them."""
    mat, sheets = mats_of(game)[name], sheets_of(game, name, paper)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mat.pdf"
        pages = draw_mat(path, mat, sheets, mat_words(game, mat, sheets, (Phrases(language),)))
        assert pages == len(sheets) + (len(sheets) > 1)
        return list(pypdfium2.PdfDocument(path.read_bytes()))


def sheets_of(game: str, name: str, paper: str) -> tuple[Sheet, ...]:
    return plan_sheets(mats_of(game)[name].size_mm, PAPERS[paper])


def pages_of(game: str, name: str, paper: str, language: str = "en") -> list[tuple[Sheet, pypdfium2.PdfPage]]:
    sheets = sheets_of(game, name, paper)
    return list(zip(sheets, printed(game, name, paper, language)[-len(sheets) :], strict=True))


def picture(page: pypdfium2.PdfPage, px_per_mm: float = PX) -> Grey:
    grey = page.render(scale=px_per_mm * 25.4 / 72, grayscale=True).to_numpy()
    return np.ascontiguousarray(np.asarray(grey).squeeze())


# Sheets.


@EVERY_MAT
def test_few_sheets(game: str, name: str) -> None:
    wanted = {
        "whole": {"a4": 6, "letter": 6, "a3": 3},
        "half": {"a3": 1, "a4": 2},
        "small": {"a4": 1, "letter": 1},
    }[name]
    assert {paper: len(sheets_of(game, name, paper)) for paper in wanted} == wanted


@EVERY_MAT
@EVERY_PAPER
def test_sheets_cover_the_mat_and_no_seam_goes_through_a_mark(game: str, name: str, paper: str) -> None:
    mat, sheets = mats_of(game)[name], sheets_of(game, name, paper)
    assert sum(sheet.part[2] * sheet.part[3] for sheet in sheets) == pytest.approx(mat.size_mm[0] * mat.size_mm[1])
    for corners in mat.marks.corners.values():
        (left, top), (right, bottom) = corners[0], corners[2]
        assert any(
            sheet.part[0] <= left - QUIET_MM
            and right + QUIET_MM <= sheet.part[0] + sheet.part[2]
            and sheet.part[1] <= top - QUIET_MM
            and bottom + QUIET_MM <= sheet.part[1] + sheet.part[3]
            for sheet in sheets
        )


@EVERY_GAME
@pytest.mark.parametrize("paper", sweep(["a4"], ["a4", "letter"]))
def test_sheets_go_on_under_their_neighbours(game: str, paper: str) -> None:
    """What lies under a neighbour's cut edge is the neighbour's own picture: a crooked cut shows no white."""
    rows = [pages_of(game, "whole", paper)[start : start + 3] for start in (0, 3)]
    for one, other in (pair for row in rows for pair in pairwise(row)):
        under, over = picture(one[1]), picture(other[1])
        wide, high = round(PX * BLEED_MM) - 2, round(PX * one[0].part[3]) - 4
        x, y = (round(PX * value) for value in (one[0].at[0] + one[0].part[2], one[0].at[1]))
        left, top = (round(PX * value) for value in other[0].at)
        flap = under[y + 2 : y + high, x + 2 : x + wide].astype(int)
        edge = over[top + 2 : top + high, left + 2 : left + wide].astype(int)
        assert np.abs(flap - edge).mean() < 12  # but for the dashes


# Words.


def characters(page: pypdfium2.PdfPage) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Each character with its box in millimetres from the page's top left: left, top, right, bottom."""
    text, high = page.get_textpage(), page.get_height()
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        left, bottom, right, top = text.get_charbox(index)
        if letter.strip():
            yield letter, (left * 25.4 / 72, (high - top) * 25.4 / 72, right * 25.4 / 72, (high - bottom) * 25.4 / 72)


@EVERY_MAT
@EVERY_PAPER
@pytest.mark.parametrize("language", sweep(["de"], LANGUAGES))
def test_nothing_is_printed_near_the_edge_of_the_paper_and_no_word_crosses_that_of_a_sheet(
    game: str, name: str, paper: str, language: str
) -> None:
    for page in printed(game, name, paper, language):
        _assert_margins_are_blank(picture(page, 2.0))
    for sheet, page in pages_of(game, name, paper, language):
        _assert_words_are_whole(sheet, page)


def _assert_margins_are_blank(grey: Grey) -> None:
    edge = round(2 * MARGIN_MM) - 1  # a pixel for smoothed lines
    inside = grey[edge:-edge, edge:-edge]
    assert inside.min() < 100, "expected a page with something on it"
    blank = grey.copy()
    blank[edge:-edge, edge:-edge] = 255
    assert blank.min() == 255


def _assert_words_are_whole(sheet: Sheet, page: pypdfium2.PdfPage) -> None:
    (x, y), (_, _, wide, high) = sheet.at, sheet.part
    for letter, (left, top, right, bottom) in characters(page):
        within = x <= left and right <= x + wide and y <= top and bottom <= y + high
        beside = right <= x or left >= x + wide or bottom <= y or top >= y + high
        assert within or beside, letter
        assert left >= MARGIN_MM - 0.2, letter
        assert top >= MARGIN_MM - 0.2, letter


@EVERY_MAT
@pytest.mark.parametrize(("paper", "language"), sweep(PAPERS_WITH_WORDS, product(PAPERS, LANGUAGES)))
def test_every_zone_is_named_once_and_whole_and_every_sheet_says_which_it_is(
    game: str, name: str, paper: str, language: str
) -> None:
    mat, sheets = mats_of(game)[name], sheets_of(game, name, paper)
    words = mat_words(game, mat, sheets, (Phrases(language),))
    texts = [page.get_textpage().get_text_range() for _, page in pages_of(game, name, paper, language)]
    for zone in words.zones.values():
        in_titles = sum(told.count(zone.name) for told, _ in words.sheets)
        assert sum(text.count(zone.name) for text in texts) == 1 + in_titles, zone.name
        assert not zone.hint or sum(text.count(zone.hint) for text in texts) == 1, zone.hint
    for text, (told, what_to_do) in zip(texts, words.sheets, strict=True):
        assert told.split("–")[-1].strip() in text
        assert what_to_do in text
    assert len({told for told, _ in words.sheets}) == len(sheets)


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_shows_how_the_sheets_lie(game: str, language: str) -> None:
    text = printed(game, "whole", "a4", language)[0].get_textpage().get_text_range()
    words = mat_words(game, mats_of(game)["whole"], sheets_of(game, "whole", "a4"), (Phrases(language),))
    assert words.plan in text
    for step in words.steps:
        assert step.split(".")[0] in text.replace("\r\n", " ").replace("     ", " ")
    assert set("123456") <= set(text)


# On the table.


@cache
def joined(game: str, name: str, paper: str) -> Grey:
    """The sheets cut and laid as the plan says, from the first to the last."""
    mat = mats_of(game)[name]
    across, down = (round(PX * side) for side in mat.size_mm)
    table = np.full((down, across), 90, np.uint8)
    for sheet, page in pages_of(game, name, paper):
        left, top, wide, high = (round(PX * value) for value in sheet.part)
        x, y = (round(PX * value) for value in sheet.at)
        table[top : top + high, left : left + wide] = picture(page)[y : y + high, x : x + wide]
    return table


def with_cards(game: str, name: str, flat: Grey) -> tuple[Grey, dict[str, set[str]]]:
    """As many cards as the zones have places for; the truth by zone."""
    layout = game_box(game).layout()
    slots = parse_slots(layout if name == "whole" else layout["mats"][name])
    tags, table = iter(sorted(card_tags(game))), flat.copy()
    truth: dict[str, set[str]] = {}
    for zone, places in slots.items():
        rows = 2 if places.step[1] else 1
        rows = min(rows, 1) if name == "half" and zone == "mat" and len(slots) > 1 else rows
        truth[zone] = set()
        for number in reversed(range(places.columns * rows)):
            text = next(tags)
            truth[zone].add(text)
            card = draw_card(SceneCard(text, 0, 0, face=number, tag_mm=20.0, sleeve=False), PX)
            (x, y), (high, wide) = places.place(number), card.shape
            left, top = max(0, round(PX * x - wide / 2)), max(0, round(PX * y - high / 2))
            part = table[top : top + high, left : left + wide]
            part[:] = card[: part.shape[0], : part.shape[1]]
    return table, truth


SIZE = (3072, 1728)  # two thirds of a Camera Module 3
MOST_LOOKS = 40
VIEWS = {
    "straight": [(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)],
    "from aside": [(0.07, 0.05), (0.92, 0.09), (0.97, 0.93), (0.03, 0.96)],
}


def seen_by_camera(flat: Grey, view: str, light: float) -> Grey:
    """On a dark table, seen from a little aside, sensor noise in dim light included."""
    high, wide = flat.shape
    share = min(1.0, SIZE[1] / SIZE[0] * wide / high)  # a mat that is not as wide as the picture leaves room beside
    corners = [((0.5 + (x - 0.5) * share) * SIZE[0], y * SIZE[1]) for x, y in VIEWS[view]]
    if share == 1.0:
        shrink = SIZE[0] / SIZE[1] * high / wide
        corners = [(x, (0.5 + (y / SIZE[1] - 0.5) * shrink) * SIZE[1]) for x, y in corners]
    source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    into = cv2.getPerspectiveTransform(source, np.array(corners, np.float32))
    grey = cv2.warpPerspective(flat, into, SIZE, flags=cv2.INTER_AREA, borderValue=(70,))
    return np.clip(cv2.GaussianBlur(grey, (0, 0), 0.7) * light + _noise(), 0, 255).astype(np.uint8)


@cache
def _noise() -> NDArray[np.float32]:
    return np.random.default_rng(5).normal(0, 4, SIZE[::-1]).astype(np.float32)


def looks_until(eye: Eye, grey: Grey, truth: Mapping[str, Set[str]], start_ms: int = 0) -> dict[str, frozenset[str]]:
    """How many cards are read in one look depends on the processor; what is read stays so."""
    for index in range(MOST_LOOKS):
        if eye.see(Frame(index, start_ms + 300 * index, grey)).table.settled == truth:
            break
    return dict(eye.see(Frame(index + 1, start_ms + 300 * (index + 1), grey)).table.settled)


def eye_for(game: str) -> Eye:
    return Eye(frozenset(card_tags(game)), mats=parse_mats(game_box(game).layout(), game))


SEEN = {
    "whole": [("a4", "from aside", 0.35), ("a4", "straight", 1.0), ("a3", "from aside", 1.0)],
    "half": [("a3", "straight", 1.0), ("a4", "from aside", 0.35)],
    "small": [("a4", "from aside", 0.35), ("letter", "straight", 1.0)],
}


@pytest.mark.parametrize(
    ("game", "name", "paper", "view", "light"),
    [(game, name, *view) for game, name in every_mat_of(WITH_CARDS) for view in SEEN[name][: sweep(1, 3)]],
)
def test_on_the_joined_mat_every_card_is_read_in_its_zone(
    game: str, name: str, paper: str, view: str, light: float
) -> None:
    flat, truth = with_cards(game, name, joined(game, name, paper))
    grey = seen_by_camera(flat, view, light)
    assert set(find_marks(grey)) == set(mats_of(game)[name].marks.corners)
    assert looks_until(eye_for(game), grey, truth) == truth


@EVERY_GAME
def test_the_empty_mat_is_silent(game: str) -> None:
    for _, name in every_mat_of([game]):
        eye, grey = eye_for(game), seen_by_camera(joined(game, name, "a4"), "from aside", 1.0)
        for index in range(4):
            seen = eye.see(Frame(index, 300 * index, grey))
        assert seen.table.settled == {zone.name: frozenset() for zone in mats_of(game)[name].zones.zones}
        assert eye.strangers == ()


@pytest.mark.parametrize(("game", "part_s"), sweep(PACES[::3], PACES))
def test_which_mat_lies_there_is_seen_and_also_when_it_is_changed(
    game: str, part_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on a processor that takes a look for each part of the picture: what lay on one mat is not on the next."""
    clock = count()
    monkeypatch.setattr(reader, "_spent_s", lambda: part_s * next(clock))
    eye = eye_for(game)
    for number, name in enumerate(sorted(set(PRINTED) & set(mats_of(game)), reverse=True)):
        flat, truth = with_cards(game, name, joined(game, name, "a4"))
        assert looks_until(eye, seen_by_camera(flat, "straight", 1.0), truth, 20_000 * number) == truth


@pytest.mark.parametrize("game", [game.slug for game in GAMES if "first" in mats_of(game.slug)])
def test_the_first_mat_is_still_read(game: str) -> None:
    """Its marks are 10 mm wide, 1 mm from the edge, with the numbers 0 to 5."""
    mat = mats_of(game)["first"]
    flat = np.full((round(450 * PX), round(780 * PX)), 245, np.uint8)
    places = [(1, 1), (769, 1), (769, 439), (1, 439), (1, 220), (769, 220)]
    for number, (x, y) in enumerate(places):
        assert mat.marks.corners[number][0] == (x, y)
        mark = np.kron(np.where(mark_modules(number), 20, 245), np.ones((20, 20))).astype(np.uint8)
        left, top, side = round(PX * x), round(PX * y), round(PX * 10)
        flat[top : top + side, left : left + side] = cv2.resize(mark, (side, side), interpolation=cv2.INTER_AREA)
    text = min(card_tags(game))
    card = draw_card(SceneCard(text, 0, 0, tag_mm=20.0, sleeve=False), PX)
    flat[600 : 600 + card.shape[0], 2400 : 2400 + card.shape[1]] = card
    grey = seen_by_camera(cv2.copyMakeBorder(flat, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=245), "straight", 1.0)
    truth = {zone.name: frozenset[str]() for zone in mat.zones.zones} | {"mat": {text}}
    assert looks_until(eye_for(game), grey, truth) == truth


# What is no mat.


@pytest.mark.parametrize(
    "broken",
    [
        {"size": [50, 50]},
        {"size": "large"},
        {"marks": {"first": 47}},
        {"marks": {"inset": "far"}},
        {"look": {"points": 2}},
        {"look": {"ink": "brown"}},
        {"mats": 3},
        {"mats": {"small": {"size": [268, 198], "marks": {"first": 6}, "zones": "here"}}},
    ],
)
def test_what_is_no_mat_is_refused_in_words(broken: dict[str, object]) -> None:
    zone = {"name": "mat", "corners": [[0, 0], [780, 0], [780, 396]]}
    plan = {"size": [780, 396], "zones": [zone]}
    assert parse_mats(plan, "zones.toml")[0].size_mm == (780.0, 396.0)
    if isinstance(broken.get("mats"), dict):
        broken = {"mats": {"small": {"size": [268, 198], "marks": {"first": 6}, "zones": [zone]}}}
    with pytest.raises(InvalidLayout, match="expected"):
        parse_mats(plan | broken, "zones.toml")


def test_a_card_place_is_no_larger_than_a_card() -> None:
    """So that a card covers its place, and the names above stay readable."""
    from companion.printing.mat_art import PLACE_MM

    assert PLACE_MM[0] <= CARD_MM[0] + 1
    assert PLACE_MM[1] <= CARD_MM[1]
