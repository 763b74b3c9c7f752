"""Just score it: one player after another lays out area and hand, or tells the cards, and the pad fills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.contract import Desk
from companion.models import Action, Choice, Hints, Notice
from companion.pages.choice_page import AtTime, ChoicePage
from companion.pages.play.pad_board import Kinds
from companion.pages.play.tell_page import doors_model, not_here
from companion.screens import Chosen, Goto, Leave, Outcome, Screen
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.navigation import Close, Navigation, Page
from companion.screens.reading_screen import ReadingModel, ReadingRow, ReadingScreen
from companion.screens.tell_screen import Node
from companion.table import acts
from companion.table.pad_heading import pad_heading
from rules.core.pad.commands import Ask, ClearArea, EndArea, LayCards, SettleClaim
from rules.core.pad.state import Pad
from rules.core.words import Words, words

Act = Callable[[acts.Act, int], Words | None]


class ScoreBoard:
    """The cards of the current player, or tiles to tell them, until somebody says that is all."""

    def __init__(self, desk: Desk, act: Act) -> None:
        """``act``: as ``Table.act``."""
        self._desk = desk
        self._act = act
        self._kinds = Kinds(desk, lambda pad, card: LayCards(pad.seat, (card,)))
        self._reading: ReadingScreen | None = None
        self._telling: DoorsScreen | None = None
        self._is_telling = not desk.context.has_camera  # otherwise the camera reads the cards

    @property
    def _pad(self) -> Pad:
        return self._desk.live.session.pad

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:  # noqa: ARG002
        if self._is_telling and not self._pad.asked:
            told = self._tell_model(notices)
            self._telling = self._telling or DoorsScreen(told)
            self._telling.show(told)
            return self._telling
        model = self._model(notices)
        self._reading = self._reading or ReadingScreen(model)
        self._reading.show(model)
        return self._reading

    def _model(self, notices: tuple[Notice, ...]) -> ReadingModel:
        say, pad, (header, now) = self._desk.say, self._pad, pad_heading(self._desk)
        walk, sees = say("screen.hint.choose"), self._desk.context.has_camera
        return ReadingModel(
            header=header,
            now=now,
            rows=tuple(self._row(seat) for seat in range(pad.seats)),
            cards=tuple(self._desk.card(card, "settled") for card in self._area),
            actions=self._whose(pad.asked[0]) if pad.asked else self._actions(),
            differences=tuple(
                say("page.score.twice", card=card, seat=pad.seat, first=pad.owner(card)) for card in pad.asked
            ),
            asking=bool(pad.asked),
            empty=say("page.score.empty" if sees else "page.score.empty_blind"),
            hints=Hints(
                walk,
                walk,
                say("screen.hint.ok"),
                say("screen.hint.back"),
                hold_ok=say("screen.hint.menu"),
                hold_back=say("screen.hint.undo"),
                hold_next=say("screen.hint.rules_held"),
            ),
            notices=notices,
        )

    @property
    def _area(self) -> tuple[str, ...]:
        return self._kinds.in_order(self._pad.areas[self._pad.seat])

    def _row(self, seat: int) -> ReadingRow:
        pad = self._pad
        return ReadingRow(seat, self._desk.say.player(seat), len(pad.areas[seat]), seat < pad.seat, seat == pad.seat)

    def _whose(self, card: str) -> tuple[Action, ...]:
        pad, say = self._pad, self._desk.say
        return tuple(
            Action(say("page.score.with", seat=owner), SettleClaim(pad.seat, card, owner))
            for owner in (pad.seat, pad.owner(card))
            if owner is not None
        )

    def _actions(self) -> tuple[Action, ...]:
        """The likeliest first: without a camera, telling. Starts over with each player."""
        say, seat = self._desk.say, self._pad.seat
        told = Action(say("screen.tell"), icon="tell", goto="tell")
        done = Action(say("screen.reading.all_shown"), EndArea(seat), "tick")
        again = (Action(say("page.score.again"), ClearArea(seat), "undo"),) if self._area else ()
        return (done, told, *again) if self._desk.context.has_camera else (told, done, *again)

    def _tell_model(self, notices: tuple[Notice, ...]) -> DoorsModel:
        """One player's cards one by one; kinds not in use with this many players are behind a separate tile."""
        say, pad, (header, now) = self._desk.say, self._pad, pad_heading(self._desk)
        nodes = (
            *self._kinds.nodes(pad),
            Node(say("screen.reading.all_shown"), EndArea(pad.seat), icon="tick", pinned=True),
            Node(say("page.score.look"), Goto("cards"), icon="cards", pinned=True),
        )
        told = tuple(Node(say.name("card", card), colour=self._desk.card(card).colour) for card in self._area)
        now = replace(now, text=say("page.score.which", seat=pad.seat), why=self._untold() or now.why)
        so_far = (say("page.score.so_far", n=len(told)), told)
        made = doors_model(say, header, now, nodes, notices=notices, so_far=so_far, menu=True)
        return replace(made, elsewhere=partial(not_here, self._desk, nodes), step="score")

    def _untold(self) -> str:
        """The rounds that were not told, if rounds were told."""
        rounds = self._pad.untold_rounds
        return self._desk.say("page.scribe.untold", rounds=tuple(map(str, rounds)), n=len(rounds)) if rounds else ""

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Switches between reading and telling, and goes back to the previous player."""
        match outcome:
            case Goto("tell" | "cards" as what):
                self._is_telling = what == "tell"
            case Leave() if self._pad.seat > 0:
                self._act(acts.Tell(Ask(self._pad.seat - 1)), now_ms)
            case _:
                return False
        return True

    def asks(self, outcome: Outcome) -> Page | None:
        """Asks for confirmation before a player without cards is passed over or cards are cleared."""
        say, seat, count = self._desk.say, self._pad.seat, len(self._area)
        match outcome:
            case Chosen(EndArea()) if not count:
                choices = (
                    Choice(say("page.score.none_wait"), Close(), icon="back"),
                    Choice(say("page.score.none_yes", seat=seat), AtTime(self._end), icon="tick"),
                )
                return ChoicePage(self._desk.context, say("page.score.none", seat=seat), choices)
            case Chosen(ClearArea()):
                choices = (
                    Choice(say("page.score.again_no"), Close(), icon="back"),
                    Choice(say("page.score.again"), AtTime(self._clear), say("page.score.again_detail"), "undo"),
                )
                return ChoicePage(self._desk.context, say("page.score.again_sure", seat=seat, n=count), choices)
        return None

    def _end(self, now_ms: int) -> Navigation:
        self._act(acts.Tell(EndArea(self._pad.seat)), now_ms)
        return Close()

    def _clear(self, now_ms: int) -> Navigation:
        seat = self._pad.seat
        self._act(acts.Tell(ClearArea(seat)), now_ms)
        self._desk.live.say(words("page.score.emptied", seat=seat), now_ms, is_warning=False)
        return Close()
