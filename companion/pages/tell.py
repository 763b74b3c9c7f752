"""Telling cards by hand, with four buttons: whose card it is, its first letter, then the card."""

from __future__ import annotations

from typing import Any

from companion.i18n import Phrases
from companion.night import Night
from companion.pages import Close, Context, Turn, list_hints
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.tell import Node, TellModel, TellScreen, by_letters
from companion.viewmodel import Header


class TellPage:
    """Stays open while cards of this step are still to be told; each is a legal command of the game."""

    def __init__(self, context: Context, night: Night, say: Phrases) -> None:
        self._context = context
        self._night = night
        self._say = say
        self._phase = night.view["phase"]
        self._screen = TellScreen(self._model(0))

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model(now_ms))
        return self._screen

    @property
    def is_stale(self) -> bool:
        return not self._options()

    def act(self, outcome: Outcome, now_ms: int) -> Turn:
        match outcome:
            case Chosen(command):
                self._night.do(command, now_ms)
            case Leave():
                return Close()
            case Undo(to):
                self._night.undo(now_ms, to)
                return Close()
        return None

    def _options(self) -> dict[int, dict[str, Any]]:
        """By seat, one command for each kind of card it may tell: copies of a kind are alike."""
        if self._night.view["phase"] != self._phase or self._night.question is not None:
            return {}
        seats: dict[int, dict[str, Any]] = {}
        for option in self._night.options:
            if thing := thing_of(option):
                seats.setdefault(option.seat, {}).setdefault(thing[1], option)
        return seats

    def _model(self, now_ms: int) -> TellModel:
        say = self._say
        seats = {seat: self._cards(kinds) for seat, kinds in self._options().items()}
        alone = next(iter(seats)) if len(seats) == 1 else None
        if alone is None:
            text = say("page.tell.whose")
            nodes = tuple(Node(say.player(seat), children=cards, seat=seat) for seat, cards in seats.items())
        else:
            text, nodes = self._question(alone), seats[alone]
        header = Header(say("screen.tell"), say(f"screen.phase.{self._phase}"))
        notices = self._context.notices(self._night.notice(now_ms), say=say)
        return TellModel(header, text, nodes, list_hints(say, menu=False), notices)

    def _cards(self, kinds: dict[str, Any]) -> tuple[Node, ...]:
        facts = self._night.facts.get("cards", {})
        nodes = [
            Node(self._name(option), option, colour=facts.get(kind, {}).get("colour")) for kind, option in kinds.items()
        ]
        return by_letters(nodes)

    def _question(self, seat: int) -> str:
        key = f"page.tell.{self._phase}"
        return self._say(key if self._say.has(key) else "page.tell.which", seat=seat)

    def _name(self, option: Any) -> str:
        sort, ident = thing_of(option) or ("", "")
        return self._say.name(sort, ident)


def thing_of(option: Any) -> tuple[str, str] | None:
    """What a command is about: copies of a card are alike, so a card counts as its kind."""
    if card := getattr(option, "card", None):
        return "kind", card.partition("#")[0]
    for sort in ("spell", "gem", "area", "metal"):
        if ident := getattr(option, sort, None):
            return sort, ident
    return None
