"""Decoder libraries run in a helper process: what loops or crashes there ends the helper, not the program.

The next picture gets a new one. A decoder that fails twice is left out.
"""

from __future__ import annotations

import atexit
import importlib
import json
import logging
import os
import struct
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np

from vision.frames import Grey
from vision.sightings import Sighting

logger = logging.getLogger(__name__)

MOST_FAILURES = 2  # of a decoder, until it is left out
LEFT_OUT = "it is left out from now on"  # in the log, where the doctor finds it
ASKED, ANSWERED = struct.Struct("<dIII"), struct.Struct("<dI")


class DecoderProcess:
    """Starts with the first picture; ``cpu_s``: processor time it has spent, which is not our own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.failures: Counter[str] = Counter()
        self.cpu_s = 0.0

    def is_left_out(self, opener: str) -> bool:
        return self.failures[opener] >= MOST_FAILURES

    def decode(self, opener: str, grey: Grey, limit_s: float) -> list[Sighting]:
        """``opener``: as for ``open_here``; ``limit_s``: processor time it may take."""
        with self._lock:
            if self.is_left_out(opener):
                return []
            try:
                process = self._running()
            except OSError as error:  # no room for another process: better unbounded than blind
                logger.warning("no process for the decoders: %s", error)
                return list(open_here(opener).decode(grey))
            answer = self._ask(process, opener, grey, limit_s)
            if answer is None:
                self._fail(opener)
                return []
        return [Sighting(text, _corners(ring), by) for text, ring, by in answer]

    def _ask(
        self, process: subprocess.Popen[bytes], opener: str, grey: Grey, limit_s: float
    ) -> list[tuple[str, Any, str]] | None:
        """None if the helper ended."""
        try:
            name = opener.encode()
            _pipe(process.stdin).write(ASKED.pack(limit_s, len(name), *grey.shape) + name)
            _pipe(process.stdin).write(np.ascontiguousarray(grey).data)
            _pipe(process.stdin).flush()
            head = _pipe(process.stdout).read(ANSWERED.size)
            if len(head) < ANSWERED.size:
                return None
            spent, length = ANSWERED.unpack(head)
            self.cpu_s += spent
            return list(json.loads(_pipe(process.stdout).read(length)))
        except (OSError, ValueError):
            return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            root = str(Path(__file__).parents[3])
            command = [sys.executable, "-P", "-m", "vision.tags.decoders.helper"]
            env = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *filter(None, sys.path)])}
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)  # noqa: S603
        return self._process

    def close(self) -> int:
        """Ends the helper, which a next picture starts again; how it ended."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(OSError):
            _pipe(process.stdin).close()  # with no more pictures to come it ends by itself
        ended = process.wait()
        _pipe(process.stdout).close()
        return ended

    def _fail(self, opener: str) -> None:
        if self._process is not None:
            self._process.kill()
        ended = self.close()
        self.failures[opener] += 1
        then = LEFT_OUT if self.is_left_out(opener) else "this picture goes without it"
        logger.warning("the decoder %s did not come back (%s); %s", opener, ended, then)


HELPER = DecoderProcess()
atexit.register(HELPER.close)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def open_here(opener: str) -> Any:
    """The library itself, in this process; ``opener``: a module and its function, as in ``package.module:open``."""
    module, function = opener.split(":")
    return getattr(importlib.import_module(module), function)()


def _corners(ring: Any) -> Any:
    return tuple((float(x), float(y)) for x, y in ring)
