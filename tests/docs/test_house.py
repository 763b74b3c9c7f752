"""The picture of the house comes from the imports, and there is none where an import goes up or round in a circle."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.drawing.imports import ROOT, TOPS, Crooked, build_house, read_arrows, read_house, without_shortcuts

LAYERS = (
    frozenset({"companion.pages"}),
    frozenset({"companion.play", "companion.web"}),
    frozenset({"companion.files"}),
)
STRAIGHT = {
    "companion.pages": frozenset({"companion.play", "companion.files", "rules.core"}),
    "companion.play": frozenset({"companion.files"}),
    "companion.web": frozenset({"hardware"}),
    "companion.files": frozenset[str](),
    "hardware": frozenset({"rules.core"}),
    "rules.core": frozenset[str](),
}


@pytest.mark.slow
def test_every_arrow_of_our_house_goes_down() -> None:
    house = read_house()
    floor = {part: number for number, parts in enumerate(house.floors) for part in parts}
    assert set(floor) == set(house.arrows)
    assert {"companion.pages", "hardware", "rules.core", "vision.faces", "vision.table"} <= set(floor)
    arrows = [(who, part) for who, wanted in house.arrows.items() for part in wanted]
    assert len(arrows) > 100
    assert [(who, part) for who, part in arrows if floor[who] >= floor[part]] == []


def test_floors_are_the_layers_and_below_them_follow_the_imports() -> None:
    assert build_house(STRAIGHT, LAYERS).floors == (
        ("companion.pages",),
        ("companion.play", "companion.web"),
        ("companion.files",),
        ("hardware",),
        ("rules.core",),
    )


@pytest.mark.parametrize(
    ("who", "part", "said"),
    [
        ("companion.files", "companion.play", "circle"),
        ("companion.files", "companion.web", "companion.files imports companion.web"),
        ("companion.play", "companion.web", "companion.play imports companion.web"),
        ("hardware", "companion.play", "hardware imports companion.play"),
        ("rules.core", "hardware", "circle"),
    ],
)
def test_an_arrow_up_sideways_or_round_is_refused(who: str, part: str, said: str) -> None:
    with pytest.raises(Crooked, match=said):
        build_house({**STRAIGHT, who: STRAIGHT[who] | {part}}, LAYERS)


def test_a_part_on_no_layer_is_refused() -> None:
    with pytest.raises(Crooked, match="attic"):
        build_house({**STRAIGHT, "companion.attic": frozenset()}, LAYERS)


def test_arrows_that_follow_from_others_are_left_out_and_no_others() -> None:
    drawn = without_shortcuts(STRAIGHT)
    assert drawn["companion.pages"] == {"companion.play", "rules.core"}
    assert drawn["companion.play"] == {"companion.files"}


def test_every_kind_of_import_counts(tmp_path: Path) -> None:
    for name in TOPS:
        (tmp_path / name).mkdir()
    (tmp_path / "hardware" / "pins.py").write_text("if True:\n    def late():\n        import vision.frames\n", "utf-8")
    (tmp_path / "vision" / "frames.py").write_text("from rules.core import seats\n", "utf-8")
    (tmp_path / "rules" / "core.py").write_text("import json\n", "utf-8")
    assert read_arrows(tmp_path) == {
        "hardware": frozenset({"vision.frames"}),
        "vision.frames": frozenset({"rules.core"}),
        "rules.core": frozenset(),
    }


@pytest.mark.slow
def test_the_command_fails_where_an_import_goes_up(tmp_path: Path) -> None:
    for name in (*TOPS, "docs/drawing"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "docs/pictures").mkdir()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    with (tmp_path / "rules/core/seats.py").open("a") as file:
        file.write("\n\ndef late() -> None:\n    import companion.pages.begin.start_page\n")
    done = _draw(tmp_path)
    assert done.returncode == 1
    assert "circle" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "docs/pictures/house.svg").exists()


def _draw(folder: Path) -> subprocess.CompletedProcess[str]:
    script = (
        "import runpy, sys; sys.path.insert(0, '.'); sys.argv = ['docs.drawing', '--house'];"
        " runpy.run_module('docs.drawing', run_name='__main__')"
    )
    command = [sys.executable, "-P", "-c", script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
