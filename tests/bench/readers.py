"""The readers a benchmark compares: ours, and three plain ones as anyone would call them. Only texts count.

Two more beside them: pyzbar told to look for QR codes only, and ours as ``companion read`` has time for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from tests.bench.scenes import KNOWN
from vision.frames import Frame, Grey
from vision.tags.decoders.process import HELPER, open_here
from vision.tags.reader import Reader

Read = Callable[[Grey], set[str]]
PEERS = ("pyzbar", "cv2.QRCodeDetector", "zxing-cpp")
OURS = "companion"
NAMES = (*PEERS, OURS)
QR_ONLY, READ = "pyzbar, QR only", "companion, full read"


@cache
def find_reader(name: str) -> Read:
    """One of NAMES, QR_ONLY or READ; every call of it is a first look."""
    match name:
        case "pyzbar":
            return _plain_zbar()
        case "cv2.QRCodeDetector":
            return _texts_of("opencv")
        case "zxing-cpp":
            return _texts_of("zxing")
        case "pyzbar, QR only":
            return _zbar_for_qr()
        case _:
            ours, look = Reader(KNOWN), read_afresh if name == READ else look_afresh
            return lambda grey: look(ours, grey)


def read_afresh(reader: Reader, grey: Grey) -> set[str]:
    """As ``companion read`` does it."""
    look_afresh(reader, grey)
    return {item.text for item in reader.look_thoroughly(grey)}


def look_afresh(reader: Reader, grey: Grey) -> set[str]:
    reader.forget(all_of_it=True)
    return {item.text for item in reader.look(Frame(0, 0, grey))}


def timed(read: Read, grey: Grey) -> tuple[set[str], float]:
    """What was read, and milliseconds of processor time, with that of our helper process."""
    started = time.process_time() + HELPER.cpu_s
    texts = read(grey)
    return texts, (time.process_time() + HELPER.cpu_s - started) * 1000


def _plain_zbar() -> Read:
    from pyzbar import pyzbar

    # It looks for bar codes of every kind; striped print that it takes for one is not held against it.
    return lambda grey: {item.data.decode("utf-8", "replace") for item in pyzbar.decode(grey) if item.type == "QRCODE"}


def _zbar_for_qr() -> Read:
    from pyzbar import pyzbar

    only = [pyzbar.ZBarSymbol.QRCODE]
    return lambda grey: {item.data.decode("utf-8", "replace") for item in pyzbar.decode(grey, symbols=only)}


def _texts_of(name: str) -> Read:
    decoder = open_here(f"vision.tags.decoders.{name}:open")
    return lambda grey: {item.text for item in decoder.decode(grey)}
