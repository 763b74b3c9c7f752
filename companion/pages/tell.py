"""Telling by hand what no camera saw, with four buttons: whose it is, its first letter, then the thing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.i18n import Phrases
from companion.pages import Close, Context, Turn, list_hints
from companion.play.night import Night
from companion.screens import Chosen, Leave, Outcome, Screen, Undo
from companion.screens.tell import MOST_TILES, Node, TellModel, TellScreen, by_letters
from companion.views.model import Action, Header
from rules.amulett.commands import Lay
from rules.amulett.stock import METALS

# The question and what can be told in answer to it; nothing left to tell closes the page.
Tellable = Callable[[], tuple[str, tuple[Node, ...]]]


class TellPage:
    """Stays open while things of this step are still to be told; each is a command of the game."""

    def __init__(self, context: Context, night: Night, say: Phrases, tellable: Tellable) -> None:
        self._context = context
        self._night = night
        self._say = say
        self._tellable = tellable
        self._phase = night.view["phase"]
        self._screen = TellScreen(self._model(0))

    def screen(self, now_ms: int) -> Screen:
        self._screen.show(self._model(now_ms))
        return self._screen

    @property
    def is_stale(self) -> bool:
        is_over = self._night.view["phase"] != self._phase or self._night.question is not None
        return is_over or not self._tellable()[1]

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

    def _model(self, now_ms: int) -> TellModel:
        say = self._say
        text, nodes = self._tellable()
        header = Header(say("screen.tell"), say(f"screen.phase.{self._phase}"))
        notices = self._context.notices(self._night.notice(now_ms), say=say)
        return TellModel(header, text, nodes, list_hints(say, menu=False), notices)


def cards_to_tell(night: Night, say: Phrases) -> tuple[str, tuple[Node, ...]]:
    """Cards of Āmul by seat: one command for each kind, because copies of a kind are alike."""
    seats: dict[int, dict[str, Any]] = {}
    for option in night.options:
        if card := getattr(option, "card", None):
            seats.setdefault(option.seat, {}).setdefault(card.partition("#")[0], option)
    cards = {seat: _card_nodes(kinds, night.facts.get("cards", {}), say) for seat, kinds in seats.items()}
    if len(cards) == 1:
        seat = next(iter(cards))
        return say(f"page.tell.{night.view['phase']}", seat=seat), cards[seat]
    return say("page.tell.whose"), tuple(Node(say.player(s), children=nodes, seat=s) for s, nodes in cards.items())


def _card_nodes(kinds: Mapping[str, Any], facts: Mapping[str, Any], say: Phrases) -> tuple[Node, ...]:
    nodes = [
        Node(say.name("kind", kind), option, colour=facts.get(kind, {}).get("colour")) for kind, option in kinds.items()
    ]
    return by_letters(nodes)


def things_to_tell(actions: Sequence[Action], say: Phrases) -> tuple[Node, ...]:
    """Things of Das Amulett. What ends the step stands in front: nobody looks for it by its letter."""
    if all(isinstance(action.command, Lay) for action in actions):
        return _by_metal(actions, METALS, say)
    ways_out = tuple(_thing(action) for action in actions if action.icon == "no")
    return (*ways_out, *by_letters([_thing(action) for action in actions if action.icon != "no"]))


def _thing(action: Action) -> Node:
    """A gem on the board stands under its area, as it is looked for."""
    parts = (action.detail, action.label) if action.icon.startswith("gem.") else (action.label, action.detail)
    return Node(" · ".join(filter(None, parts)), action.command, icon=action.icon)


def _by_metal(payments: Sequence[Action], metals: Sequence[str], say: Phrases) -> tuple[Node, ...]:
    """Ways to pay; where there are many, first how much of one metal, then of the next."""
    if len(payments) <= MOST_TILES or not metals:
        return tuple(_thing(payment) for payment in payments)
    metal, *others = metals
    groups: dict[int, list[Action]] = {}
    for payment in payments:
        groups.setdefault(getattr(payment.command, "metals", {}).get(metal, 0), []).append(payment)
    if len(groups) == 1:
        return _by_metal(payments, others, say)
    return tuple(
        Node(_amount(count, metal, say), children=_by_metal(group, others, say), icon=f"metal.{metal}")
        if len(group) > 1
        else _thing(group[0])
        for count, group in groups.items()
    )


def _amount(count: int, metal: str, say: Phrases) -> str:
    name = say.name("metal", metal)
    return f"{count} {name}" if count else say("page.tell.without", metal=name)
