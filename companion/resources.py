"""Where the assets are: inside the wheel, or beside the packages in a checkout. Nobody else builds such paths."""

from __future__ import annotations

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
