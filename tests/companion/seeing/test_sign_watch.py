"""Seat and control cards: printed, read back, turned, and obeyed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.cli import main
from companion.inbox import SignSeen
from companion.seeing.eyes import Eyes
from companion.seeing.sign_watch import CONTROL_TAGS, SEAT_TAGS, SignWatch, read_sign
from vision.frames import Frame
from vision.sightings import Sighting
from vision.tags.codes import module_grid
from vision.tags.reader import Reader

PAUSE = next(tag for tag, name in CONTROL_TAGS.items() if name == "pause")
SEAT_3 = next(tag for tag, seat in SEAT_TAGS.items() if seat == 2)
MIDDLE = (400.0, 300.0)


def _sighting(text: str, at: tuple[float, float], angle: float) -> Sighting:
    turn = np.deg2rad(angle)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    square = np.array([[-20.0, -20.0], [20.0, -20.0], [20.0, 20.0], [-20.0, 20.0]]) @ rotation.T + np.array(at)
    a, b, c, d = ((float(x), float(y)) for x, y in square)
    return Sighting(text, (a, b, c, d), "test")


@pytest.mark.parametrize(
    ("at", "angle", "answer"),
    [
        ((400, 550), 0, "ready"),  # below the middle, upright: its top points up to the middle
        ((400, 550), 270, "pass"),  # turned left: its right edge is on top
        ((400, 550), 180, "yes"),
        ((400, 550), 90, "no"),
        ((400, 50), 180, "ready"),  # across the table everything is the other way round
        ((400, 50), 0, "yes"),
        ((50, 300), 90, "ready"),  # from the left its top must point right
        ((750, 300), 270, "ready"),
        ((400, 550), 20, "ready"),  # nobody lays cards exactly
        ((400, 550), 45, None),  # between two edges nothing is meant
    ],
)
def test_the_edge_that_points_to_the_middle_speaks(at: tuple[float, float], angle: float, answer: str | None) -> None:
    assert read_sign(_sighting(SEAT_3, at, angle), MIDDLE) == (None if answer is None else SignSeen(answer, 2))


def test_a_card_of_the_game_is_no_sign_and_a_control_card_needs_no_direction() -> None:
    assert read_sign(_sighting("TCA0011", (10, 10), 0), MIDDLE) is None
    assert read_sign(_sighting(PAUSE, (10, 10), 45), MIDDLE) == SignSeen("pause")


@given(st.floats(0, 360), st.sampled_from([(400.0, 550.0), (100.0, 100.0), (700.0, 310.0)]))
def test_a_quarter_turn_is_the_next_answer(angle: float, at: tuple[float, float]) -> None:
    one, other = (read_sign(_sighting(SEAT_3, at, angle - turn), MIDDLE) for turn in (0, 90))
    following = {"ready": "pass", "pass": "yes", "yes": "no", "no": "ready"}
    assume(one is not None and other is not None)
    assert other.name == following[one.name]


def test_a_sign_counts_after_two_looks_at_rest_and_stays_under_a_hand() -> None:
    watch = SignWatch()
    ready, turned = _sighting(SEAT_3, (400, 550), 0), _sighting(SEAT_3, (400, 550), 180)
    rest = frozenset({SEAT_3})
    assert watch.look([ready], frozenset(), MIDDLE) == frozenset()
    assert watch.look([ready], rest, MIDDLE) == frozenset()
    assert watch.look([ready], rest, MIDDLE) == {SignSeen("ready", 2)}
    assert watch.look([], rest, MIDDLE) == {SignSeen("ready", 2)}
    assert watch.look([turned], rest, MIDDLE) == frozenset()
    assert watch.look([turned], rest, MIDDLE) == {SignSeen("yes", 2)}
    assert watch.look([], frozenset(), MIDDLE) == frozenset()


def _frame(cards: dict[str, tuple[int, int, int]], at_ms: int) -> Frame:
    """Tags on a grey table: text, left, top, quarter turns to the left."""
    picture = np.full((600, 800), 120, np.uint8)
    for text, (left, top, quarters) in cards.items():
        code = np.kron(np.pad(1 - module_grid(text), 2, constant_values=1), np.ones((5, 5), np.uint8)) * 235
        picture[top : top + 125, left : left + 125] = np.rot90(code, quarters)
    return Frame(at_ms, at_ms, cv2.GaussianBlur(picture, (3, 3), 0))


@pytest.mark.slow
def test_eyes_see_signs_beside_the_cards_and_no_sign_among_them() -> None:
    eyes = Eyes({"TCA0011": "gold#1"})
    lying = {SEAT_3: (340, 440, 1), PAUSE: (40, 40, 0)}
    seen = [eyes.look(_frame(lying, at_ms)) for at_ms in range(0, 1500, 100)]
    assert seen[0].signs == frozenset()
    assert seen[-1].signs == {SignSeen("pass", 2), SignSeen("pause")}
    assert not any(look.table.zone("table") or look.seen for look in seen)
    gone = [eyes.look(_frame({}, at_ms)) for at_ms in range(1500, 4000, 100)]
    assert gone[-1].signs == frozenset()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), [("seats", 8), ("controls", 3)])
def test_what_is_printed_reads_back_in_true_size(tmp_path: Path, game: str, count: int) -> None:
    path = tmp_path / "cards.pdf"
    assert main(["labels", "--game", game, "-o", str(path)]) == 0
    page = pypdfium2.PdfDocument(path)[0].render(scale=2, grayscale=True).to_numpy()
    tags = SEAT_TAGS if game == "seats" else CONTROL_TAGS
    grey = np.ascontiguousarray(page[:, :, 0] if page.ndim == 3 else page)
    read = Reader(frozenset(tags)).look(Frame(0, 0, grey))
    assert sorted(sighting.text for sighting in read) == sorted(tags)
    assert len(read) == count
    code_mm = [sighting.side / 2 / 72 * 25.4 for sighting in read]
    assert all(abs(mm - 20 * 21 / 25) < 0.35 for mm in code_mm)


def test_labels_already_cut_are_too_small_for_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels", "--game", "seats", "--paper", "avery-l7120", "-o", str(tmp_path / "x.pdf")]) != 0
    assert "--paper a4 or --paper letter" in capsys.readouterr().err
