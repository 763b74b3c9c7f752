"""Decoders that do what no decoder should: loop, wait for ever, crash."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import dataclass
from typing import Any

from vision.frames import Grey


@dataclass(frozen=True, slots=True)
class BadDecoder:
    kind: str

    def decode(self, grey: Grey) -> list[Any]:
        if grey[0, 0] == 0:  # a picture that does no harm
            return []
        if self.kind == "waits":
            threading.Event().wait()
        if self.kind == "crashes":
            os.kill(os.getpid(), signal.SIGSEGV)
        while True:
            pass


def loops() -> BadDecoder:
    return BadDecoder("loops")


def waits() -> BadDecoder:
    return BadDecoder("waits")


def crashes() -> BadDecoder:
    return BadDecoder("crashes")
