"""Intervals of shares: as wide as pictures differ, and never none."""

from __future__ import annotations

import pytest

from tests.bench.intervals import interval, with_interval


def test_pictures_that_differ_make_it_wider_than_tags_alone() -> None:
    even, uneven = interval([7] * 20, [14] * 20), interval([14] * 10 + [0] * 10, [14] * 20)
    assert even[0] < 0.5 < even[1]
    assert uneven[1] - uneven[0] > 2 * (even[1] - even[0])


def test_all_right_is_not_certainty() -> None:
    low, high = interval([14] * 20, [14] * 20)
    assert low == pytest.approx(0.986, abs=0.002)
    assert high == 1.0
    assert interval([], []) == (0.0, 1.0)


def test_it_is_shown_in_per_cent() -> None:
    assert with_interval(0.9999, (0.97, 1.0)) == "99.9 (97–100)"
    assert with_interval(1.0, (0.986, 1.0)) == "100 (99–100)"
