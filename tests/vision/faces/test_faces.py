"""Cards known by their faces: learnt from one view, found in another, and never taken for what they are not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import dist

import cv2
import numpy as np
import pytest

from tests.bench.face_finder import find_faces
from tests.vision.scenery import KNOWN, difficulty
from vision.faces.gallery import Bars, Face, Gallery, learn_face
from vision.faces.learning import learn_tagged
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.places import middle
from vision.faces.portraits import CELLS, HEIGHT, WIDTH, inset, straighten
from vision.frames import Grey
from vision.scenes import RenderedPicture, Scene, SceneCard
from vision.scenes.card_art import draw_face
from vision.scenes.render import render
from vision.sightings import Corners

pytestmark = pytest.mark.slow
PX = 3.2
MM = (56.0, 87.0)
SIZE = CardSize(MM[0] * PX, MM[1] * PX)
VIEWS = 12
LEARNT = range(100, 114)  # art by its numbers
STRANGE = 900


def photograph(
    *cards: SceneCard, level: str = "easy", seed: int = 5, px: tuple[int, int] = (400, 400)
) -> RenderedPicture:
    return render(Scene(*px, PX, cards, difficulty(level), seed, cut_from=2304))


def one(face: int, turn: float = 2.0, *, tagged: bool = False) -> SceneCard:
    return SceneCard(KNOWN[face % 100] if tagged else "", 62.5, 62.5, turn, face)


def _spread(corners: Corners, times: float) -> Corners:
    ring = np.array(corners)
    a, b, c, d = ((float(x), float(y)) for x, y in ring.mean(0) + times * (ring - ring.mean(0)))
    return a, b, c, d


@cache
def learn(face: int) -> Face:
    """From the first view in which its outline is found: on some tables a card's edge can hardly be seen."""
    for view in range(VIEWS):
        picture = photograph(one(face, 2.0 + 5.0 * view, tagged=True), seed=face + 1000 * view)
        outlines = find_outlines(picture.grey, SIZE, whole=True)
        found = learn_tagged(str(face), picture.grey, picture.truth[0].corners, SIZE, outlines)
        if found is not None:
            return found
    raise AssertionError(f"expected an outline of card {face} in one of {VIEWS} pictures")


@cache
def gallery() -> Gallery:
    return Gallery([learn(face) for face in LEARNT])


@pytest.mark.parametrize("turn", [-5.0, 95.0, 177.0])
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_learnt_card_is_known_whichever_way_it_lies(level: str, turn: float) -> None:
    picture = photograph(one(107, turn), level=level, seed=31)
    judged = gallery().judge(picture.grey, picture.lying[0].corners)
    assert judged is not None
    assert (judged.kind, judged.sure) == ("107", True)


@pytest.mark.parametrize("seed", [32, 34, 36])
def test_its_corners_begin_at_its_own_top_left(seed: int) -> None:
    """However far the learnt outline was off: the others are a side away, and the bound is half the shorter one."""
    picture = photograph(one(107, 180.0), seed=seed)
    a, b, c, d = picture.lying[0].corners
    judged = gallery().judge(picture.grey, (c, d, a, b))
    assert judged is not None
    assert dist(judged.corners[0], a) < SIZE.short / 2


@pytest.mark.parametrize("card", [one(STRANGE), replace(one(107), face_up=False)], ids=["never learnt", "face down"])
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_card_that_was_never_learnt_is_not_named(level: str, card: SceneCard) -> None:
    picture = photograph(card, level=level, seed=33)
    judged = gallery().judge(picture.grey, picture.lying[0].corners)
    assert judged is not None
    assert not judged.sure
    assert judged.likeness < gallery().bars.asked


def test_two_kinds_that_look_the_same_are_not_told_apart() -> None:
    twins = Gallery([*(learn(face) for face in LEARNT), replace(learn(107), kind="twin")])
    picture = photograph(one(107), seed=34)
    judged = twins.judge(picture.grey, picture.lying[0].corners)
    assert judged is not None
    assert judged.kind in {"107", "twin"}
    assert not judged.sure


def test_cards_much_alike_ask_for_a_better_look() -> None:
    marked = draw_face(107, MM, 2 * PX).copy()
    cv2.circle(marked, (180, 200), 40, 0, -1)
    other = photograph(replace(one(STRANGE), art=marked), seed=35)
    near = learn_face("marked", straighten(other.grey, other.lying[0].corners))
    assert Gallery([*(learn(face) for face in LEARNT), near]).alike[0] > gallery().alike[0]


def test_of_a_box_of_which_little_is_known_much_is_asked() -> None:
    few = Gallery([learn(face) for face in LEARNT[:3]])
    assert few.alike == few.bars.unknown


def test_nothing_learnt_nothing_said() -> None:
    picture = photograph(one(107))
    empty = Gallery([])
    assert empty.judge(picture.grey, picture.lying[0].corners) is None
    assert find_faces(picture.grey, SIZE, empty) == []


