"""Sample screens of Āmul, for the gallery, the picture tests and the benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amul.samples import after, asking, ending, laying_out, night, table, teaching
from companion.screens.samples import Sample

SAMPLES: Mapping[str, Sample] = {
    **laying_out.SAMPLES,
    **asking.SAMPLES,
    **night.SAMPLES,
    **table.SAMPLES,
    **ending.SAMPLES,
    **after.SAMPLES,
    **teaching.SAMPLES,
}
