"""The benchmark of reading: what it counts, what it says, and that it goes on where it stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import CompanionError
from companion.cli import main
from tests.bench import comparison, wrongreads
from tests.bench.comparison import Measure, Row, compare
from tests.bench.factors import (
    APRILTAG,
    APRILTAG_3,
    LOOK,
    READERS,
    FactorPoint,
    Share,
    format_factors,
    plans,
    scene_of,
    sweep_factors,
)
from tests.bench.kept import as_json, load
from tests.bench.memory import measure_memory
from tests.bench.plot import COLOURS, Chart, draw_bars, draw_panels
from tests.bench.readers import NAMES, OURS, QR_ONLY, READ
from tests.bench.scenes import KNOWN, crowd_at
from tests.bench.sweeps import Point, StillTable, least_pixels
from tests.bench.tables import format_pixels, format_rows
from tests.bench.tagless import KINDS, foreign_texts, tagless
from tests.bench.wrongreads import Block, count_wrong, is_right, plan_blocks, summarise
from tests.doubles.sights import read_tags
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags.text import parse_tag

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests/vision/samples/others"


def figures(recall: float) -> tuple[Measure, ...]:
    ms = dict.fromkeys(NAMES, 10.0) | {QR_ONLY: 5.0, READ: 20.0}
    return tuple(Measure(name, recall, 0, ms[name], ms[name] / 10, 5.0) for name in ms)


def test_every_reader_reads_the_same_picture() -> None:
    picture = render(crowd_at(9.0, (500, 420), "easy", 3, KNOWN))
    by_name = {figure.reader: figure for figure in compare([picture], names=(*NAMES, QR_ONLY, READ))}
    assert by_name[OURS].recall == by_name[READ].recall == 1.0
    assert by_name["zxing-cpp"].recall == 1.0
    assert all(figure.ms > 0 and figure.wrong == 0 for figure in by_name.values())
    assert by_name["pyzbar"].ratio == 1.0


def test_only_the_first_pictures_of_a_row_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, looks = render(crowd_at(9.0, (500, 420), "easy", 3, KNOWN)), 0

    def look(_: object) -> set[str]:
        nonlocal looks
        looks += 1
        return set(picture.unhidden)

    monkeypatch.setattr(comparison, "find_reader", lambda name: look)
    (figure,) = compare([picture] * 3, names=("pyzbar",), timed_ones=1)
    assert (looks, figure.recall, figure.ratio) == (comparison.REPEATS + 2, 1.0, 1.0)


def test_memory_is_that_of_a_fresh_process() -> None:
    held = measure_memory(("zxing-cpp",), np.full((3000, 4000), 128, np.uint8))
    assert held["zxing-cpp"] is not None
    assert 0 < held["zxing-cpp"] < 500


def test_rows_become_tables() -> None:
    rows = [Row("single", "easy", 1, 1, 1.0, figures(1.0)), Row("single", "hard", 1, 2, 0.9996, figures(0.5))]
    assert "| 1 card, hard | 2 | 50.0 (0–100) | 50.0 (0–100) | 50.0 (0–100) | **50.0 (0–100)** |" in format_rows(rows)
    assert "| 99.9 | 50.0 (0–100) | 1.00, 2.00 | 2.00, 4.00 | 0 / 0 / 0 / 0 / 0 |" in format_rows(rows)
    assert "| 10 / 10 / 10 / 10 | 5 / 5 / 5 / 5 |" in format_rows(rows), "times, then memory"


def test_slices_of_a_run_become_one_table(tmp_path: Path) -> None:
    row, point = Row("single", "easy", 1, 1, 1.0, figures(1.0)), Point(1.2, "easy", 40, figures(0.5))
    share = FactorPoint("ink", "faint", 0.5, 14, tuple(Share(name, 0.5, 0, 2.0) for name in READERS))
    still = StillTable("easy", "nothing", 5.0, 0.004, 1.0)
    fainter, hard = replace(share, at=0.25), replace(row, level="hard")
    slices: list[tuple[list[Row], dict[str, list[Any]]]]
    slices = [([hard], {"factors": [fainter]}), ([row], {"factors": [share], "pixels": [point], "still": [still]})]
    files = [tmp_path / str(n) for n in range(2)]
    for path, found in zip(files, slices, strict=True):
        path.write_text(json.dumps(as_json(*found)))
    assert load(files) == ([row, hard], {"factors": [share, fainter], "pixels": [point], "still": [still]})
    assert "| **all** |  | 28 | 50.0 |" in format_factors([share, fainter])


def test_a_broken_slice_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "slice").write_text('{"rows": [{"layout": "single"}]}')
    assert main(["bench", "vision", "--from", str(tmp_path / "slice")]) == 2
    assert "what bench vision --json printed" in capsys.readouterr().err


def test_tables_have_the_heads_of_those_in_the_documents() -> None:
    row = Row("single", "easy", 1, 1, 1.0, tuple(replace(figure, mb=None) for figure in figures(1.0)))
    readers = [*dict.fromkeys([*READERS, APRILTAG_3])]
    point = FactorPoint("ink", "faint", 0.5, 14, tuple(Share(name, 0.5, 0, 2.0) for name in readers))
    written = (ROOT / "docs/measurements/reading.md").read_text("utf-8")
    assert format_rows([row]).splitlines()[0] in written
    assert format_factors([point]).splitlines()[0] in written


def test_pixels_needed_are_those_from_which_on_all_is_read() -> None:
    points = [
        Point(at, "easy", 40, figures(recall)) for at, recall in ((1.0, 1.0), (2.0, 0.5), (3.0, 0.99), (4.0, 1.0))
    ]
    assert least_pixels(points, "easy", OURS) == 3.0
    assert least_pixels([replace(points[1])], "easy", OURS) is None
    assert "| **needed for 99 %** | 3 / more / more |" in format_pixels(points)


def test_many_groups_of_bars_stand_in_rows_and_no_series_is_left_out() -> None:
    groups = [(f"tilt {n}", dict.fromkeys([*READERS, APRILTAG_3], 0.5)) for n in range(40)]
    drawn = draw_bars("All", groups)
    # Seven bars and a gap are 77 wide: 16 groups in a row.
    assert drawn.count("<g ") == 3
    assert [drawn.count(f'fill="{colour}"') for colour in COLOURS] == [41] * 7, "each with its legend"
    assert 'viewBox="0 0 1360 1054"' in drawn
    assert draw_bars("None", []).count("<g ") == 1


def test_curves_stay_within_their_panel() -> None:
    text = draw_panels([Chart("a < b", "ms", {"one": [(1, 10.0), (2, 1000.0)], "two": [(1, 20.0), (2, 30.0)]}, True)])
    assert text.startswith("<svg")
    assert "a &lt; b" in text
    assert 'points="0.0,304.0 300.0,84.0"' in text


def test_a_right_text_at_the_wrong_place_is_wrong() -> None:
    truth = render(crowd_at(4.0, (300, 160), "easy", 1, KNOWN)).truth
    one, other = truth[0], truth[1]
    assert is_right(Sighting(one.text, one.corners, "x"), truth)
    assert not is_right(Sighting(one.text, other.corners, "x"), truth)


@pytest.mark.parametrize("seed", range(len(KINDS)))
def test_pictures_without_tags_are_read_as_such(seed: int) -> None:
    assert read_tags(tagless(seed), KNOWN) == ()


def test_no_foreign_text_is_a_tag() -> None:
    assert all(parse_tag(text) is None and len(text) == 7 for text in foreign_texts())


def test_the_plan_has_all_kinds_and_every_seed_once() -> None:
    blocks = plan_blocks(100_000, 7)
    empty = [
        seed for block in blocks if block.kind == "empty" for seed in range(block.seed, block.seed + block.pictures)
    ]
    assert empty == list(range(7, 2007))
    assert {block.kind for block in blocks} == {"tags", "foreign", "empty"}


def test_wrong_reads_are_counted_and_named() -> None:
    blocks = [Block("tags", 1, 2, 300, 200, ("tags 1: TCA001O by x",), {"zxing": 200}), Block("empty", 1, 40)]
    so_far = summarise(blocks)
    assert (so_far["tags"], so_far["read"], so_far["wrong"], so_far["tag_free"]) == (300, 200, 1, 40)
    assert so_far["by"] == {"zxing": 200}


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Block] = []

    def read_block(plan: Block) -> Block:
        read.append(plan)
        return replace(plan, tags=200 * plan.pictures)

    monkeypatch.setattr(wrongreads, "read_block", read_block)
    progress = tmp_path / "progress"
    first = count_wrong(2000, 1, progress=progress)
    done = len(read)
    assert done > 2
    assert count_wrong(2000, 1, progress=progress) == first
    assert len(read) == done
    monkeypatch.setattr(wrongreads, "fingerprint", lambda: "another reader")
    count_wrong(2000, 1, progress=progress)
    assert len(read) == 2 * done


def test_a_broken_progress_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "progress"
    path.write_text("no lines of ours\n")
    with pytest.raises(CompanionError, match="expected the progress of an earlier run"):
        count_wrong(100, 1, progress=path)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--layouts", "moon"], "layouts"),
        (["--levels", "x"], "difficulties"),
        (["--sweeps", "y"], "sweeps"),
        (["--factors", "z"], "factors"),
    ],
)
def test_unknown_names_are_refused_before_anything_runs(
    argv: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "vision", *argv]) == 2
    assert words in capsys.readouterr().err


def test_photographs_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "photos", str(SAMPLES), "--json"]) == 0
    photos = json.loads(capsys.readouterr().out)
    assert [photo["file"] for photo in photos] == ["burnt-out.png", "paper.png", "shirt.png", "turned.png"]
    assert all(OURS in photo["right"] for photo in photos)


def test_tags_pasted_into_photographs_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bare.png").write_bytes((SAMPLES / "shirt.png").read_bytes())
    assert main(["bench", "photos", str(tmp_path), "--paste", "4", "--json"]) == 0
    found = {one["reader"]: one for one in json.loads(capsys.readouterr().out)}
    assert found[OURS]["tags"] > 5
    assert found[OURS]["recall"] == found[READ]["recall"] == 1.0
    assert all(one["not listed"] == 0 for one in found.values())
    assert (found[QR_ONLY]["cost"], found[QR_ONLY]["worst"]) == (1.0, 1.0)


def test_a_factor_is_swept_with_apriltags_beside() -> None:
    (point, *_) = sweep_factors(["shutter"], 1, 4)
    assert [figure.reader for figure in point.figures] == list(READERS)
    assert point.of(LOOK).recall == 1.0
    assert point.of(APRILTAG).recall > 0.9
    assert "| 0.1 | " in format_factors([point])
    assert all(figure.wrong == 0 for figure in point.figures)


@pytest.mark.parametrize("name", plans())
def test_every_factor_of_the_data_can_be_drawn(name: str) -> None:
    scenes = [scene_of(name, step, 3) for step in range(len(plans()[name]["values"]))]
    assert len({repr(scene.difficulty) for scene in scenes}) == len(scenes)
