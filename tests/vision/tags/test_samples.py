"""Every picture under ``samples``, turned four ways, against its answers and its folder's floor."""

from __future__ import annotations

import tomllib
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.doubles.sights import picture_paths
from tests.vision.scenery import SAMPLES
from vision.frames import Frame, read_picture
from vision.tags.any_code import read_any
from vision.tags.reader import Reader
from vision.tags.text import LETTERS, Tag, format_tag

pytestmark = pytest.mark.slow

PICTURES = [path for folder in sorted(SAMPLES.iterdir()) if folder.is_dir() for path in picture_paths(folder)]
KNOWN = tuple(format_tag(Tag(letter, number)) for letter in LETTERS for number in range(1, 181))


@cache
def reader() -> Reader:
    return Reader(KNOWN)


def answers(path: Path) -> set[str]:
    return set(path.read_text("utf-8").split()) if path.exists() else set()


def on_one_line(text: str) -> str:
    """Line ends differ between systems."""
    return " ".join(text.split())


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("path", PICTURES, ids=[f"{path.parent.name}/{path.stem}" for path in PICTURES])
def test_sample(path: Path, turns: int) -> None:
    floor = tomllib.loads((path.parent / "floor.toml").read_text("utf-8"))
    is_any = floor.get("any", False)
    wanted = {on_one_line(path.with_suffix(".txt").read_text("utf-8"))} if is_any else answers(path.with_suffix(".txt"))
    allowed = wanted | answers(path.with_suffix(".allowed"))
    grey = np.ascontiguousarray(np.rot90(read_picture(path), turns))
    reader().forget(all_of_it=True)
    tags = reader().look(Frame(0, 0, grey))
    assert not (is_any and tags)
    found = {on_one_line(item.text) for item in (read_any(grey) if is_any else tags)}
    assert len(found - allowed) <= floor["wrong"], found - allowed
    assert len(found & wanted) >= floor["least"] * len(wanted), wanted - found
    if wanted and len(found & wanted) == len(wanted) and floor["least"] < 1:
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            warnings.warn(f"{path.name} beats its floor: raise it in {path.parent.name}/floor.toml", stacklevel=1)


def test_every_picture_has_its_answers() -> None:
    assert PICTURES
    assert [path.name for path in PICTURES if not path.with_suffix(".txt").exists()] == []
