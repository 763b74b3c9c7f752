"""Evenings before the eye: the same from the same seed, and judged by what was really there."""

from __future__ import annotations

import json

import numpy as np
import pytest

from companion.cli import main
from tests.bench.evening import LOOKS_A_SECOND, Evening
from tests.bench.film import Film, Moment
from tests.bench.live import LiveCount, as_json, format_live, play_evening

pytestmark = pytest.mark.slow


def test_an_evening_is_the_same_from_the_same_seed() -> None:
    one, other = (list(Evening(0.2, 5).moments()) for _ in range(2))
    assert one == other
    assert len(one) == round(0.2 * 60 * LOOKS_A_SECOND)
    assert one[0].hands, "somebody's hand is in the very first picture"
    assert one != list(Evening(0.2, 6).moments())


def test_a_film_knows_what_shows() -> None:
    evening = Evening(0.1, 5)
    film = Film(evening.scene)
    first = next(evening.moments())
    free, covered = film.shoot(Moment(1)), film.shoot(first)
    assert covered.unhidden <= free.unhidden == free.texts
    assert np.abs(free.grey.astype(int) - covered.grey).max() > 40
    pushed = film.shoot(Moment(1, pushed=(30.0, 0.0, 0.0)))
    assert pushed.truth[0].corners[0][0] == pytest.approx(free.truth[0].corners[0][0] + 30)


def test_a_few_seconds_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    ended = main(["bench", "vision", "--live", "0.1", "--seed", "5", "--json"])
    (count,) = json.loads(capsys.readouterr().out)
    assert ended == (1 if count["false gone"] or count["moved or twice"] else 0)
    assert (count["looks"], count["wrong reads"], count["false new"]) == (24, 0, 0)
    assert count["looks to settle"]["median"] == 2
    assert main(["bench", "vision", "--live", "0"]) != 0


def test_what_was_counted_stands_in_a_table() -> None:
    count = LiveCount(3, 10, 2, 1, settling=[2, 2, 3], going=[3], notes=["look 4: TCA001O gone"])
    assert "| 3 | 10 | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 2 / 2 / 3 | 3 / 3 / 3 |" in format_live([count])
    assert as_json([count])[0]["looks to settle"] == {"median": 2, "95 %": 2, "most": 3}
    assert play_evening(0.05, 5).wrong == 0
