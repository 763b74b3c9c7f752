"""Words become sentences: inside plain values, so that a view or a score can leave as JSON, and inside an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import CompanionError
from companion.i18n import Phrases
from rules.core.words import Words


def in_words(value: Any, say: Phrases) -> Any:
    """The same value with each ``Words`` in it said in the language of ``say``."""
    if isinstance(value, Words):
        return say.say(value)
    if isinstance(value, Mapping):
        return {key: in_words(item, say) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [in_words(item, say) for item in value]
    return value


def explain(error: CompanionError, say: Phrases) -> str:
    """What went wrong, in the language of ``say`` where there are words for it."""
    return error.said if isinstance(error.said, str) else say.say(error.said)
