from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.doubles.sights import straight_down
from tests.sweeps import at_least, sweep
from tests.vision.scenery import KNOWN, difficulty
from tests.vision.table.test_plane import MARKS, SIZE, STRAIGHT, drawn
from vision.frames import Frame, Grey
from vision.scenes import HandInView, Scene, SceneCard
from vision.scenes.card_art import draw_sticker
from vision.scenes.render import render
from vision.table.eye import Eye
from vision.table.mat import Mat
from vision.table.motion import MotionWatch
from vision.table.tracker import CardGone, CardMoved, CardPlaced, TableEvent, TagOnScreen, ViewBlocked
from vision.table.zones import Zone, Zones
from vision.tags.codes import module_grid
from vision.tags.reader import Reader

pytestmark = pytest.mark.slow

SCALE = 3.4
ZONES = Zones(
    (
        Zone("market", ((0, 0), (200, 0), (200, 260), (0, 260))),
        Zone("mat", ((200, 0), (400, 0), (400, 260), (200, 260))),
    ),
    None,
)
TABLE = Scene(1280, 800, SCALE, (), replace(difficulty("easy"), tilt_deg=(0.0, 0.0), surfaces=("wood",)), seed=3)
ONE = SceneCard(KNOWN[0], 60, 80, face=1)
TWO = SceneCard(KNOWN[1], 140, 90, face=2)


@cache
def shot(*cards: SceneCard, hand: HandInView | None = None, seed: int = TABLE.seed) -> Grey:
    return render(replace(TABLE, cards=cards, hands=() if hand is None else (hand,), seed=seed)).grey


class Night:
    """Feeds an eye with pictures, a tenth of a second each."""

    def __init__(self) -> None:
        self.eye = Eye(KNOWN, ZONES, straight_down(SCALE))
        self.index = 0

    def show(self, grey: Grey, times: int) -> list[TableEvent]:
        events: list[TableEvent] = []
        for _ in range(times):
            events += self.eye.see(Frame(self.index, 100 * self.index, grey)).events
            self.index += 1
        return events


def rest(night: Night, tip: tuple[float, float], looks: int, seed: int = TABLE.seed) -> list[TableEvent]:
    """Two cards are laid, a hand rests at one of them and leaves: what happened from the hand on."""
    night.show(shot(seed=seed), 2)
    night.show(shot(ONE, TWO, seed=seed), 12)
    hand = HandInView(ONE.x_mm + tip[0], ONE.y_mm + tip[1], 90.0)
    return night.show(shot(ONE, TWO, hand=hand, seed=seed), looks) + night.show(shot(ONE, TWO, seed=seed), 10)


TIPS = {"arm over it": (10.0, -40.0), "on its rim": (13.0, 26.0), "beside it": (2.0, 38.0)}


def test_cards_come_move_and_go_zone_by_zone() -> None:
    night = Night()
    assert night.show(shot(), 2) == []
    placed = night.show(shot(ONE, TWO), 6)
    assert {(event.text, event.zone) for event in placed if isinstance(event, CardPlaced)} == {
        (KNOWN[0], "market"),
        (KNOWN[1], "market"),
    }
    assert placed[-1].at_ms <= 700, "settled well under a second"
    moved = night.show(shot(ONE, replace(TWO, x_mm=300)), 6)
    assert [type(event) for event in moved] == [CardMoved]
    gone = night.show(shot(ONE), 8)
    assert [(type(event), getattr(event, "text", "")) for event in gone] == [(CardGone, KNOWN[1])]
    assert night.eye.table.settled == {"market": {KNOWN[0]}, "mat": frozenset()}


def test_a_card_under_a_resting_hand_stays() -> None:
    night = Night()
    night.show(shot(), 2)
    night.show(shot(ONE, TWO), 12)
    hand = HandInView(ONE.x_mm + 10, ONE.y_mm - 40, 90.0)
    events = night.show(shot(ONE, TWO, hand=hand), 30)
    assert not [event for event in events if isinstance(event, CardGone)]
    assert any(isinstance(event, ViewBlocked) and event.zone == "market" for event in events)
    assert night.eye.table.settled["market"] == {KNOWN[0], KNOWN[1]}
    gone = night.show(shot(TWO), 12)
    assert [event.text for event in gone if isinstance(event, CardGone)] == [KNOWN[0]]


