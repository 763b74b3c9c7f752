"""Whether each decoder reads a tag, and whether one was left out because it hung on a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from companion.doctor.findings import Finding, broken, missing, ok
from companion.upkeep.logs import LOG
from rules.core.words import words
from vision.safe_open import open_plain
from vision.tags.codes import module_grid
from vision.tags.decoders.process import HELPER, LEFT_OUT, MOST_FAILURES, DecoderProcess

DECODERS: Mapping[str, str] = {"zxing-cpp": "vision.tags.decoders.zxing", "pyzbar": "vision.tags.decoders.zbar"}
_TEXT = "TCA001O"
_LIMIT_S = 3.0
_TAIL = 300_000  # bytes of the log


def check_decoders(folder: Path, helper: DecoderProcess = HELPER) -> Iterator[Finding]:
    """``folder``: of the data, with the log."""
    modules = np.pad(module_grid(_TEXT), 4)
    sheet = np.where(np.kron(modules, np.ones((6, 6), np.uint8)) > 0, 20, 235).astype(np.uint8)
    log = _log(folder)
    for name, module in DECODERS.items():
        for _ in range(MOST_FAILURES):
            read = {item.text for item in helper.decode(f"{module}:open", sheet, _LIMIT_S)}
        when = next((line[:16] for line in reversed(log) if LEFT_OUT in line and module in line), "")
        step = words("doctor.decoder_step", package=name)
        if _TEXT not in read:
            yield broken("decoder", words("doctor.decoder_dead", name=name), step)
        elif when:
            yield missing("decoder", words("doctor.decoder_hung", name=name, when=when), step)
        else:
            yield ok("decoder", words("doctor.decoder", name=name))


def _log(folder: Path) -> list[str]:
    try:
        with open_plain(folder / LOG) as file:
            file.seek(max(0, file.seek(0, 2) - _TAIL))
            return file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
