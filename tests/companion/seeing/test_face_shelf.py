"""Faces in the data folder: kept over a restart, bounded, and other files there are refused in words."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.seeing import face_shelf
from companion.seeing.face_shelf import MOST_VIEWS, FaceShelf
from rules.core.words import Words
from tests.languages import LANGUAGES
from vision.faces.gallery import Face, learn_face
from vision.faces.portraits import CELLS, HEIGHT, WIDTH


def face(kind: str, seed: int = 1) -> Face:
    rng = np.random.default_rng(seed)
    hidden = np.zeros(CELLS, bool)
    hidden[3:5, 2:4] = True
    return learn_face(kind, rng.integers(0, 256, (HEIGHT, WIDTH), np.uint8), hidden)


def shelf(folder: Path) -> FaceShelf:
    return FaceShelf(folder, "chess", "en")


def said(refused: tuple[Words, ...]) -> str:
    return " | ".join(Phrases(code).say(one) for code in LANGUAGES for one in refused)


def test_what_was_learnt_is_there_after_a_restart(tmp_path: Path) -> None:
    first = face("white-queen")
    shelf(tmp_path).keep(first)
    read = shelf(tmp_path).read()
    assert read.refused == ()
    (again,) = read.faces
    assert again.kind == "white-queen"
    assert np.array_equal(again.grey, first.grey)
    assert np.array_equal(again.shown, first.shown)
    assert np.allclose(again.portrait.even, first.portrait.even)


def test_nothing_was_learnt_yet(tmp_path: Path) -> None:
    assert shelf(tmp_path / "nowhere").read().faces == ()


def test_each_edition_has_faces_of_its_own(tmp_path: Path) -> None:
    shelf(tmp_path).keep(face("king"))
    assert FaceShelf(tmp_path, "chess", "de").read().faces == ()


def test_a_few_views_of_a_kind_and_no_more(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    for seed in range(MOST_VIEWS):
        kept.keep(face("king", seed))
    with pytest.raises(Trouble):
        kept.keep(face("king", 9))
    assert kept.read().views == {"king": MOST_VIEWS}


def test_so_many_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face_shelf, "MOST_FACES", 2)
    kept = shelf(tmp_path)
    kept.keep(face("king"))
    kept.keep(face("queen"))
    with pytest.raises(Trouble):
        kept.keep(face("rook"))
    (kept.folder / "rook.1.face").write_bytes(b"")
    assert "2" in said(kept.read().refused)


def test_one_view_is_taken_back(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    kept.keep(face("king"))
    name = kept.keep(face("queen"))
    kept.forget([name, "never.1.face"])
    assert kept.read().views == {"king": 1}


def test_a_name_that_is_none_of_a_file_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(Trouble):
        shelf(tmp_path).keep(face("../king"))


def _damaged(raw: bytes) -> dict[str, bytes]:
    line, _, pixels = raw.partition(b"\n")
    about = json.loads(line)

    def told(**other: object) -> bytes:
        return json.dumps({**about, **other}).encode() + b"\n" + pixels

    return {
        "empty": b"",
        "half": raw[: len(raw) // 2],
        "one more byte": raw + b"x",
        "a bit": raw[:-1] + bytes([raw[-1] ^ 1]),
        "no line": pixels,
        "no table": b"[]\n" + pixels,
        "tangled": b"[" * 300 + b"\n" + pixels,
        "later": told(format=2),
        "another game": told(game="go"),
        "another kind": told(kind="queen"),
        "cells": told(hidden="00"),
        "no cells": told(hidden=7),
        "not hexadecimal": told(hidden="zz" * 12),
        "large": raw + b"x" * 100_000,
    }


def test_what_is_damaged_or_foreign_costs_itself_alone(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    kept.keep(face("rook"))
    name = kept.keep(face("king"))
    path = kept.folder / name
    for what, raw in _damaged(path.read_bytes()).items():
        path.write_bytes(raw)
        read = kept.read()
        assert read.views == {"rook": 1}, what
        assert len(read.refused) == 1, what
        assert name in said(read.refused), what


def test_odd_things_under_the_names_of_faces(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    kept.keep(face("rook"))
    (kept.folder / "holiday.jpg").write_bytes(b"x")
    (kept.folder / "pawn.1.face").mkdir()
    os.mkfifo(kept.folder / "bishop.1.face")
    (kept.folder / "king.1.face").symlink_to("/dev/zero")
    read = kept.read()
    assert read.views == {"rook": 1}
    assert "holiday.jpg" in said(read.refused)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "faces").write_text("not a folder")
    read = shelf(tmp_path).read()
    assert read.faces == ()
    assert len(read.refused) == 1
    with pytest.raises(Trouble):
        shelf(tmp_path).keep(face("king"))
