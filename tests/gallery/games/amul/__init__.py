"""Sample screens of Āmul, for the gallery, the picture tests and the benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from tests.gallery.games.amul import after, asking, ending, laying_out, night, table, teaching
from tests.gallery.games.amul.changes import CHANGES
from tests.gallery.samples import Sample

__all__ = ["CHANGES", "SAMPLES"]

SAMPLES: Mapping[str, Sample] = {
    **laying_out.SAMPLES,
    **asking.SAMPLES,
    **night.SAMPLES,
    **table.SAMPLES,
    **ending.SAMPLES,
    **after.SAMPLES,
    **teaching.SAMPLES,
}
