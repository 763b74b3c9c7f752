"""How far a sweep over chance, views or languages goes: a part in every run, all of it by ``deploy/test sweeps``.

What a change breaks it mostly breaks in the first few; before a release all are gone through.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

IS_WHOLE = os.environ.get("TESTS_SWEEPS") == "whole"


def sweep(part: T, whole: T) -> T:
    """``part`` in every run, ``whole`` in one that goes through all."""
    return whole if IS_WHOLE else part


def at_least(wanted: int, results: Iterable[object]) -> bool:
    """Whether so many of them are true; once they are, no more are worked out."""
    return len(list(islice(filter(None, results), wanted))) == wanted
