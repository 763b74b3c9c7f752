"""Answers given in play go into the owner's facts too; never those of a game that rests on practice values."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from companion.errors import CompanionError
from companion.facts.box import GameBox
from companion.facts.own import remember, told_today
from rules.core.words import Words, words

logger = logging.getLogger(__name__)


class Owner:
    """Writes facts down as they are told. A disk that does not take them is said, and play goes on."""

    def __init__(self, box: GameBox, game: int | None = None) -> None:
        """``game``: its number in the store, kept beside every answer."""
        self._box = box
        self._game = game

    def __call__(self, fact: str, value: Any) -> Words | None:
        if fact.partition(".")[0] not in self._box.sections:
            return None  # points by hand are of tonight's table, not of the box
        try:
            remember(self._box, fact, value, told_today(self._game))
        except CompanionError as error:
            logger.warning("a fact told in play was not kept: %s", error)
            return words("teach.play.kept_not", why=error.said)
        return None


def owner_for(box: GameBox, facts_name: str, document: Mapping[str, Any], game: int | None = None) -> Owner | None:
    """Who remembers what is told in a game on these facts; nobody when they are practice, or a named file's."""
    return Owner(box, game) if facts_name == "own" and not document.get("practice") else None
