"""A decoder that loops on every picture."""

from __future__ import annotations

from tests.doubles.bad_decoders import loops as open  # noqa: A004, F401 - as of a decoder's module
