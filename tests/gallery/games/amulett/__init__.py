"""Sample screens of Das Amulett, for the gallery, the picture tests and the benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from tests.gallery.games.amulett import expert, laying_out, table, teaching, untaught
from tests.gallery.games.amulett.changes import CHANGES
from tests.gallery.samples import Sample

__all__ = ["CHANGES", "SAMPLES"]

SAMPLES: Mapping[str, Sample] = {
    **laying_out.SAMPLES,
    **table.SAMPLES,
    **expert.SAMPLES,
    **teaching.SAMPLES,
    **untaught.SAMPLES,
}
