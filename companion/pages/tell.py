"""Telling cards by hand, with four buttons: whose card it is, its first letter, then the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.i18n import Phrases
from companion.night import Night
from companion.pages import Close, Context, Turn, list_hints
from companion.screens import Answered, Leave, Outcome, Screen, Undo
from companion.screens.question import QuestionModel, QuestionScreen
from companion.viewmodel import Choice, Header

FEW = 9  # choices that fit on one screen without looking for a letter first


class TellPage:
    """Stays open while cards of this step are still to be told; each is a legal command of the game."""

    def __init__(self, context: Context, night: Night, say: Phrases) -> None:
        self._context = context
        self._night = night
        self._say = say
        self._phase = night.view["phase"]
        self._letter: str | None = None
        self._screen = QuestionScreen(self._model(0))

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model(now_ms))
        return self._screen

    @property
    def is_stale(self) -> bool:
        return not self._commands()

    def act(self, outcome: Outcome, now_ms: int) -> Turn:
        match outcome:
            case Answered(str(letter)):
                self._letter = letter
            case Answered(command) if command is not None:
                self._letter = None
                self._night.do(command, now_ms)
            case Leave() if self._letter is not None:
                self._letter = None
            case Leave():
                return Close()
            case Undo(to):
                self._night.undo(now_ms, to)
                return Close()
        return None

    def _commands(self) -> tuple[Any, ...]:
        """One command for each kind of card the seat that is asked may tell: copies of a kind are alike."""
        if self._night.view["phase"] != self._phase or self._night.question is not None:
            return ()
        options = [option for option in self._night.options if getattr(option, "card", None)]
        if not options:
            return ()
        seat = options[0].seat
        kinds: dict[str, Any] = {}
        for option in options:
            if option.seat == seat:
                kinds.setdefault(option.card.partition("#")[0], option)
        return tuple(sorted(kinds.values(), key=self._name))

    def _name(self, command: Any) -> str:
        return self._say.name("card", command.card)

    def _model(self, now_ms: int) -> QuestionModel:
        say, commands = self._say, self._commands()
        header = Header(say("screen.tell"), say(f"screen.phase.{self._phase}"))
        seat = commands[0].seat if commands else None
        text = say(f"page.tell.{self._phase}", seat=seat)
        notices = self._context.notices(self._night.notice(now_ms), say=say)
        choices = self._choices(commands)
        return QuestionModel(header, text, choices, seat=seat, hints=list_hints(say, menu=False), notices=notices)

    def _choices(self, commands: Sequence[Any]) -> tuple[Choice, ...]:
        if self._letter is None and len(commands) > FEW:
            letters = dict.fromkeys(self._name(command)[0] for command in commands)
            return tuple(Choice(letter, letter) for letter in letters)
        shown = [c for c in commands if self._letter is None or self._name(c).startswith(self._letter)]
        return tuple(Choice(self._name(command), command) for command in shown)
