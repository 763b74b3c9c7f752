"""A sum at the end of what is written: a disk that spoils a letter must not change a game unnoticed."""

from __future__ import annotations

import re
from zlib import crc32

CHECKSUM = re.compile(r', "sum": (\d{1,10})\}$')


def with_checksum(body: str, number: int) -> str:
    """The text of a JSON object with a sum over it and its number, as one more key at its end."""
    return f'{body[:-1]}, "sum": {_sum(body, number)}}}'


def without_checksum(body: str, number: int) -> str:
    """The text without its sum; ``ValueError`` if they do not belong together. What was written of old has none."""
    found = CHECKSUM.search(body)
    if found is None:
        return body
    plain = f"{body[: found.start()]}}}"
    if int(found[1]) != _sum(plain, number):
        raise ValueError("expected the sum that was written with it")
    return plain


def has_checksum(body: object, number: int) -> bool:
    """Whether it is what was written: whoever cannot understand it all the same is older than its writer."""
    try:
        return isinstance(body, str) and without_checksum(body, number) != body
    except ValueError:
        return False


def _sum(body: str, number: int) -> int:
    return crc32(f"{number} {body}".encode("utf-8", "surrogatepass"))
