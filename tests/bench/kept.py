"""What the vision benchmark found as JSON, and back: a long run is made in slices, and tables are written from all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion import CompanionError
from tests.bench.comparison import Measure, Row
from tests.bench.factors import FactorPoint, Share, plans
from tests.bench.layouts import LAYOUTS
from tests.bench.scenes import ASLANT, LEVELS
from tests.bench.sweeps import Point, StillTable

_LAYOUTS, _LEVELS = [layout.name for layout in LAYOUTS], [*LEVELS, ASLANT]


def as_json(rows: list[Row], swept: dict[str, list[Any]]) -> dict[str, Any]:
    return {
        "rows": [asdict(row) for row in rows],
        **{name: [asdict(x) for x in found] for name, found in swept.items()},
    }


def load(files: Iterable[Path]) -> tuple[list[Row], dict[str, list[Any]]]:
    """All slices together; rows and factors in the order of a whole run, whatever that of the files."""
    rows: list[Row] = []
    swept: dict[str, list[Any]] = {}
    for path in files:
        try:
            for name, found in json.loads(path.read_text("utf-8")).items():
                kept = rows if name == "rows" else swept.setdefault(name, [])
                kept.extend(_parse(name, item) for item in found)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise CompanionError(f"expected {path} to hold what bench vision --json printed, got: {error}") from error
    swept.get("factors", []).sort(key=_place_of)
    return sorted(rows, key=lambda row: (_LAYOUTS.index(row.layout), _LEVELS.index(row.level))), swept


def _place_of(point: FactorPoint) -> tuple[int, int]:
    return list(plans()).index(point.factor), plans()[point.factor]["values"].index(point.at)


def _parse(name: str, item: Mapping[str, Any]) -> Any:
    if name == "still":
        return StillTable(**item)
    figure: Any = Share if name == "factors" else Measure
    figures = tuple(figure(**{**one, "between": tuple(one["between"])}) for one in item["figures"])
    whole: Any = {"rows": Row, "factors": FactorPoint}.get(name, Point)
    return whole(**{**item, "figures": figures})
