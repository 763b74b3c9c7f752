"""Cards without tags over the table: searched where something changed, named, followed, asked about, and learnt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.scenery import KNOWN, difficulty
from vision.faces import face_watch
from vision.faces.at_table import FaceEye
from vision.faces.gallery import Face, Gallery, learn_face
from vision.faces.names import kind_named
from vision.faces.portraits import inset, straighten
from vision.faces.unsearched import Unsearched
from vision.frames import Frame, Grey
from vision.scenes import HandInView, Scene, SceneCard
from vision.scenes.card_art import draw_face
from vision.scenes.render import render
from vision.sightings import Corners
from vision.table.eye import Eye, Seen
from vision.table.plane import Plane
from vision.table.zones import WHOLE

pytestmark = pytest.mark.slow
PX = 2.95
MM = (56.0, 87.0)
SIZE = (760, 420)
LEARNT = range(100, 114)  # art by its numbers
STRANGE = 900
TAGGED = KNOWN[7]
EMPTY: tuple[SceneCard, ...] = ()


@cache
def learnt(face: int, kind: str = "") -> Face:
    flat = draw_face(face, MM, 2 * PX)
    height, width = flat.shape
    ring: Corners = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
    return learn_face(kind or str(face), straighten(flat, inset(ring)))


class Library:
    def __init__(self, *faces: Face) -> None:
        self.gallery = Gallery(faces)
        self.learnt: list[Face] = []

    def wants(self, kind: str) -> bool:
        return not any(face.kind == kind for face in self.learnt)

    def learn(self, face: Face) -> None:
        self.learnt.append(face)
        self.gallery = self.gallery.with_face(face)


@cache
def whole_box() -> Gallery:
    return Gallery([learnt(face) for face in LEARNT])


def library() -> Library:
    box = Library()
    box.gallery = whole_box()
    return box


def card(face: int, at: int = 0, turn: float = 2.0, text: str = "") -> SceneCard:
    return SceneCard(text, 45.0 + 80.0 * at, 70.0, turn, face, tag_mm=20.0)


@cache
def picture(cards: tuple[SceneCard, ...], hands: tuple[HandInView, ...] = (), seed: int = 7) -> Grey:
    return render(Scene(*SIZE, PX, cards, difficulty("easy"), seed, hands)).grey


class Table:
    """Looks at one table, five times a second."""

    def __init__(self, box: Library) -> None:
        kinds = {TAGGED: "107"}
        self.faces = FaceEye(kinds, box)
        self._eye = Eye(frozenset(kinds), plane=Plane(np.diag([1 / PX, 1 / PX, 1.0])), faces=self.faces)
        self.now = 0
        self.look(EMPTY, 14)

    def look(self, cards: Sequence[SceneCard], looks: int = 12, hands: tuple[HandInView, ...] = ()) -> Seen:
        for _ in range(looks):
            self.now += 200
            seen = self._eye.see(Frame(self.now // 200, self.now, picture(tuple(cards), hands)))
        return seen


def kinds(seen: Seen) -> list[str]:
    """By face, those that have settled."""
    return sorted(kind for text in seen.table.settled[WHOLE] if (kind := kind_named(text)) is not None)


def test_a_card_is_named_and_gone_when_it_is_taken_away() -> None:
    table = Table(library())
    assert kinds(table.look([card(104)])) == ["104"]
    assert kinds(table.look([card(104), card(109, 1, 184.0)])) == ["104", "109"]
    assert kinds(table.look([card(109, 1, 184.0)])) == ["109"]
    assert kinds(table.look(EMPTY)) == []


def test_two_equal_cards_are_two() -> None:
    table = Table(library())
    assert kinds(table.look([card(104), card(104, 2, 90.0)])) == ["104", "104"]


def test_a_card_that_moves_is_the_same_card() -> None:
    table = Table(library())
    before = table.look([card(104)]).table.settled[WHOLE]
    assert table.look([card(104, 2)]).table.settled[WHOLE] == before


def test_a_card_that_was_never_learnt_and_one_face_down_are_nothing() -> None:
    table = Table(library())
    seen = table.look([card(STRANGE), replace(card(104, 1), face_up=False)])
    assert kinds(seen) == []
    assert seen.faces.doubtful == ()


def test_under_a_hand_it_stays() -> None:
    table = Table(library())
    table.look([card(104)])
    assert kinds(table.look([card(104)], 8, (HandInView(50, 70),))) == ["104"]
    assert kinds(table.look([card(104)], 8)) == ["104"]


def test_what_lies_still_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(library())
    table.look([card(104)])
    monkeypatch.setattr(face_watch, "find_outlines", lambda *_: pytest.fail("searched"))
    monkeypatch.setattr(Gallery, "rank", lambda *_: pytest.fail("judged"))
    assert kinds(table.look([card(104)], 20)) == ["104"]


@pytest.mark.parametrize(("blind", "found"), [(2, ["104"]), (3, [])])
def test_where_no_card_is_found_other_cuts_of_the_picture_are_searched(
    blind: int, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``blind``: searches in which its outline is not seen. The third is the last."""
    table, cuts = Table(library()), list[tuple[int, ...]]()
    search = face_watch.find_outlines

    def hardly_seen(grey: Grey, size: face_watch.CardSize) -> list[Corners]:
        cuts.append(grey.shape)
        return [] if len(cuts) <= blind else search(grey, size)

    monkeypatch.setattr(face_watch, "find_outlines", hardly_seen)
    assert kinds(table.look([card(104)], 20)) == found
    assert len(set(cuts)) == len(cuts) == 3


