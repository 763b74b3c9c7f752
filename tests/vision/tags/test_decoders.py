from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno

from vision.errors import DecoderMissing
from vision.frames import Frame, Grey
from vision.scenes.card_art import draw_sticker
from vision.sightings import Sighting
from vision.tags.any_code import read_any
from vision.tags.decoders import NAMES, BoundedDecoder, open_decoder
from vision.tags.decoders.zbar import ZbarDecoder
from vision.tags.decoders.zxing import ZxingDecoder
from vision.tags.reader import Reader

pytestmark = pytest.mark.numerics
TEXT = "TCA001O"


def sheet(turns: int) -> Grey:
    """One large sticker, off centre, turned clockwise by quarters."""
    page = np.full((400, 500), 235, np.uint8)
    page[60:260, 100:300] = np.rot90(draw_sticker(TEXT, 200), -turns)
    return page


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("turns", range(4))
def test_every_backend_says_where_and_how_turned(name: str, turns: int) -> None:
    (found,) = open_decoder(name).decode(sheet(turns))
    assert (found.text, found.by) == (TEXT, name)
    assert np.allclose(found.centre, (200, 160), atol=3)
    assert abs((found.angle - 90 * turns + 180) % 360 - 180) < 5
    assert abs(found.side - 200 * 21 / 25) < 8
    area = cv2.contourArea(np.array(found.corners, np.float32), oriented=True)
    assert area > 0, "corners run clockwise"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(1, 1), (0, 0), (10, 2000), (300, 300)])
def test_every_backend_is_silent_about_nothing(name: str, shape: tuple[int, int]) -> None:
    assert open_decoder(name).decode(np.full(shape, 200, np.uint8)) == []


def test_an_unknown_backend_is_named() -> None:
    with pytest.raises(DecoderMissing, match="'nothing'"):
        open_decoder("nothing")


def structured_append() -> Grey:
    """The first of four codes that hold one text together: pyzbar finds no turn for it and raises."""
    first = segno.make_sequence("A" * 200, symbol_count=4, error="h")[0]
    modules = np.pad(np.array([[int(bool(module)) for module in row] for row in first.matrix], np.uint8), 4)
    return np.where(np.kron(modules, np.ones((6, 6), np.uint8)) > 0, 20, 235).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_part_of_a_longer_text_ends_no_look(name: str) -> None:
    open_decoder(name).decode(structured_append())
    assert Reader().look(Frame(0, 0, structured_append())) == ()
    read_any(structured_append())


def unheard_of(grey: Grey) -> list[object]:
    raise RuntimeError("unheard-of")


@pytest.mark.parametrize("decoder", [ZbarDecoder("zbar", unheard_of), ZxingDecoder("zxing", unheard_of)])
def test_whatever_a_library_raises_is_no_read_and_said_once(
    decoder: ZbarDecoder | ZxingDecoder, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        assert decoder.decode(sheet(0)) == []
    assert len([record for record in caplog.records if "unheard-of" in record.message]) <= 1


def test_a_second_code_that_one_library_cannot_read_is_left_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    page = np.full((400, 800), 235, np.uint8)
    page[60:260, 100:300], page[60:260, 450:650] = draw_sticker(TEXT, 200), draw_sticker("TCA002M", 200)
    first = BoundedDecoder.decode

    def only_left(decoder: BoundedDecoder, grey: Grey) -> list[Sighting]:
        return [item for item in first(decoder, grey) if decoder.name == "zbar" or item.centre[0] < grey.shape[1] / 2]

    monkeypatch.setattr(BoundedDecoder, "decode", only_left)
    assert {(item.text, item.by) for item in read_any(page)} == {(TEXT, "zxing"), ("TCA002M", "zbar")}
