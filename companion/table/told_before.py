"""Facts that the owner has told since the game began, in another game or while teaching: they are not asked again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.contract import Context, TableGame
from companion.play.live_game import LiveGame
from rules.core.commands import told_by, value_of
from rules.core.journal import Step
from rules.core.questions import Question


class ToldBefore:
    """Looks into the owner's facts once for each question."""

    def __init__(self, context: Context, game: TableGame, live: LiveGame) -> None:
        self._context, self._game, self._live = context, game, live
        self._looked: Question | None = None

    def answer(self, now_ms: int) -> None:
        """Answers what is known by now; what was told in this game, even if undone, people answer themselves."""
        question = self._live.question
        if question is None or question == self._looked or self._context.facts != "own":
            return
        self._looked = question
        for command in tuple(self._commands(question)):
            self._live.do(command, now_ms)

    def _commands(self, question: Question) -> Iterator[Any]:
        facts = [question.fact] if question.ticks is None else [fact for _, fact in question.ticks.things]
        told = {fact for entry in self._live.session.entries if isinstance(entry, Step) for fact in _facts(entry)}
        try:
            document = self._context.box(self._game.slug).document("own", Path())
        except CompanionError:  # a damaged file is reported where it matters
            return
        for fact in (fact for fact in facts if fact not in told):
            value = self._game.told_fact(document, fact)
            if fact == question.fact:
                yield from (one for one in question.answers if value is not None and value_of(one) == value)
            elif value is not None and self._game.answer_command is not None:
                yield self._game.answer_command(fact, value)


def _facts(step: Step) -> Mapping[str, Any]:
    return told_by(step.command)