def test_with_a_mat_the_zones_come_by_themselves() -> None:
    zones = Zones((Zone("mat", ((0, 0), (780, 0), (780, 396), (0, 396))),), None)
    eye = Eye(KNOWN, mats=(Mat("one", SIZE, zones, MARKS),))
    bare = np.full((900, 1600), 200, np.uint8)
    assert eye.see(Frame(0, 0, bare)).table.settled == {"table": frozenset()}
    mat = drawn(STRAIGHT)
    mat[300:360, 500:560] = draw_sticker(KNOWN[0], 60)
    for index in range(1, 6):
        seen = eye.see(Frame(index, 1000 * index, mat))
    assert seen.table.settled == {"mat": {KNOWN[0]}}
    place = seen.table.places[KNOWN[0]]
    assert abs(place.x - (530 - 20) / 2) < 1.5
    assert abs(place.y - (330 - 10) / 1.95) < 1.5
    moved = STRAIGHT.copy()
    moved[0, 2] += 15
    assert eye.see(Frame(9, 9000, drawn(moved))).bumped


@pytest.mark.parametrize("tip", sweep(["arm over it", "beside it"], [*TIPS]))
def test_a_hand_may_rest_for_half_a_minute_and_nothing_is_gone(tip: str) -> None:
    events = rest(Night(), TIPS[tip], 300)
    assert [event for event in events if isinstance(event, CardGone | CardPlaced | CardMoved)] == []


@pytest.mark.parametrize("tip", sweep(["on its rim"], [*TIPS]))
def test_a_card_taken_after_a_hand_has_rested_is_gone_at_once(tip: str) -> None:
    """On most tables: where the bare wood looks like what lay there, it is believed to lie there for a minute."""
    assert at_least(2, (is_taking_noticed(TIPS[tip], seed) for seed in (3, 13, 17, 23)))


def is_taking_noticed(tip: tuple[float, float], seed: int) -> bool:
    night = Night()
    rest(night, tip, 60, seed)
    gone = night.show(shot(TWO, seed=seed), 20)
    return [event.text for event in gone if isinstance(event, CardGone)] == [KNOWN[0]]


def test_a_hand_in_the_first_picture_hides_nothing_once_it_has_left() -> None:
    night = Night()
    night.show(shot(ONE, TWO, hand=HandInView(ONE.x_mm, ONE.y_mm - 40, 90.0)), 10)
    night.show(shot(ONE, TWO), 80)
    assert night.eye.table.settled["market"] == {KNOWN[0], KNOWN[1]}
    gone = night.show(shot(TWO), 12)
    assert [(type(event), getattr(event, "text", "")) for event in gone] == [(CardGone, KNOWN[0])]


