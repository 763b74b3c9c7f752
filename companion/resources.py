"""Where our own things are: assets inside the wheel or beside the packages in a checkout, and the packages themselves.

Nobody else builds such paths.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from companion import CompanionError


@cache
def assets_dir() -> Path:
    """The folder with games, translations, fonts and sounds."""
    inside = Path(str(files("companion"))) / "assets"
    beside = Path(__file__).resolve().parents[1] / "assets"
    for place in (inside, beside):
        if place.is_dir():
            return place
    raise CompanionError(f"the assets are missing: neither {inside} nor {beside} is there; install the companion again")


def asset(*parts: str) -> Path:
    """One file or folder below the assets."""
    path = assets_dir().joinpath(*parts)
    if not path.exists():
        raise CompanionError(f"an asset is missing: {path}; install the companion again")
    return path


def python_environ(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """For a Python in a process of its own: it finds the packages that we have found, wherever those were put."""
    given = os.environ if environ is None else environ
    return {**given, "PYTHONPATH": os.pathsep.join(part for part in sys.path if part)}
