"""Sample screens for the gallery, the picture tests and the benchmark: always the same, with names that are long."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.samples import after, amul_table, amulett, asking, ending, expert, night, teaching
from companion.samples.stage import Stage
from companion.screens import Screen

SAMPLES: Mapping[str, Callable[[Stage], Screen]] = {
    **asking.SAMPLES,
    **night.SAMPLES,
    **amul_table.SAMPLES,
    **ending.SAMPLES,
    **after.SAMPLES,
    **amulett.SAMPLES,
    **expert.SAMPLES,
    **teaching.SAMPLES,
}
