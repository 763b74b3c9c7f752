"""Contains exceptions of decoder libraries: a decoder that fails on a picture has found nothing in it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from vision.frames import Grey
from vision.sightings import Sighting

logger = logging.getLogger(__name__)
_said: set[tuple[str, str]] = set()


def never_raises(decode: Callable[[Any, Grey], list[Sighting]]) -> Callable[[Any, Grey], list[Sighting]]:
    """Decorates ``decode``; each kind of failure is logged once, as frames come several times a second."""

    @wraps(decode)
    def guarded(decoder: Any, grey: Grey) -> list[Sighting]:
        try:
            return decode(decoder, grey)
        except Exception as error:  # noqa: BLE001 - libraries raise what they like on odd codes
            kind = decoder.name, type(error).__name__
            if kind not in _said:
                _said.add(kind)
                logger.warning("the decoder %s gave up on a picture: %r", decoder.name, error)
            return []

    return guarded
