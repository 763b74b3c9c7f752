"""Corrects whose card it is: a card read or told for one player goes to another, or to nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.contract import Desk
from companion.games.sheet.steps_page import StepsPage
from companion.models import Choice, Header, NowLine, list_hints
from companion.pages.choice_page import AtTime, ChoicePage
from companion.pages.play.tell_page import doors_model
from companion.pages.screen_page import ScreenPage
from companion.screens import Chosen, Leave, Outcome, Undo
from companion.screens.doors_screen import DoorsScreen
from companion.screens.navigation import Close, Navigation, Page
from companion.screens.tell_screen import Node
from rules.core.seats import Seat
from rules.sheets.game.messages import LayCards, TakeAway
from rules.sheets.game.options import free_cards
from rules.sheets.game.state import State

Done = Callable[[], None]


def has_cards(state: State) -> bool:
    """Whether cards can be corrected now."""
    return state.sheet.has_cards and state.phase in ("cards", "check")


def cards_page(desk: Desk, _: Callable[[], Page]) -> Page:
    """Whose cards."""
    state, say = desk.live.session.state, desk.say
    choices = (
        Choice(say.player(seat), partial(_of_page, desk, seat), say("sheet.seat.held", n=len(state.cards[seat])))
        for seat in state.seats
    )
    return StepsPage(Header(say("sheet.menu.cards")), choices, list_hints(say, menu=False))


def _of_page(desk: Desk, seat: Seat, done: Done) -> Page:
    """One of theirs, or one that is missing."""
    state, say = desk.live.session.state, desk.say
    more = (Choice(say("sheet.cards.more"), partial(MorePage, desk, seat, done), icon="plus"),)
    choices = (
        Choice(say.name("card", card), partial(_card_page, desk, seat, card, done))
        for card in sorted(state.cards[seat], key=lambda card: say.sort_key(say.name("card", card)))
    )
    return StepsPage(Header(say("sheet.menu.cards"), say.player(seat)), (*more, *choices), list_hints(say, menu=False))


class MorePage(ScreenPage[DoorsScreen]):
    """A card that was neither read nor told, by its name."""

    def __init__(self, desk: Desk, seat: Seat, *done: Done) -> None:
        self._desk, self._seat, self._done = desk, seat, done
        say = desk.say
        kinds = (Node(say.name("card", card), card) for card in free_cards(desk.live.session.state))
        nodes = (*kinds, Node(say("screen.hint.back"), Leave(), icon="back", pinned=True))
        now = NowLine(say("sheet.now.cards_told", seat=seat), seat=seat)
        self._screen = DoorsScreen(doors_model(say, Header(say("sheet.menu.cards")), now, nodes))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(str(card)):
                return _telling(self._desk, LayCards(self._seat, (card,), by_hand=True), *self._done).make(now_ms)
            case Leave() | Undo():
                return Close()
        return None


def _card_page(desk: Desk, seat: Seat, card: str, done: Done, done_here: Done) -> Page:
    state, say = desk.live.session.state, desk.say
    others = (other for other in state.seats if other != seat)
    by_hand = card in state.by_name
    to = [
        Choice(say("sheet.cards.give", seat=other), _telling(desk, LayCards(other, (card,), by_hand), done, done_here))
        for other in others
    ]
    nobody = Choice(say("sheet.cards.nobody"), _telling(desk, TakeAway(seat, card), done, done_here))
    text = say("sheet.cards.whose", card=card, seat=seat)
    return ChoicePage(desk.context, text, (*to, nobody, Choice(say("screen.hint.back"), Close(), icon="back")))


def _telling(desk: Desk, command: Any, *done: Done) -> AtTime:
    def tell(now_ms: int) -> Navigation:
        desk.live.tell(command, now_ms)
        for close in done:
            close()
        return Close()

    return AtTime(tell)