def test_one_look_searches_one_part_or_judges_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    work: list[str] = []
    for owner, name in ((face_watch, "find_outlines"), (Gallery, "rank")):
        real = getattr(owner, name)

        def counted(*args: object, real: object = real, name: str = name) -> object:
            work.append(name)
            return real(*args)  # type: ignore[operator]

        monkeypatch.setattr(owner, name, counted)
    table = Table(library())
    cards = [card(104), card(109, 1), card(112, 2)]
    for _ in range(14):
        work.clear()
        seen = table.look(cards, 1)
        assert work.count("find_outlines") <= 1
        assert work.count("rank") <= face_watch.WORK + 1
    assert kinds(seen) == ["104", "109", "112"]


def test_a_card_with_its_tag_read_counts_once() -> None:
    table = Table(library())
    assert kinds(table.look([card(107)])) == ["107"]
    seen = table.look([card(107, text=TAGGED)])
    assert seen.table.settled[WHOLE] == {TAGGED}
    everything = [table.look([card(107, text=TAGGED)], 1).table.settled[WHOLE] for _ in range(4)]
    assert everything == [{TAGGED}] * 4


def test_the_hand_over_from_face_to_tag_is_never_two_cards() -> None:
    table = Table(library())
    table.look([card(107)])
    for _ in range(8):
        assert len(table.look([card(107, text=TAGGED)], 1).table.settled[WHOLE]) == 1


def test_nothing_is_said_of_a_zone_before_it_was_searched() -> None:
    table = Table(library())
    assert WHOLE in table.look([card(104), card(109, 1)], 2).faces.unsettled
    assert WHOLE not in table.look([card(104), card(109, 1)]).faces.unsettled


def marked(face: int) -> SceneCard:
    """A card much like another."""
    art = draw_face(face, MM, 2 * PX).copy()
    cv2.circle(art, (art.shape[1] // 2, art.shape[0] // 3), 60, 128, -1)
    return replace(card(1000 + face), art=art)


def test_what_is_like_a_face_and_not_like_enough_is_asked_about() -> None:
    table = Table(library())
    seen = table.look([marked(104)])
    assert kinds(seen) == []
    (doubtful,) = seen.faces.doubtful
    assert doubtful.kinds[0] == "104"
    table.faces.tell(doubtful.number, "104")
    assert kinds(table.look([marked(104)])) == ["104"]
    assert kinds(table.look(EMPTY)) == []


def test_none_of_those_is_not_asked_again() -> None:
    table = Table(library())
    (doubtful,) = table.look([marked(104)]).faces.doubtful
    table.faces.tell(doubtful.number, None)
    seen = table.look([marked(104)])
    assert seen.faces.doubtful == ()
    assert seen.faces.unsettled == frozenset()
    assert kinds(seen) == []


def test_a_tag_that_is_read_teaches_a_face() -> None:
    box = Library()
    table = Table(box)
    table.look([card(107, text=TAGGED)])
    assert [face.kind for face in box.learnt] == ["107"]
    assert box.learnt[0].shown.mean() < 1  # the sticker is no part of it


def test_nothing_is_learnt_under_a_hand() -> None:
    box = Library()
    Table(box).look([card(107, text=TAGGED)], 10, (HandInView(60, 80),))
    assert box.learnt == []


def test_a_ring_of_changes_is_searched_piece_by_piece() -> None:
    """The box around it has an empty corner and an empty middle."""
    unsearched = Unsearched()
    ring = np.full((800, 800), 100, np.uint8)
    unsearched.look(ring)
    unsearched.done((0, 0, 800, 800))
    ring[400:, 100:200] = ring[700:, 100:] = ring[:, 700:] = 200
    calm = np.zeros((100, 100), np.uint8)
    pieces = 0
    while parts := (unsearched.look(ring), unsearched.parts(calm, 1000.0))[1]:
        unsearched.done(unsearched.piece(parts[0], 160))
        pieces += 1
        assert pieces < 20
    assert pieces >= 8


def test_what_there_was_no_time_for_is_still_to_be_looked_at() -> None:
    """A card under a hand that moves, in the box around something else that is searched."""
    unsearched, calm = Unsearched(), np.zeros((100, 100), np.uint8)
    table = np.full((800, 800), 100, np.uint8)
    unsearched.look(table)
    unsearched.done((0, 0, 800, 800))
    table[100:300, 100:200] = table[100:300, 216:320] = 200
    unsearched.look(table)
    later, other = (216, 96, 320, 304), (96, 96, 200, 304)
    assert unsearched.parts(calm, 1000.0, [later]) == [other]
    unsearched.done((96, 96, 320, 304), [later])
    assert (unsearched.touches(later), unsearched.touches(other)) == (True, False)
    assert unsearched.parts(calm, 1000.0, [later]) == []
    assert unsearched.parts(calm, 1000.0) == [later]
