"""Cards recognised by face stand for copies whose tags are not read; unclear ones are left out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.inbox import TableSeen
from companion.seeing.face_memory import FaceMemory
from companion.seeing.face_shelf import FaceShelf
from companion.seeing.known_faces import WITHHELD_MS, KnownFaces
from rules.core.table import TableCards
from tests.companion.seeing.test_face_shelf import face
from vision.table.by_face import DoubtfulCard, FacesSeen
from vision.table.eye import Seen
from vision.table.motion import Motion
from vision.table.tracker import TagPlace, TrackedTable

CARDS = {"T1": "rook#1", "T2": "rook#2", "T3": "king"}
CALM = Motion(np.zeros((1, 1), np.uint8), ())


def known(folder: Path) -> KnownFaces:
    return KnownFaces(CARDS, FaceMemory(FaceShelf(folder, "chess", "en")))


def seen(settled: str = "", pale: str = "", faces: FacesSeen | None = None) -> Seen:
    texts = [*settled.split(), *pale.split()]
    places = {text: TagPlace("market", 0, 0) for text in texts}
    lying = {"market": frozenset(settled.split()), "palace": frozenset[str]()}
    table = TrackedTable(lying, lying, frozenset(), places)
    return Seen(0, (), (), table, CALM, faces=faces or FacesSeen())


def read(*cards: str) -> TableSeen:
    return TableSeen(TableCards({"market": frozenset(cards), "palace": frozenset()}), frozenset(), at_ms=0)


def test_a_face_is_a_copy_that_is_not_read(tmp_path: Path) -> None:
    table = known(tmp_path).add_to(read("rook#1"), seen("T1 rook~1"))
    assert table.table.zones["market"] == {"rook#1", "rook#2"}
    assert table.by_face == {"rook#2"}


def test_more_cards_than_the_box_has_are_left_out(tmp_path: Path) -> None:
    table = known(tmp_path).add_to(read(), seen("king~1 king~2"))
    assert table.table.zones["market"] == {"king"}


def test_the_copy_stays_until_its_tag_is_read(tmp_path: Path) -> None:
    faces = known(tmp_path)
    assert faces.add_to(read(), seen("rook~1")).by_face == {"rook#1"}
    assert faces.add_to(read(), seen("rook~1 rook~2")).by_face == {"rook#1", "rook#2"}
    assert faces.add_to(read("rook#1"), seen("T1 rook~1")).by_face == {"rook#2"}


def test_what_has_not_settled_is_pale(tmp_path: Path) -> None:
    table = known(tmp_path).add_to(read(), seen(pale="king~1"))
    assert (table.by_face, table.seen) == (frozenset(), {"king"})


def test_of_a_zone_that_was_not_searched_nothing_is_said(tmp_path: Path) -> None:
    table = known(tmp_path).add_to(read("rook#1"), seen("T1", faces=FacesSeen(unsettled=frozenset({"market"}))))
    assert set(table.table.zones) == {"palace"}


def test_where_light_flickers_that_ends_by_itself(tmp_path: Path) -> None:
    faces, flickers = known(tmp_path), seen("T1", faces=FacesSeen(unsettled=frozenset({"market"})))
    assert "market" not in faces.add_to(read("rook#1"), flickers).table.zones
    later = replace(read("rook#1"), at_ms=WITHHELD_MS)
    assert "market" in faces.add_to(later, flickers).table.zones


def test_who_is_unsure_asks_and_hears(tmp_path: Path) -> None:
    faces = known(tmp_path)
    doubt = DoubtfulCard(5, "market", ("king", "rook", "pawn"))
    (unsure,) = faces.add_to(read(), seen(faces=FacesSeen(doubtful=(doubt,)))).unsure
    assert (unsure.zone, unsure.cards) == ("market", ("king", "rook#1"))  # a pawn is no card of this box
    unsure.tell("rook#1")
    unsure.tell(None)
    assert list(faces.eye._told) == [(5, "rook"), (5, None)]


def test_the_memory_follows_what_others_write(tmp_path: Path) -> None:
    shelf = FaceShelf(tmp_path, "chess", "en")
    memory = FaceMemory(shelf)
    assert memory.gallery.kinds == frozenset()
    memory.learn(face("king"))
    name = shelf.keep(face("rook"))
    assert memory.gallery.kinds == {"king"}
    memory.is_stale = True
    assert memory.gallery.kinds == {"king", "rook"}
    shelf.forget([name])
    memory.refresh()
    assert memory.gallery.kinds == {"king"}


def test_a_disk_that_does_not_take_a_face_ends_learning_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "faces").write_text("not a folder")
    memory = FaceMemory(FaceShelf(tmp_path, "chess", "en"))
    assert memory.wants("king")
    memory.learn(face("king"))
    assert not memory.wants("king")
    assert memory.gallery.kinds == frozenset()
