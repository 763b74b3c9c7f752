"""A table lent for measuring: cut to its cards, without hands, shown first and written only after a yes."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.bench.intervals import Interval
from tests.games import card_tags
from tests.vision.scenery import difficulty
from vision.frames import Grey, read_picture
from vision.scenes import HandInView, Scene, SceneCard
from vision.scenes.render import render

pytestmark = pytest.mark.slow

CARDS = tuple(SceneCard(text, 150 + 62 * n, 120, face=n) for n, text in enumerate(sorted(card_tags("amul"))[:3]))


@cache
def shot(*hands: HandInView) -> Grey:
    how = replace(difficulty("easy"), tilt_deg=(0.0, 0.0), surfaces=("wood",), motion_px=(0.0, 0.0))
    return render(Scene(1400, 800, 3.4, CARDS, how, 5, hands)).grey


@pytest.fixture
def nights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three pictures of a quiet table, then one with an arm over it."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    night = tmp_path / "data" / "frames" / "night-1"
    night.mkdir(parents=True)
    arm = HandInView(212.0, 120.0, 90.0)
    for n, grey in enumerate([shot(), shot(), shot(), shot(arm), shot()]):
        (night / f"{n:06}.jpg").write_bytes(cv2.imencode(".jpg", grey)[1].tobytes())
    return tmp_path


def test_an_overview_comes_first_and_only_a_yes_writes_the_set(
    nights: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = nights / "table.zip"
    assert main(["report", "--table", "-o", str(target)]) == 0
    said = capsys.readouterr().out
    assert (nights / "table-overview.jpg").is_file()
    assert not target.exists()
    assert all(card.text in said for card in CARDS)
    assert main(["report", "--table", "--yes", "-o", str(target)]) == 0
    with zipfile.ZipFile(target) as archive:
        archive.extractall(nights / "lent")
    pictures = sorted((nights / "lent/table").glob("*.jpg"))
    assert len(pictures) == 2, "the quiet ones with neighbours, not the arm"
    assert all(path.with_suffix(".tags").read_text().split() == sorted(c.text for c in CARDS) for path in pictures)
    assert read_picture(pictures[0]).shape[1] < 1400, "cut to the cards"
    capsys.readouterr()
    assert main(["bench", "photos", str(nights / "lent"), "--json"]) == 0
    rows = {row["reader"]: row for row in json.loads(capsys.readouterr().out)}
    assert (rows["companion"]["tags"], rows["companion"]["recall"], rows["companion"]["not listed"]) == (6, 1.0, 0)
    between: Interval = rows["companion"]["between"]
    assert between[0] < 1.0
    assert np.isfinite(rows["companion, full read"]["ms"])


def test_pictures_can_be_left_out_and_nothing_to_lend_is_said(nights: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--table", "--without", "1,2", "-o", str(nights / "t.zip")]) != 0
    assert "camera.last_frames" in capsys.readouterr().err
    assert main(["report", "--table", "--without", "x", "-o", str(nights / "t.zip")]) != 0
