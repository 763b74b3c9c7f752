from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.doubles.sights import read_tags
from tests.vision.scenery import KNOWN, assert_nearly_all, difficulty, picture
from vision.frames import Frame, Grey
from vision.scenes import RenderedPicture, Scene, SceneCard
from vision.scenes.card_art import draw_sticker
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags.any_code import read_any
from vision.tags.candidates import split_boxes
from vision.tags.decoders import open_decoder
from vision.tags.finders import PX, corner_square, find_squares
from vision.tags.reader import Reader
from vision.tags.region_reader import RegionReader
from vision.tags.scale import Scale

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(KNOWN)


def texts(reader: Reader, grey: Grey) -> set[str]:
    reader.forget()
    return {item.text for item in reader.look(Frame(0, 0, grey))}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("layout", ["single", "market", "area"])
@pytest.mark.parametrize("seed", [301, 302])
def test_every_unhidden_tag_is_read_in_one_look(reader: Reader, layout: str, level: str, seed: int) -> None:
    scene = picture(layout, level, seed)
    found = texts(reader, scene.grey)
    assert_nearly_all(found, scene)


def test_sightings_are_where_the_tags_are(reader: Reader) -> None:
    scene = picture("area", "hard", 301)
    truth = {item.text: item.corners for item in scene.truth}
    reader.forget()
    for item in reader.look(Frame(0, 0, scene.grey)):
        # A module has two pixels here: a corner is off by less than one and a half modules.
        assert np.abs(np.array(item.corners) - np.array(truth[item.text])).max() < 3, item


@cache
def compared_picture() -> RenderedPicture:
    """The first with a tag that no decoder reads, but the closed set does."""
    pictures = (picture("area", "hard", seed) for seed in range(301, 311))
    return next(shot for shot in pictures if compared_in(Reader(KNOWN).look(Frame(0, 0, shot.grey))))


def compared_in(found: Iterable[Sighting]) -> list[Sighting]:
    return [item for item in found if item.by == "closed set"]


def test_the_closed_set_reads_what_decoders_cannot() -> None:
    shot = compared_picture()
    compared = {item.text for item in compared_in(Reader(KNOWN).look(Frame(0, 0, shot.grey)))}
    assert compared <= shot.texts
    assert not compared & {item.text for item in open_decoder("zxing").decode(shot.grey)}


def test_without_a_known_set_every_valid_tag_counts() -> None:
    scene = picture("market", "easy", 301)
    assert {item.text for item in read_tags(scene.grey)} >= scene.unhidden


def test_tags_of_another_table_are_strangers() -> None:
    scene = picture("market", "easy", 301)
    other = Reader(["TCM001E"])
    assert other.look(Frame(0, 0, scene.grey)) == ()
    assert set(other.strangers) >= scene.unhidden


@pytest.mark.numerics
@pytest.mark.parametrize(
    "turn",
    [
        lambda sticker: sticker[::-1, ::-1],
        np.rot90,
        lambda sticker: np.rot90(sticker, 3),
    ],
)
def test_turned_tags_are_read(turn: Callable[[Grey], Grey]) -> None:
    page = np.full((300, 400), 180, np.uint8)
    page[80:160, 100:180] = turn(draw_sticker(KNOWN[0], 80))
    assert [item.text for item in read_tags(page, KNOWN)] == [KNOWN[0]]


def page_with(sticker: Grey) -> Grey:
    page = np.full((400, 600), 150, np.uint8)
    height, width = sticker.shape
    page[100 : 100 + height, 200 : 200 + width] = sticker
    return page


def other_version(text: str) -> Grey:
    import segno

    code = segno.make(text, version=2, error="h", mode="alphanumeric", boost_error=False)
    return np.array([[0 if dark else 255 for dark in row] for row in code.matrix_iter(scale=4, border=2)], np.uint8)


def covered(sticker: Grey, share: float) -> Grey:
    """The right part under something grey."""
    sticker = sticker.copy()
    sticker[:, round(sticker.shape[1] * (1 - share)) :] = 150
    return sticker


WRONG_CHECK = KNOWN[0][:-1] + ("A" if KNOWN[0][-1] != "A" else "B")
GOOD = draw_sticker(KNOWN[0], 100)


