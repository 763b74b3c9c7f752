"""Sample screens of Das Amulett, for the gallery, the picture tests and the benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amulett.samples import expert, table, teaching
from companion.screens.samples import Sample

SAMPLES: Mapping[str, Sample] = {**table.SAMPLES, **expert.SAMPLES, **teaching.SAMPLES}
