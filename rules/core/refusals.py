"""Why a command is refused: a code, with the details a translation needs. A refusal changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.words import Value, Words


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a command that breaks a rule; ``code`` is stable, its words are ``refusal.<code>``."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        return Words(f"refusal.{self.code}", self.values)


def refused(code: str, /, **values: Value) -> Refused:
    return Refused(code, values)
