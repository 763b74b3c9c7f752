#!/usr/bin/python3
"""Inside the virtual box: shows the pictures of a folder round and round as /dev/video10, a few a second.

A real camera never gives the same picture twice, so there should be two or more of each table. An empty folder is a
camera that is unplugged.
"""

import contextlib
import fcntl
import struct
import time
from pathlib import Path

FOLDER = Path("/run/box/camera")
DEVICE = Path("/dev/video10")
EVERY_S = 0.5
VIDIOC_S_FMT = 0xC0D05605
OUTPUT, MJPG, ANY_FIELD, SRGB = 2, int.from_bytes(b"MJPG", "little"), 1, 8


def pictures() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.jpg") if not path.name.startswith("."))


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height from the header of its frame."""
    at = 2
    while jpeg[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return int.from_bytes(jpeg[at + 7 : at + 9], "big"), int.from_bytes(jpeg[at + 5 : at + 7], "big")


def show() -> None:
    """Until the folder is empty."""
    width, height = size_of(pictures()[0].read_bytes())
    asked = struct.pack("14I", OUTPUT, 0, width, height, MJPG, ANY_FIELD, 0, width * height * 2, SRGB, 0, 0, 0, 0, 0)
    with DEVICE.open("wb", buffering=0) as out:
        fcntl.ioctl(out, VIDIOC_S_FMT, bytearray(asked.ljust(208, b"\0")))
        turn = 0
        while shown := pictures():
            with contextlib.suppress(FileNotFoundError):  # taken away between the look and the reading
                out.write(shown[turn % len(shown)].read_bytes())
            turn += 1
            time.sleep(EVERY_S)


def main() -> None:
    while True:
        if pictures():
            show()
        time.sleep(EVERY_S)


if __name__ == "__main__":
    main()
