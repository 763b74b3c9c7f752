"""SQLite's write-ahead log, read by ourselves, because SQLite says nothing of what it leaves out.

It reads a log up to the first damaged frame and drops committed transactions behind it without an error. We look first,
and can read those too. See https://www.sqlite.org/fileformat2.html#the_write_ahead_log for the numbers.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

USUAL_PAGE, LARGEST_PAGE = 4096, 65536
LOG_HEADER = 32
FRAME_HEADER = 24
# How the log begins, and the byte order of its checksums: that of the machine that wrote it.
ORDERS = {b"\x37\x7f\x06\x82": "<", b"\x37\x7f\x06\x83": ">"}


@dataclass(frozen=True, slots=True)
class LogFrame:
    """One page in the log. ``counts``: SQLite itself would read it."""

    page: int
    pages: int  # of the file after the transaction that this frame commits; 0 if it commits none
    salts: bytes  # of its generation: SQLite restarts the log from the top, over the frames of the one before
    counts: bool
    content: bytes

    @property
    def commits(self) -> bool:
        return self.pages > 0


def has_header(log: bytes) -> bool:
    """SQLite takes a log without a sound header for an empty one."""
    order = ORDERS.get(log[:4])
    if order is None or len(log) < LOG_HEADER:
        return False
    return _summed(order, (0, 0), log[: LOG_HEADER - 8]) == struct.unpack_from(">2I", log, LOG_HEADER - 8)


def log_frames(log: bytes) -> tuple[LogFrame, ...]:
    """The sound frames of the newest generation, up to its last commit, also those behind a damaged one.

    Checksums run on from frame to frame. Each frame stores the sum so far, so a sound one can be told behind a damaged
    one. The header names the generation; if it is damaged, the first sound frame does: older ones stand further behind.
    """
    if has_header(log):
        found = list(_sound_frames(log, ORDERS[log[:4]], log[16:24]))
    else:
        found = max((list(_sound_frames(log, order)) for order in ORDERS.values()), key=len)
        found = [frame for frame in found if frame.salts == found[0].salts]
    last = max((n for n, frame in enumerate(found) if frame.commits), default=-1)
    return tuple(found[: last + 1])


def hides_entries(file: bytes, log: bytes) -> bool:
    """Whether SQLite would silently drop something that was committed."""
    frames = log_frames(log)
    if has_header(log):
        return any(frame.commits and not frame.counts for frame in frames)
    # Either a power cut tore the header while the log was restarted, which SQLite does only once the file holds all of
    # it; or a sound header was damaged, and the file may lack what is behind it. So the file decides.
    return not _holds(file, frames)


def _holds(file: bytes, frames: Sequence[LogFrame]) -> bool:
    """Whether every page is in the file as these frames leave it, except those cut off its end by the last of them."""
    left = {frame.page: frame.content for frame in frames if frame.page <= frames[-1].pages}
    return all(file[(page - 1) * len(new) : page * len(new)] == new for page, new in left.items())


def _sound_frames(log: bytes, order: str, salts: bytes = b"") -> Iterator[LogFrame]:
    """Of the generation that a sound header names; without ``salts`` of any, and then none of them counts."""
    if len(log) < LOG_HEADER:
        return
    size, counts = page_size(log[8:12]), bool(salts)
    sums: tuple[int, int] = struct.unpack_from(">2I", log, LOG_HEADER - 8)
    for at in range(LOG_HEADER, len(log) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        page, pages, first, second = struct.unpack_from(">2I8x2I", log, at)
        salted, content = log[at + 8 : at + 16], log[at + FRAME_HEADER : at + FRAME_HEADER + size]
        is_meant = page > 0 and salted == (salts or salted)
        is_sound = is_meant and _summed(order, sums, log[at : at + 8] + content) == (first, second)
        counts, sums = counts and is_sound, (first, second)
        if is_sound:
            yield LogFrame(page, pages, salted, counts, content)


def page_size(coded: bytes) -> int:
    size = int.from_bytes(coded, "big")
    size = LARGEST_PAGE if size == 1 else size  # which does not fit into the two bytes of the file
    return size if 512 <= size <= LARGEST_PAGE and size & (size - 1) == 0 else USUAL_PAGE


def _summed(order: str, sums: tuple[int, int], data: bytes) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
