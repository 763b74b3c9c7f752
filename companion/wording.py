"""Words inside plain values become sentences, so that a view or a score can leave as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