def test_the_sticker_is_no_part_of_the_face() -> None:
    face = learn(103)
    assert not face.shown[-2, -2]
    assert face.shown[: CELLS[0] // 2].all()
    assert face.grey.shape == (HEIGHT, WIDTH)


def test_no_face_is_learnt_without_an_outline_around_the_tag() -> None:
    picture = photograph(one(103, tagged=True))
    elsewhere: Corners = ((0.0, 0.0), (50.0, 0.0), (50.0, 80.0), (0.0, 80.0))
    assert learn_tagged("103", picture.grey, picture.truth[0].corners, SIZE, [elsewhere]) is None
    assert learn_tagged("103", picture.grey, picture.truth[0].corners, SIZE, []) is None


def test_a_card_under_its_sticker_is_not_learnt() -> None:
    picture = photograph(one(103, tagged=True))
    (a, b, c, d), code = picture.lying[0].corners, picture.truth[0].corners
    assert learn_tagged("103", picture.grey, code, SIZE, [(c, d, a, b)]) is not None
    assert learn_tagged("103", picture.grey, _spread(code, 2.2), SIZE, [(a, b, c, d)]) is None


def test_a_frame_on_the_card_is_not_taken_for_the_card() -> None:
    picture = photograph(one(103, tagged=True))
    corners, code = picture.lying[0].corners, picture.truth[0].corners
    assert learn_tagged("103", picture.grey, code, SIZE, [_spread(corners, 0.9), corners]) is not None
    assert learn_tagged("103", picture.grey, code, SIZE, [_spread(corners, 0.9)]) is None


def test_a_picture_is_searched_for_cards_of_the_known_size() -> None:
    cards = [
        replace(one(face), x_mm=40 + 70 * (n % 3), y_mm=60 + 100 * (n // 3))
        for n, face in enumerate((101, 102, STRANGE, 104, 101))
    ]
    named = 0
    for seed in (36, 38, 40):
        picture = photograph(*cards, px=(750, 720), seed=seed)
        for item in find_faces(picture.grey, SIZE, gallery()):
            x, y = middle(item.corners)
            (lying,) = (card for card in picture.lying if dist(middle(card.corners), (x, y)) < 16)
            assert not item.sure or item.kind == str(lying.card.face), f"a wrong name in picture {seed}"
            named += item.sure
    assert named >= 8, "of twelve: on some tables a card's edge can hardly be seen"


def test_a_bare_table_has_no_cards() -> None:
    assert find_faces(photograph(seed=37).grey, SIZE, gallery()) == []
    blank: Grey = np.full((300, 300), 90, np.uint8)
    assert find_outlines(blank, SIZE) == []


def test_a_card_is_learnt_from_an_outline_with_four_edges() -> None:
    """Of a card that goes on into something of its own tone the fourth edge is a guess."""
    grey: Grey = np.full((500, 400), 60, np.uint8)
    wide, high = round(SIZE.short), round(SIZE.long)
    grey[60 : 60 + high, 100 : 100 + wide] = 180
    assert len(find_outlines(grey, SIZE, whole=True)) > 0
    grey[60 + high :, 100 : 100 + wide] = 180
    assert len(find_outlines(grey, SIZE)) > 0
    assert find_outlines(grey, SIZE, whole=True) == []


def test_a_stricter_margin_names_less() -> None:
    picture = photograph(one(107, 4.0), level="hard", seed=38)
    strict = Gallery([learn(face) for face in LEARNT], Bars(margin=0.001))
    judged = strict.judge(picture.grey, picture.lying[0].corners)
    assert judged is not None
    assert not judged.sure
    assert judged.kind == "107"


def of_one_deck(face: int) -> SceneCard:
    """Cards with one frame and pictures of their own, as those of most decks."""
    art = draw_face(100, MM, 2 * PX).copy()
    height, width = art.shape
    inner = slice(height // 4, 3 * height // 4), slice(width // 5, 4 * width // 5)
    art[inner] = draw_face(face, MM, 2 * PX)[inner]
    return replace(one(face), art=art)


@cache
def deck() -> Gallery:
    faces = []
    for face in range(200, 214):
        picture = photograph(of_one_deck(face), seed=face)
        faces.append(learn_face(str(face), straighten(picture.grey, inset(picture.lying[0].corners))))
    return Gallery(faces)


@pytest.mark.parametrize("face", range(900, 906))
def test_a_card_of_the_same_deck_that_was_never_learnt_is_one_we_do_not_know(face: int) -> None:
    picture = photograph(of_one_deck(face), level="medium", seed=face)
    judged = deck().judge(picture.grey, picture.lying[0].corners)
    assert judged is not None
    assert (judged.sure, judged.strange) == (False, True), judged.unlike
    known = photograph(of_one_deck(204), level="medium", seed=face)
    judged = deck().judge(known.grey, known.lying[0].corners)
    assert judged is not None
    assert (judged.kind, judged.strange) == ("204", False), judged.unlike
