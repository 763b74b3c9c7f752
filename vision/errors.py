"""What goes wrong between a picture and its tags."""

from __future__ import annotations


class VisionError(Exception):
    """Base of everything this package raises."""


class InvalidPicture(VisionError, ValueError):
    """A file or an array that cannot be read as a picture, in words.

    ``why`` is one word for it, and ``detail`` what the word leaves open, for whoever says it in another language.
    """

    def __init__(self, message: str, why: str = "damaged", detail: str = "") -> None:
        super().__init__(message)
        self.why = why
        self.detail = detail


class DecoderMissing(VisionError, ImportError):
    """A decoder's library is not installed."""


class InvalidLayout(VisionError, ValueError):
    """Zones, label sheets or scenes that do not fit together."""
