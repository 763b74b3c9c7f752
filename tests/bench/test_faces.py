"""The benchmark of faces: what it counts as a look, as named, as asked and as wrong, and how it refuses a folder."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion import CompanionError
from companion.cli import main
from tests.bench.cardart import BACK, chosen_kinds, cut_scene, find_decks, table_scene
from tests.bench.face_finder import find_faces
from tests.bench.facecounts import Count, Learnt, judge_picture
from tests.bench.faces import learn, look_closely
from tests.bench.layouts import find_layout
from tests.bench.tagless import KINDS as TAGLESS
from tests.bench.tagless import tagless
from vision.faces.gallery import Bars, Judged
from vision.scenes import Lying, SceneCard
from vision.scenes.card_art import draw_face
from vision.sightings import Corners

pytestmark = pytest.mark.slow

KINDS = 28
HERE: Corners = ((0.0, 0.0), (50.0, 0.0), (50.0, 80.0), (0.0, 80.0))
THERE: Corners = ((200.0, 0.0), (250.0, 0.0), (250.0, 80.0), (200.0, 80.0))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    deck = tmp_path_factory.mktemp("art") / "ours"
    deck.mkdir()
    for face in range(KINDS):
        cv2.imwrite(str(deck / f"{face:02}.png"), draw_face(face, (56.0, 87.0), 4.0))
    return deck.parent


@pytest.fixture(scope="module")
def learnt(folder: Path) -> Learnt:
    return learn(find_decks(folder)[0], 3, Bars())


def test_a_folder_with_pictures_is_a_deck(folder: Path, tmp_path: Path) -> None:
    (deck,) = find_decks(folder)
    assert (deck.name, len(deck.arts), deck.names[3]) == ("ours", KINDS, "03")
    with pytest.raises(CompanionError, match="expected at least 4 pictures"):
        find_decks(tmp_path)
    with pytest.raises(CompanionError, match="expected a folder"):
        find_decks(tmp_path / "nowhere")


def test_half_of_the_kinds_are_learnt_and_all_of_them_lie_there(folder: Path, learnt: Learnt) -> None:
    assert learnt.kinds == chosen_kinds(learnt.deck, 3)
    assert chosen_kinds(learnt.deck, 3, 1.0) == frozenset(range(KINDS))
    assert len(learnt.kinds) == KINDS // 2
    lying = {
        card.face for seed in range(12) for card in table_scene(learnt.deck, find_layout("area"), "hard", seed).cards
    }
    assert lying - learnt.kinds - {BACK}
    assert BACK in lying
    assert len(cut_scene(learnt.deck, "hard", 1).cards) == 2


def test_looks_at_known_outlines(learnt: Learnt) -> None:
    counts = look_closely(learnt, ["easy"], 24, 9)
    count = counts["easy"]
    assert count.looks == 24
    assert count.whole + count.part + count.strange <= 24
    assert count.named >= 0.9 * count.whole > 0
    assert count.wrong == 0


def test_wrong_is_who_names_a_kind_that_does_not_lie_there(learnt: Learnt) -> None:
    known, strange = min(learnt.kinds), min(set(range(KINDS)) - learnt.kinds)
    card = Lying(SceneCard("", 0, 0, face=strange), HERE, 1.0)
    sure = Judged(str(known), 0.95, 0.9, HERE, lead=0.5, unlike=0.1, sure=True)
    assert judge_picture(learnt, [card], [sure], 20.0).wrong == 1
    assert judge_picture(learnt, [replace(card, card=SceneCard("", 0, 0, face=known))], [sure], 20.0).wrong == 0
    aside = judge_picture(learnt, [Lying(SceneCard("", 0, 0, face=known), THERE, 1.0)], [sure], 20.0)
    assert (aside.wrong, aside.named, aside.whole) == (1, 0, 1)
    doubtful = judge_picture(learnt, [card], [replace(sure, sure=False, likeness=0.8)], 20.0)
    assert (doubtful.wrong, doubtful.misguessed, doubtful.nearest_wrong) == (0, 1, 0.1)


@pytest.mark.parametrize("seed", range(len(TAGLESS)), ids=list(TAGLESS))
def test_nothing_is_named_where_no_card_of_the_deck_lies(learnt: Learnt, seed: int) -> None:
    found = find_faces(tagless(seed), learnt.deck.size(4.0), learnt.gallery)
    assert not [item for item in found if item.sure]


def test_counts_are_added_up() -> None:
    total = Count(looks=2, wrong=1, nearest_wrong=0.7, wrongly=["a"])
    total.add(Count(looks=3, nearest_wrong=0.9))
    assert (total.looks, total.wrong, total.nearest_wrong, total.wrongly) == (5, 1, 0.7, ["a"])


def test_the_command_prints_a_row_for_each_deck_sort_and_level(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "faces", str(folder), "--looks", "4", "--levels", "easy", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["deck"], row["sort"], row["level"]) for row in rows] == [
        ("ours", "outline known", "easy"),
        ("ours", "whole picture", "easy"),
    ]
    assert all(row["wrong"] == 0 for row in rows)


@pytest.mark.parametrize(
    "wrong", [["--levels", "foggy"], ["--margin", "2"], ["--looks", "-1"], ["--learnt", "1.5"], ["--levels", ""]]
)
def test_what_cannot_be_measured_is_refused(folder: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "faces", str(folder), *wrong]) != 0
    assert "expected" in capsys.readouterr().err