@pytest.mark.numerics
@pytest.mark.parametrize(
    ("sticker", "read", "strange"),
    [
        pytest.param(GOOD, [KNOWN[0]], [], id="as printed"),
        pytest.param(GOOD[::-1, ::-1], [KNOWN[0]], [], id="upside down"),
        pytest.param(draw_sticker(WRONG_CHECK, 100), [], [WRONG_CHECK], id="wrong check character"),
        pytest.param(covered(GOOD, 0.55), [], [], id="half covered"),
        pytest.param(255 - GOOD, [KNOWN[0]], [], id="light on dark"),
    ],
)
def test_odd_tags_are_read_ignored_or_strangers(sticker: Grey, read: list[str], strange: list[str]) -> None:
    reader = Reader(KNOWN)
    assert [item.text for item in reader.look(Frame(0, 0, page_with(sticker)))] == read
    assert list(reader.strangers) == strange


@pytest.mark.parametrize("sticker", [GOOD[:, ::-1], other_version(KNOWN[0])], ids=["mirrored", "other version"])
def test_a_tag_printed_in_an_odd_way_is_its_own_card_or_none(sticker: Grey) -> None:
    reader = Reader(KNOWN)
    assert {item.text for item in reader.look(Frame(0, 0, page_with(sticker)))} <= {KNOWN[0]}
    assert set(reader.strangers) <= {KNOWN[0]}


