"""Scripted cases at the picture's edge: what is an arm, what is a card, and for how long."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frames import Grey
from vision.sightings import Sighting
from vision.table.motion import MotionWatch

pytestmark = pytest.mark.slow  # nearly all of it is

TABLE = np.full((480, 800), 120, np.uint8)
STEP_MS = 100


def with_block(box: tuple[int, int, int, int], tone: int = 220, on: Grey = TABLE) -> Grey:
    left, top, width, height = box
    grey = on.copy()
    grey[top : top + height, left : left + width] = tone
    return grey


CARD = with_block((0, 200, 90, 140))
ARM = with_block((300, 0, 80, 300), tone=60)
TAG = Sighting("TCA001O", ((50.0, 290.0), (76.0, 290.0), (76.0, 316.0), (50.0, 316.0)), "zxing")


class Clock:
    """Shows pictures, a tenth of a second each, and says how much was covered in each."""

    def __init__(self) -> None:
        self.watch, self.at_ms = MotionWatch(), 0

    def show(self, grey: Grey, times: int, seen: tuple[Sighting, ...] = ()) -> list[float]:
        shares = []
        for _ in range(times):
            shares.append(self.watch.watch(grey, self.at_ms, seen).share)
            self.at_ms += STEP_MS
        return shares


def test_a_card_laid_at_the_edge_is_no_arm_once_its_tag_is_read() -> None:
    clock = Clock()
    clock.show(TABLE, 3)
    shares = clock.show(CARD, 3, (TAG,))
    assert shares[0] > 0, "it moved"
    assert shares[1:] == [0, 0]


def test_without_a_tag_it_may_be_an_arm_for_six_seconds_and_no_longer() -> None:
    clock = Clock()
    clock.show(TABLE, 3)
    shares = clock.show(CARD, 70)
    assert min(shares[:60]) > 0
    assert max(shares[62:]) == 0


def test_play_elsewhere_does_not_keep_a_still_thing_an_arm() -> None:
    clock = Clock()
    clock.show(TABLE, 3)
    for n in range(70):
        busy = with_block((500 + 40 * (n % 3), 300, 60, 60), on=CARD)
        clock.show(busy, 1)
    covered = clock.watch.watch(CARD, clock.at_ms).covered
    assert not covered[25:42, :11].any()


def test_an_arm_that_holds_a_card_is_an_arm() -> None:
    clock = Clock()
    clock.show(TABLE, 3)
    held = Sighting(TAG.text, ((330.0, 250.0), (356.0, 250.0), (356.0, 276.0), (330.0, 276.0)), "zxing")
    assert min(clock.show(with_block((300, 0, 160, 420), tone=60), 30, (held,))) > 0


@pytest.mark.parametrize("rest", [20, 90])
def test_a_table_is_free_at_once_when_an_arm_leaves_however_long_it_rested(rest: int) -> None:
    clock = Clock()
    clock.show(TABLE, 10)
    clock.show(ARM, rest)
    leaving, *after = clock.show(TABLE, 4)
    assert leaving > 0
    assert after == [0, 0, 0]


def test_slow_light_is_no_motion_even_where_an_arm_rested() -> None:
    clock = Clock()
    clock.show(TABLE, 10)
    clock.show(ARM, 90)
    clock.show(TABLE, 2)
    for tone in range(120, 160):
        assert max(clock.show(np.full_like(TABLE, tone), 2)) == 0


def under(boxes: tuple[tuple[float, float, float, float], ...], x: float, y: float) -> bool:
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes)


@pytest.mark.slow
def test_an_arm_that_rests_for_minutes_still_hides_what_is_under_it() -> None:
    clock = Clock()
    clock.show(TABLE, 10)
    clock.show(ARM, 600)
    motion = clock.watch.watch(ARM, clock.at_ms)
    assert motion.share == 0, "by now it counts as the table"
    assert under(motion.resting, 340, 150)
    clock.show(TABLE, 3)
    assert clock.watch.watch(TABLE, clock.at_ms).resting == ()


def test_where_a_tag_shows_no_arm_rests() -> None:
    clock = Clock()
    clock.show(TABLE, 10)
    clock.show(ARM, 90)
    tag = Sighting("TCA001O", ((330.0, 100.0), (356.0, 100.0), (356.0, 126.0), (330.0, 126.0)), "zxing")
    clock.show(ARM, 32, (tag,))
    assert clock.watch.watch(ARM, clock.at_ms, (tag,)).resting == ()


@pytest.mark.slow
def test_an_arm_rests_on_a_tag_that_is_read_beside_it_now_and_then() -> None:
    """Half of it shows; once it is read all the time, nothing lies on it."""
    arm = with_block((300, 0, 160, 420), tone=60)
    tag = Sighting("TCA001O", ((442.0, 100.0), (468.0, 100.0), (468.0, 126.0), (442.0, 126.0)), "closed set")
    clock = Clock()
    clock.show(TABLE, 10)
    clock.show(arm, 90)
    for _ in range(4):
        clock.show(arm, 1, (tag,))
        assert under(clock.watch.watch(arm, clock.at_ms).resting, 445, 113)
        clock.show(arm, 15)
    clock.show(arm, 40, (tag,))
    assert clock.watch.watch(arm, clock.at_ms, (tag,)).resting == ()


def test_an_arm_in_the_first_picture_does_not_stay_the_table() -> None:
    clock = Clock()
    clock.show(ARM, 10)
    clock.show(TABLE, 70)
    tag = Sighting("TCA001O", ((330.0, 100.0), (356.0, 100.0), (356.0, 126.0), (330.0, 126.0)), "zxing")
    clock.show(TABLE, 32, (tag,))
    motion = clock.watch.watch(TABLE, clock.at_ms, (tag,))
    assert (motion.share, motion.resting) == (0, ()), "a card was laid there, and may be taken away again"


def test_under_a_card_taken_from_the_edge_nothing_rests() -> None:
    clock = Clock()
    clock.show(CARD, 20, (TAG,))
    clock.show(TABLE, 70)
    assert clock.watch.watch(TABLE, clock.at_ms).resting == ()


@pytest.mark.numerics
@pytest.mark.parametrize("noise", [2.0, 7.0, 14.0])
def test_the_noise_of_a_dim_room_is_no_motion(noise: float) -> None:
    rng, clock = np.random.default_rng(3), Clock()
    for _ in range(12):
        grey = np.clip(TABLE + rng.normal(0, noise, TABLE.shape), 0, 255).astype(np.uint8)
        assert max(clock.show(grey, 1)) == 0


LAID = with_block((216, 130, 100, 140), tone=220)
LYING = Sighting("TCA001O", ((260.0, 220.0), (286.0, 220.0), (286.0, 246.0), (260.0, 246.0)), "zxing")


def fingers(on: Grey) -> Grey:
    """Four of them and a palm over a card, far from every edge, as in a sleeve that is as dark as the table."""
    grey = with_block((180, 230, 160, 120), tone=160, on=on)
    for n, long in enumerate((40, 60, 55, 30)):
        grey = with_block((180 + 42 * n, 230 - long, 30, long), tone=160, on=grey)
    return grey


def test_a_hand_whose_sleeve_is_as_dark_as_the_table_hides_what_is_under_it() -> None:
    clock = Clock()
    clock.show(LAID, 20, (LYING,))
    for _ in range(50):
        motion = clock.watch.watch(fingers(LAID), clock.at_ms)
        clock.at_ms += STEP_MS
        assert under(motion.boxes, 273, 233)
    clock.show(LAID, 3)
    assert clock.watch.watch(LAID, clock.at_ms, (LYING,)).boxes == ()


def test_where_a_card_was_taken_nothing_is_hidden() -> None:
    clock = Clock()
    clock.show(LAID, 20, (LYING,))
    clock.show(TABLE, 2)
    assert clock.watch.watch(TABLE, clock.at_ms).boxes == ()


def test_nor_where_a_card_was_taken_from_a_pile() -> None:
    back = with_block((216, 130, 100, 140), tone=60)
    clock = Clock()
    clock.show(with_block((219, 133, 94, 134), tone=220, on=back), 20, (LYING,))
    clock.show(back, 2)
    assert clock.watch.watch(back, clock.at_ms).boxes == ()


def test_a_lamp_that_is_lit_and_one_that_flickers_in_bands_are_no_motion() -> None:
    clock = Clock()
    clock.show(LAID, 10)
    rows = np.arange(480)[:, None] / 480
    for n in range(20):
        bands = 1 + 0.04 * np.sin(2 * np.pi * (2.5 * rows + 0.37 * n))
        lit = LAID * bands * (1.1 if n > 10 else 1.0)
        assert max(clock.show(np.clip(lit, 0, 255).astype(np.uint8), 1)) == 0


@pytest.mark.numerics
def test_a_hand_shows_although_a_lamp_flickers() -> None:
    clock = Clock()
    clock.show(LAID, 10, (LYING,))
    rows = np.arange(480)[:, None] / 480
    for n in range(20):
        bands = 1 + 0.04 * np.sin(2 * np.pi * (2.5 * rows + 0.37 * n))
        motion = clock.watch.watch(np.clip(fingers(LAID) * bands, 0, 255).astype(np.uint8), clock.at_ms)
        clock.at_ms += STEP_MS
        assert under(motion.boxes, 273, 233)


def test_a_card_at_the_edge_whose_middle_looks_like_the_table_is_gone_when_it_is_taken() -> None:
    """A tag in its middle is as grey as many a table; nothing lies there any more that could hide it."""
    grey_in_the_middle = with_block((48, 288, 32, 32), tone=120, on=CARD)
    clock = Clock()
    clock.show(grey_in_the_middle, 10, (TAG,))
    clock.show(TABLE, 70)
    assert clock.watch.watch(TABLE, clock.at_ms).resting == ()


def card(left: int, tone: int, on: Grey) -> Grey:
    """With its tag in the lower right corner, grey among black and white."""
    drawn = with_block((left, 160, 96, 136), tone, on)
    return with_block((left + 56, 256, 32, 32), 160, drawn)


def tag_of(text: str, left: int) -> Sighting:
    x, y = left + 60.0, 260.0
    return Sighting(text, ((x, y), (x + 24, y), (x + 24, y + 24), (x, y + 24)), "zxing")


@pytest.mark.slow
def test_a_card_laid_on_another_beside_a_resting_arm_is_not_hidden_once_the_arm_has_left() -> None:
    """Its tag lies where the other's was and looks the same; what changed around it is the card, and not the arm."""
    clock, table, seen = Clock(), TABLE, ()
    clock.show(TABLE, 10)
    for number, left in enumerate((40, 160, 280, 400)):
        table, seen = card(left, 220, table), (*seen, tag_of(f"TCA00{number}X", left))
        clock.show(table, 20, seen)
    changed = card(400, 40, table)
    seen = (*seen[:3], tag_of("TCA004X", 400))
    clock.show(with_block((440, 0, 60, 200), 80, changed), 90, seen[:3])
    clock.show(changed, 3, seen[:3])
    assert under(clock.watch.watch(changed, clock.at_ms, seen).resting, 420, 240), "it may be a hand"
    clock.show(changed, 32, seen)
    assert clock.watch.watch(changed, clock.at_ms, seen).resting == ()
