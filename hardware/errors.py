"""Errors of pins and cameras. Third-party exceptions are translated into these where they enter."""

from __future__ import annotations


class HardwareError(Exception):
    """The base of everything this package raises."""


class InvalidWiring(HardwareError, ValueError):
    """A pin, pattern or camera setting that cannot be used: names the key and what was expected there."""

    def __init__(self, key: str, expected: str, got: object) -> None:
        super().__init__(f"expected {expected}, got {got!r} ({key})")
        self.key = key
        self.expected = expected


class PartMissing(HardwareError, LookupError):
    """A part that was asked for is missing: a package, a chip, a camera."""


class PartDenied(PartMissing):
    """A part that exists, but this user may not use."""


class PartLost(HardwareError, OSError):
    """A part that worked has stopped: unplugged, or its driver gave up."""