@pytest.mark.parametrize("noise", [4.0, 8.0, 12.0])
def test_a_still_table_in_a_dim_room_is_not_read_again_and_again(noise: float, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, still = np.random.default_rng(2), shot(ONE, TWO)
    reader = Reader(KNOWN)
    read: list[object] = []
    reading = reader._read
    monkeypatch.setattr(reader, "_read", lambda grey, region: (read.append(region), reading(grey, region)))
    for n in range(10):
        reader.look(Frame(n, 100 * n, np.clip(still + rng.normal(0, noise, still.shape), 0, 255).astype(np.uint8)))
    assert len(read) == 1, "the first picture, and no other"


def test_nothing_moves_on_a_still_table_and_noise_is_no_motion() -> None:
    watch, rng = MotionWatch(), np.random.default_rng(1)
    still = shot(ONE)
    for n in range(5):
        noisy = np.clip(still + rng.normal(0, 4, still.shape), 0, 255).astype(np.uint8)
        assert watch.watch(noisy, 100 * n).share == 0


def test_an_arm_covers_until_it_leaves() -> None:
    watch = MotionWatch()
    table, arm = shot(ONE), shot(ONE, hand=HandInView(150, 100, 90.0))
    watch.watch(table, 0)
    shares = [watch.watch(arm, 100 * n).share for n in range(1, 20)]
    assert min(shares) > 0.05
    watch.watch(table, 2000)
    assert watch.watch(table, 2100).share == 0


def test_cards_stay_where_they_lie_when_the_camera_is_bumped() -> None:
    """The marks are looked for once a second; tags that jump all at once do not wait for that."""
    halves = Zones(
        (
            Zone("left", ((0, 0), (390, 0), (390, 396), (0, 396))),
            Zone("right", ((390, 0), (780, 0), (780, 396), (390, 396))),
        ),
        None,
    )
    eye = Eye(KNOWN, mats=(Mat("one", SIZE, halves, MARKS),))
    lying = {KNOWN[0]: (370, 100), KNOWN[1]: (375, 250), KNOWN[2]: (410, 180)}

    def picture(shift: float) -> Grey:
        view = np.array([[1.7, 0.0, 90.0 + shift], [0.0, 1.7, 40.0], [0.0, 0.0, 1.0]])
        grey = drawn(view)
        for text, (x, y) in lying.items():
            left, top = round(1.7 * x + 90 + shift) - 30, round(1.7 * y + 40) - 30
            grey[top : top + 60, left : left + 60] = draw_sticker(text, 60)
        return grey

    still, bumped = picture(0), picture(60)
    for index in range(33):
        seen = eye.see(Frame(index, 100 * index, still))
    expected = {"left": {KNOWN[0], KNOWN[1]}, "right": {KNOWN[2]}}
    assert seen.table.settled == expected
    events = [event for index in range(33, 60) for event in eye.see(Frame(index, 100 * index, bumped)).events]
    assert not [event for event in events if isinstance(event, CardMoved | CardGone)]
    assert eye.table.settled == expected


def phone_at(x: float, y: float, white: int) -> tuple[Grey, list[TableEvent], Night]:
    """Four cards, then a phone that shows the tag of a fifth: the last picture, what happened then, and the eye."""
    cards = [SceneCard(KNOWN[n], 50 + 65 * n, 190, face=n) for n in range(1, 5)]
    night, table = Night(), shot(*cards)
    table = np.asarray(cv2.convertScaleAbs(table, alpha=0.75), dtype=np.uint8)
    night.show(table, 6)
    left, top = round(x * SCALE), round(y * SCALE)
    with_phone = table.copy()
    code = np.kron(np.where(module_grid(KNOWN[9]), 12, white), np.ones((4, 4))).astype(np.uint8)
    with_phone[top - 60 : top + 230, left - 45 : left + 130] = 15
    with_phone[top - 40 : top + 210, left - 35 : left + 120] = white
    with_phone[top : top + 84, left : left + 84] = code
    blurred = np.asarray(cv2.GaussianBlur(with_phone, (0, 0), 0.7), dtype=np.uint8)
    return blurred, night.show(blurred, 12), night


def test_a_tag_on_a_glowing_screen_is_no_card_and_is_said_once() -> None:
    grey, events, night = phone_at(150.0, 30.0, 250)
    assert [event for event in events if KNOWN[9] == getattr(event, "text", "")] == [TagOnScreen(KNOWN[9], 600)]
    dimmer = np.where(grey > 200, 170, grey).astype(np.uint8)
    assert not any(KNOWN[9] == getattr(event, "text", "") for event in night.show(dimmer, 8)), "the screen dims"


def test_the_same_tag_on_paper_as_bright_as_the_others_is_a_card() -> None:
    _, events, _ = phone_at(150.0, 30.0, 172)
    assert [type(event) for event in events if KNOWN[9] == getattr(event, "text", "")] == [CardPlaced]


FOUR = [SceneCard(KNOWN[n], 60 + 64 * n, 110, face=n) for n in range(4)]


def with_cat(grey: Grey, look: int, away: float = 0.0) -> Grey:
    """A cat that lies on the middle of the table and breathes, as grey as the wood."""
    chance = np.random.default_rng(8)
    fur = 118 + cv2.GaussianBlur(chance.normal(0, 60, grey.shape).astype(np.float32), (0, 0), 2)
    breath = 1 + 0.03 * np.sin(look * 1.3)
    body = np.zeros(grey.shape, np.float32)
    middle, axes = (round(520 + away), 400), (round(260 * breath), round(150 * breath))
    cv2.ellipse(body, middle, axes, 12, 0, 360, 1.0, -1, cv2.LINE_AA)
    moved = np.array([[breath, 0, away - 520 * (breath - 1)], [0, breath, -400 * (breath - 1)]], np.float32)
    fur = cv2.warpAffine(fur, moved, grey.shape[::-1], borderMode=cv2.BORDER_REFLECT)
    return np.asarray(grey * (1 - body) + fur * body, dtype=np.uint8)


def test_a_cat_that_lies_and_breathes_hides_what_is_under_it_for_as_long_as_it_is_there() -> None:
    night, table = Night(), shot(*FOUR)
    night.show(table, 6)
    events = [event for away in (700, 450, 200) for event in night.show(with_cat(table, 0, away), 1)]
    for look in range(sweep(60, 120)):
        events += night.show(with_cat(table, look), 1)
    events += night.show(table, 12)
    assert not [event for event in events if isinstance(event, CardGone | CardPlaced | CardMoved)]


def test_cards_that_lie_close_and_are_taken_together_are_gone() -> None:
    near = [replace(card, x_mm=60 + 57 * n) for n, card in enumerate(FOUR)]
    night = Night()
    night.show(shot(*near), 6)
    events = night.show(shot(near[0], near[3]), 80)
    assert {event.text for event in events if isinstance(event, CardGone)} == {near[1].text, near[2].text}
