from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import InvalidLayout
from vision.table.zones import ONE_ZONE, WHOLE, parse_zones

pytestmark = pytest.mark.numerics
SQUARE = {"name": "mat", "corners": [[0, 0], [100, 0], [100, 50], [0, 50]]}


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_without_a_mat_everything_is_one_zone(x: float, y: float) -> None:
    assert ONE_ZONE.zone_at(x, y) == WHOLE


@given(st.floats(-50, 150), st.floats(-50, 100))
def test_a_rectangle_holds_what_is_inside(x: float, y: float) -> None:
    inside = 0 < x < 100 and 0 < y < 50
    on_the_edge = x in (0, 100) or y in (0, 50)
    assert on_the_edge or (parse_zones({"zones": [SQUARE]}, "x").zone_at(x, y) == "mat") == inside


def test_a_bent_zone_leaves_its_notch_out() -> None:
    ell = {"name": "ell", "corners": [[0, 0], [90, 0], [90, 30], [30, 30], [30, 90], [0, 90]], "seat": 2, "faces": 450}
    zones = parse_zones({"zones": [ell], "elsewhere": "rest"}, "x")
    assert zones.zone_at(80, 10) == "ell"
    assert zones.zone_at(60, 60) == "rest"
    assert zones.names == ("ell", "rest")
    zone = zones.named("ell")
    assert zone is not None
    assert (zone.seat, zone.faces) == (2, 90.0)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"zones": []},
        {"zones": "mat"},
        {"zones": [SQUARE, SQUARE]},
        {"zones": [{"corners": [[0, 0], [1, 0], [1, 1]]}]},
        {"zones": [{"name": "a", "corners": [[0, 0], [1, 0]]}]},
        {"zones": [{"name": "a", "corners": [[0, 0], [1, "x"], [1, 1]]}]},
        {"zones": [{**SQUARE, "seat": 99}]},
        {"zones": [SQUARE], "elsewhere": 3},
    ],
)
def test_what_is_no_layout_is_refused_in_words(data: dict[str, object]) -> None:
    with pytest.raises(InvalidLayout, match="expected"):
        parse_zones(data, "zones.toml")
