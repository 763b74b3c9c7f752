"""The helper process: opens decoders and answers pictures. See ``process``.

A picture that takes too long ends it by a signal, which no library can hold up.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import IO, Any

import numpy as np

from vision.tags.decoders.process import ANSWERED, ASKED, open_here

_LATER = 6  # times the limit in processor time, by the clock: for what waits without computing


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answers pictures until there are no more."""
    decoders: dict[str, Any] = {}
    while len(head := asked.read(ASKED.size)) == ASKED.size:
        limit_s, length, height, width = ASKED.unpack(head)
        started = time.process_time()
        opener = asked.read(length).decode()
        grey = np.frombuffer(asked.read(height * width), np.uint8).reshape(height, width)
        if opener not in decoders:
            decoders[opener] = open_here(opener)
        # By default these signals end a process, at once, whatever it does.
        signal.setitimer(signal.ITIMER_PROF, limit_s)
        signal.setitimer(signal.ITIMER_REAL, _LATER * limit_s)
        found = decoders[opener].decode(grey)
        spent = time.process_time() - started
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        said = json.dumps([(item.text, item.corners, item.by) for item in found]).encode()
        answers.write(ANSWERED.pack(spent, len(said)) + said)
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, whose end ends us
    serve(sys.stdin.buffer, sys.stdout.buffer)
