"""Just score it: one player after the other lays area and hand on the mat, and the pad fills. No game was followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.inbox import TableSeen
from companion.pages import Close, Context, Home, Lasting, Open, Replace, Turn
from companion.pages.choice import ChoicePage
from companion.pages.end import EndPage
from companion.pages.ending import Ending
from companion.play.matreading import MAT, MatReading
from companion.screens import Chosen, Goto, Leave, Outcome, Screen, Undo
from companion.screens.reading import ReadingModel, ReadingRow, ReadingScreen
from companion.screens.tell import Node, TellModel, TellScreen, by_letters
from companion.shelves import find_shelf
from companion.views.model import Action, CardModel, Choice, Header, Hints, NowLine, card_model
from companion.wording import in_words
from rules import find_game
from rules.amul.facts import parse_facts
from rules.amul.scoring import score_json, score_table
from rules.core.game import Setup

NEXT, EMPTY = "next", "empty"


@dataclass(frozen=True, slots=True)
class Whose:
    """Where a card belongs that lay before two players, one after the other."""

    card: str
    seat: int


class ScoringPage(Lasting):
    """Cards seen are ticked off and stay with the player on the mat, until somebody says that is all."""

    def __init__(self, context: Context, names: tuple[str, ...], facts: str = "own") -> None:
        self.slug = "amul"
        self._context = context
        self._names = names
        self.document = find_shelf("amul", context.config.data_path).document(facts, Path())
        self._facts_name = facts
        self._facts = parse_facts(self.document)
        self.say = context.phrases("amul", self.document, names)
        self._areas: list[tuple[str, ...]] = [() for _ in names]
        self._seat = 0
        self._mat = MatReading()
        self._settled: set[tuple[str, int]] = set()  # cards that stay with another although they lie before this seat
        self._screen = ReadingScreen(self._model())
        self._tell: TellScreen | None = None

    def see(self, seen: TableSeen) -> None:
        """Everything in view belongs to the player who is asked; a card already read stays read."""
        lying = frozenset[str]().union(*seen.table.zones.values())
        self._mat.look({MAT: lying}, self._seat)
        self._add(*(card for card in self._mat.lying if card in self._facts.cards and self._owner(card) is None))

    def _owner(self, card: str) -> int | None:
        """With whom a card has been read, other than the player who is asked."""
        return next((seat for seat, area in enumerate(self._areas) if seat != self._seat and card in area), None)

    def _twice(self) -> tuple[tuple[str, int], ...]:
        """Cards that lie before this player and were read with another, as long as nobody has said whose they are."""
        owned = ((card, self._owner(card)) for card in sorted(self._mat.lying))
        return tuple(
            (card, owner) for card, owner in owned if owner is not None and (card, self._seat) not in self._settled
        )

    def _add(self, *cards: str) -> None:
        together = {*self._areas[self._seat], *cards}
        self._areas[self._seat] = self._facts.in_id_order(together)

    # What to show.

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if self._tell is not None:
            return self._tell
        self._screen.show(self._model())
        return self._screen

    def _model(self) -> ReadingModel:
        say, seat = self.say, self._seat
        walk = say("screen.hint.choose")
        after = say("screen.reading.next", seat=seat + 1) if seat + 1 < len(self._names) else ""
        twice = self._twice()
        return ReadingModel(
            header=Header(say("screen.game.amul"), say("screen.start.score")),
            now=NowLine(say("screen.reading.area", seat=seat), say("page.score.why"), after, seat),
            rows=tuple(self._row(number) for number in range(len(self._names))),
            cards=tuple(self._card(card) for card in self._areas[seat]),
            actions=self._whose(*twice[0]) if twice else self._actions(),
            differences=tuple(self._difference(*one) for one in twice),
            asking=bool(twice),
            empty=say("page.score.empty"),
            hints=Hints(
                walk, walk, say("screen.hint.ok"), say("screen.hint.back"), hold_back=say("page.score.again_hold")
            ),
            notices=self._context.notices(say=say),
        )

    def _row(self, seat: int) -> ReadingRow:
        return ReadingRow(seat, self._names[seat], len(self._areas[seat]), seat < self._seat, seat == self._seat)

    def _card(self, card: str) -> CardModel:
        return card_model(card, self.say, self.document, "settled")

    def _difference(self, card: str, owner: int) -> str:
        return self.say("page.score.twice", card=card, seat=self._seat, first=owner)

    def _whose(self, card: str, owner: int) -> tuple[Action, ...]:
        here, there = (self.say("page.score.with", seat=seat) for seat in (self._seat, owner))
        return Action(here, Whose(card, self._seat)), Action(there, Whose(card, owner))

    def _actions(self) -> tuple[Action, ...]:
        say = self.say
        return (
            Action(say("screen.reading.all_shown"), NEXT, "tick"),
            Action(say("screen.tell"), icon="tell", goto="tell"),
            Action(say("page.score.again"), EMPTY, "undo"),
        )

    # What people want.

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        match outcome:
            case Chosen(Whose(card, seat)):
                self._give(card, seat)
            case Chosen(str(command)) if command == NEXT:
                return self._next()
            case Chosen(str(command)) if command == EMPTY:
                self._areas[self._seat] = ()
            case Chosen(str(card)):
                self._add(card)
                self._tell = None
            case Undo():
                self._areas[self._seat] = ()
            case Goto("tell"):
                self._tell = TellScreen(self._tell_model())
            case Leave() if self._tell is not None:
                self._tell = None
            case Leave() if self._seat > 0:
                self._seat -= 1
            case Leave():
                return Open(self._sure())
        return None

    def _give(self, card: str, seat: int) -> None:
        """Settles with whom a card is that was read twice."""
        if seat != self._seat:
            self._settled.add((card, self._seat))
            return
        self._areas = [tuple(other for other in area if other != card) for area in self._areas]
        self._add(card)

    def _next(self) -> Turn:
        self._seat += 1
        if self._seat < len(self._names):
            return None
        self._seat = len(self._names) - 1
        return Replace(EndPage(self._context, self._score, self.say, ending=self._kept()))

    def _kept(self) -> Ending:
        """The result is one of the past nights from now on."""
        game, setup = find_game(self.slug), Setup(self.slug, self._names, facts=self.document)
        assert game is not None
        ident = self._context.store.new_game(game, setup, dict(self._score()))
        return Ending(self._context, ident, None, self.say)

    def _score(self) -> Mapping[str, Any]:
        score = score_table(self._facts, self._areas, names=self._names)
        coded: Mapping[str, Any] = in_words(score_json(score, facts=self._facts, facts_name=self._facts_name), self.say)
        return coded

    def _tell_model(self) -> TellModel:
        taken = {card for area in self._areas for card in area}
        kinds: dict[str, str] = {}
        for card in self._facts.cards:
            if card not in taken:
                kinds.setdefault(self._facts.cards[card].kind, card)
        nodes = [Node(self.say.name("card", card), card, colour=self._colour(kind)) for kind, card in kinds.items()]
        header = Header(self.say("screen.tell"), self._names[self._seat])
        text = self.say("page.score.which", seat=self._seat)
        return TellModel(header, text, by_letters(nodes), Hints(back=self.say("screen.hint.back")))

    def _colour(self, kind: str) -> str | None:
        return self._facts.kinds[kind].colour

    def _sure(self) -> ChoicePage:
        say = self.say
        choices = (
            Choice(say("page.score.stay"), Close(), icon="play"),
            Choice(say("page.score.drop"), Home(), icon="home"),
        )
        return ChoicePage(self._context, say("page.score.sure"), choices)
