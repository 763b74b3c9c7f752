"""Codes whose corners were marked by hand: counted as read if a text was found within them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno

from companion import CompanionError
from companion.cli import main
from tests.bench.corners import HEAD, Cornered, corners_of, format_cornered

CORNERS = "{0} {0} {1} {0} {1} {1} {0} {1}"


@pytest.mark.slow
def test_codes_within_marked_corners_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nominal").mkdir()
    page = np.full((400, 400), 255, np.uint8)
    modules = np.array([*map(list, segno.make("somebody's", micro=False).matrix)], np.uint8)
    side = 5 * len(modules)
    page[40 : 40 + side, 40 : 40 + side] = 255 * (1 - np.kron(modules, np.ones((5, 5), np.uint8)))
    cv2.imwrite(str(tmp_path / "nominal" / "image001.jpg"), page)
    marked = [HEAD, "SETS", CORNERS.format(40, 40 + side), CORNERS.format(250, 390)]
    (tmp_path / "nominal" / "image001.txt").write_text("\n".join(marked))
    assert main(["bench", "photos", str(tmp_path), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["file"], found["codes"]) == ("nominal/image001.jpg", 2)
    assert found["read"]["companion"] == found["read"]["zxing-cpp"] == 1


def test_corners_are_marked_by_code_or_by_corner() -> None:
    by_code, by_corner = corners_of(f"{HEAD}\nSETS\n0 0 9 0 9 9 0 9\n"), corners_of(f"{HEAD}\n0 0\n9 0\n9 9\n0 9\n")
    assert np.array_equal(by_code, [[[0, 0], [9, 0], [9, 9], [0, 9]]])
    assert np.array_equal(by_code, by_corner)
    with pytest.raises(CompanionError, match="found 6 numbers"):
        corners_of("0 0 9 0 9 9")


def test_shares_are_of_all_codes() -> None:
    names = ("pyzbar", "cv2.QRCodeDetector", "zxing-cpp", "companion")
    one = Cornered("a/1.jpg", 3, dict(zip(names, (0, 1, 2, 3), strict=True)), dict.fromkeys(names, 10.0))
    other = Cornered("b/1.jpg", 1, dict.fromkeys(names, 0), dict.fromkeys(names, 30.0))
    table = format_cornered([one, other])
    assert "| a | 1 | 3 | 0 | 1 | 2 | 3 |" in table
    assert "| **all** | 2 | 4 | 0 | 1 | 2 | 3 |" in table
    assert "| read | | | 0.0 % | 25.0 % | 50.0 % | 75.0 % |" in table
    assert "| CPU ms, mean | | | 20 | 20 | 20 | 20 |" in table
