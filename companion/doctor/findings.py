"""What a check finds: one part, its verdict, and the next step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.words import Words


class Verdict(StrEnum):
    """One can play without what is ``missing``; what is ``broken`` must be repaired."""

    OK = "ok"
    MISSING = "missing"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """``part`` is a stable name; ``says`` and ``step`` (what to do next) are for people."""

    part: str
    state: Verdict
    says: Words
    step: Words | None = None


def ok(part: str, says: Words) -> Finding:
    return Finding(part, Verdict.OK, says)


def missing(part: str, says: Words, step: Words) -> Finding:
    return Finding(part, Verdict.MISSING, says, step)


def broken(part: str, says: Words, step: Words) -> Finding:
    return Finding(part, Verdict.BROKEN, says, step)
