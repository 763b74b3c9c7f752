"""Sample screens of Das Amulett, for the gallery, the picture tests and the benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amulett.samples import expert, laying_out, table, teaching, untaught
from companion.screens.samples import Sample

SAMPLES: Mapping[str, Sample] = {
    **laying_out.SAMPLES,
    **table.SAMPLES,
    **expert.SAMPLES,
    **teaching.SAMPLES,
    **untaught.SAMPLES,
}