def test_a_sheet_full_of_tags_is_read_to_the_last_one() -> None:
    """Side by side their corner squares make up codes that are none, and no place is more like a tag than others."""
    page = np.full((600, 960), 150, np.uint8)
    for n in range(40):
        y, x = 10 + 118 * (n // 8), 10 + 118 * (n % 8)
        page[y : y + 112, x : x + 112] = np.rot90(draw_sticker(KNOWN[n], 112), n % 4)
    grey = np.asarray(cv2.GaussianBlur(page, (0, 0), 2.4), dtype=np.uint8)
    assert {item.text for item in read_tags(grey, KNOWN)} == set(KNOWN[:40])


def test_whoever_has_time_reads_near_and_far_tags_in_one_picture(reader: Reader) -> None:
    page = np.full((700, 900), 150, np.uint8)
    for n, (x, y) in enumerate(((20, 20), (120, 300), (500, 30), (800, 90), (60, 600), (300, 560), (820, 640))):
        page[y : y + 43, x : x + 43] = draw_sticker(KNOWN[n], 43)
    for n, x in ((7, 200), (8, 560)):
        page[200:360, x : x + 160] = draw_sticker(KNOWN[n], 160)
    grey = np.asarray(cv2.GaussianBlur(page, (0, 0), 0.9), dtype=np.uint8)
    assert texts(reader, grey) < set(KNOWN[:9])
    assert {item.text for item in reader.look_thoroughly(grey)} == set(KNOWN[:9])


def test_a_hurried_reader_comes_later_to_a_faint_tag_among_loud_things() -> None:
    rng = np.random.default_rng(3)
    page = np.full((700, 900), 130, np.uint8)
    for n in range(14):
        y, x = 40 + 220 * (n // 5), 40 + 170 * (n % 5)
        page[y : y + 80, x : x + 80] = np.kron(rng.integers(0, 2, (10, 10)), np.ones((8, 8))) * 250
    page[500:560, 760:820] = draw_sticker(KNOWN[5], 60) // 3 + 90
    grey = np.asarray(cv2.GaussianBlur(page, (0, 0), 1.5), dtype=np.uint8)
    assert {item.text for item in Reader(KNOWN).look(Frame(0, 0, grey))} == {KNOWN[5]}
    hurried = Reader(KNOWN, hurried=True)
    looks = [len(hurried.look(Frame(n, 100 * n, grey))) for n in range(12)]
    assert (looks[0], looks[-1]) == (0, 1)


def test_a_long_search_is_spread_over_looks() -> None:
    boxes = [(0, 0, 10, 10), (0, 0, 10, 5), (0, 0, 30, 30), (5, 5, 6, 6)]
    assert split_boxes(boxes, 150) == (boxes[:2], boxes[2:])
    assert split_boxes(boxes[2:], 150) == (boxes[2:3], boxes[3:]), "one at least, or it would never end"
    assert split_boxes(boxes[3:], 150) == (boxes[3:], [])
    assert split_boxes([], 150) == ([], [])


def test_many_false_squares_crowd_out_none_elsewhere() -> None:
    """Of what looks like corner squares the likeliest 24 are kept in each part of 90 pixels a side, not in all."""
    page = np.full((120, 400), 220, np.uint8)
    square = corner_square()
    for y in range(4, 80, 14):
        for x in range(4, 80, 14):
            page[y : y + 13, x : x + 13] = square
    blurred = cv2.GaussianBlur(np.pad(square, 8, mode="edge"), (0, 0), 1.2)
    for x in (200, 250, 300):
        page[30:59, x : x + 29] = blurred
    x, y, _ = find_squares(page, [(0, 0, 400, 120)], Scale(PX, factors=(1.0,))).T
    assert ((x < 90) & (y < 90)).sum() == 24, "of 36"
    assert [((abs(x - at - 14) < 1) & (abs(y - 44) < 1)).sum() for at in (200, 250, 300)] == [1, 1, 1]


def test_the_same_copy_twice_is_seen_twice() -> None:
    page = page_with(draw_sticker(KNOWN[0], 80))
    page[100:180, 400:480] = draw_sticker(KNOWN[0], 80)
    assert [item.text for item in read_tags(page, KNOWN)] == [KNOWN[0]] * 2


@pytest.mark.numerics
@pytest.mark.parametrize("shape", [(1, 1), (10, 20_000), (3, 3), (64, 1), (40, 40)])
def test_odd_pictures_are_silent(reader: Reader, shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, shape, dtype=np.uint8)
    assert texts(reader, noise) == set()
    assert texts(reader, np.zeros(shape, np.uint8)) == set()


@pytest.mark.parametrize("seed", range(4))
def test_checkerboards_noise_and_print_are_silent(reader: Reader, seed: int) -> None:
    rng = np.random.default_rng(seed)
    board = np.kron(rng.integers(0, 2, (90, 160)), np.ones((8, 8))) * 255
    chess = np.kron(np.indices((90, 160)).sum(0) % 2, np.ones((8, 8))) * 255
    for grey in (board, chess, rng.integers(0, 255, (720, 1280))):
        soft = cv2.GaussianBlur(grey.astype(np.uint8), (0, 0), 1.0)
        assert texts(reader, np.asarray(soft, dtype=np.uint8)) == set()


CARDS = tuple(SceneCard(KNOWN[n], 60 + 62 * (n % 6), 60 + 95 * (n // 6), face=n) for n in range(11))


def market(cards: tuple[SceneCard, ...], noise: int) -> Grey:
    """These cards under the same lamp every time, with other noise."""
    grey = render(Scene(1600, 900, 3.6, cards, difficulty("easy"), seed=5)).grey
    rng = np.random.default_rng(noise)
    return np.clip(grey + rng.normal(0, 2, grey.shape), 0, 255).astype(np.uint8)


def test_what_lies_still_is_not_decoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(KNOWN)
    first, again = market(CARDS, 1), market(CARDS, 2)
    before = reader.look(Frame(0, 0, first))
    monkeypatch.setattr(RegionReader, "read", lambda *_: pytest.fail("decoded again"))
    assert reader.look(Frame(1, 100, again)) == before
    assert len(before) == 11


def test_a_changed_card_is_read_and_the_others_stay() -> None:
    reader = Reader(KNOWN)
    assert len(reader.look(Frame(0, 0, market(CARDS, 1)))) == 11
    second = market((*CARDS[:3], replace(CARDS[3], text=KNOWN[100]), *CARDS[4:]), 2)
    found = {item.text for item in reader.look(Frame(1, 100, second))}
    assert found == {card.text for card in CARDS} - {CARDS[3].text} | {KNOWN[100]}
    third = market((*CARDS[:3], *CARDS[4:]), 3)
    assert {item.text for item in reader.look(Frame(2, 200, third))} == found - {KNOWN[100]}


def test_what_was_only_compared_must_say_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.tags.search import Search

    scene = compared_picture()
    reader = Reader(KNOWN)
    first = reader.look(Frame(0, 0, scene.grey))
    compared = compared_in(first)
    assert compared
    assert set(reader.look(Frame(1, 100, scene.grey))) == set(first)
    reader.forget()
    reader.look(Frame(0, 0, scene.grey))
    monkeypatch.setattr(Search, "confirm", lambda _, __, found: [False] * len(found))
    monkeypatch.setattr(Reader, "_retry", lambda *_: None)
    assert not set(reader.look(Frame(1, 100, scene.grey))) & set(compared)


def test_any_qr_text_can_be_asked_for() -> None:
    import segno

    code = segno.make("https://example.org/a-card", error="m")
    grid = np.array([[0 if module else 255 for module in row] for row in code.matrix_iter(scale=4, border=4)], np.uint8)
    page = page_with(grid)
    assert [item.text for item in read_any(page)] == ["https://example.org/a-card"]
    assert read_tags(page) == ()
