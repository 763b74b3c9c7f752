"""The benchmark of the screens measures every screen, and names its limits."""

from __future__ import annotations

from companion.bench.screen import bench_screen
from companion.samples import SAMPLES


def test_every_screen_is_measured() -> None:
    figures = bench_screen(times=3, size=(320, 200))
    assert set(figures["full_redraw"]) == set(SAMPLES)
    assert figures["full_redraw_worst"] == max(figures["full_redraw"].values()) > 0
    assert figures["no_change"] < figures["full_redraw"]["table-pick"]
    assert set(figures["limits"]) == {"full_redraw", "change", "first_picture"}
