"""Deck check, with cards under the camera in batches: before a game which belong, after it which are missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.contract import Context
from companion.inbox import TableSeen
from companion.keeping.session import Session
from companion.language.i18n import Phrases
from companion.models import Choice, Header, list_hints
from companion.pages.screen_page import ModelPage
from companion.screens import Goto, Outcome, Undo
from companion.screens.list_screen import ListModel, ListScreen, Remark
from companion.screens.navigation import Navigation, Page
from companion.seeing.wanted import LooksFor
from companion.teaching.deck_check import DeckToCheck, compare
from rules.core.game import Setup

MOST_NAMED = 12
PARTS = ("missing", "extra", "unsure", "right")


def game_deck_page(context: Context, setup: Setup) -> Page:
    """Before a game: checks the deck for these players."""
    say = context.phrases(setup.game, setup.facts, setup.players)
    return DeckCheckPage(context, setup.game, setup.facts, say, _deck_of(context, setup))


def packing_page(context: Context, session: Session, say: Phrases) -> Page:
    """After a game: checks that the whole deck goes back into the box."""
    setup = session.setup
    page = DeckCheckPage(context, setup.game, setup.facts, say, _deck_of(context, setup))
    page.act(Goto("pack"), 0)
    return page


def _deck_of(context: Context, setup: Setup) -> DeckToCheck:
    make = context.games[setup.game].deck
    assert make is not None
    return make(setup)


class DeckCheckPage(ModelPage[ListScreen]):
    """Every card once in view counts as shown. When packing up, cards in view are still on the table."""

    looks_for: LooksFor = "tags"

    def __init__(
        self, context: Context, slug: str, document: Mapping[str, Any], say: Phrases, deck: DeckToCheck
    ) -> None:
        self.slug = slug
        self.document = document
        self._context = context
        self._say = say
        self._deck = deck
        self._known = frozenset((*deck.used, *deck.unsure, *deck.unused, *deck.any_cards))
        self._shown: frozenset[str] = frozenset()
        self._in_view: frozenset[str] = frozenset()
        self._is_packing = False
        self._part = "missing"
        self._screen = ListScreen(self._model())

    def see(self, seen: TableSeen) -> None:
        cards = seen.cards & self._known
        self._in_view = cards
        self._shown |= cards

    def _model(self) -> ListModel:
        say = self._say
        names = [part for part in PARTS if not self._is_packing]
        choices = [Choice(say(f"teach.deck.show_{part}"), part, icon="list") for part in names]
        choices.append(Choice(say("teach.deck.back" if self._is_packing else "teach.deck.pack"), "pack", icon="cards"))
        choices.append(Choice(say("teach.deck.again"), "again", icon="undo"))
        return ListModel(
            Header(say("teach.deck.title"), say("teach.deck.pack") if self._is_packing else ""),
            tuple(choices),
            self._text(),
            self._remarks(),
            hints=list_hints(say, menu=False),
            notices=self._context.notices(say=say),
        )

    def _text(self) -> str:
        say, found = self._say, compare(self._deck, self._shown)
        if self._is_packing:
            if self._in_view:
                return say("teach.deck.still_out", n=len(self._in_view), cards=self._names(self._in_view))
            return say("teach.deck.packed" if not found.missing else "teach.deck.pack_text")
        if not self._shown:
            return say("teach.deck.batch")
        if found.is_complete and self._part == "missing":
            return say("teach.deck.all_there")
        cards: tuple[str, ...] = getattr(found, self._part)
        return say.pair(say(f"teach.deck.{self._part}"), self._names(cards) or "–")

    def _names(self, cards: Iterable[str]) -> str:
        """Each name once with its count, limited to what can be read at once."""
        counts: dict[str, int] = {}
        for card in cards:
            name = self._say.name("card", card)
            counts[name] = counts.get(name, 0) + 1
        named = [name if n == 1 else f"{n} × {name}" for name, n in sorted(counts.items())]
        more = len(named) - MOST_NAMED
        return self._say.row([*named[:MOST_NAMED], *([self._say("teach.deck.more", n=more)] if more > 0 else [])])

    def _remarks(self) -> tuple[Remark, ...]:
        say, found = self._say, compare(self._deck, self._shown)
        missing = len(found.missing) + found.any_missing
        return (
            Remark(say("teach.deck.right"), str(len(found.right)), "tick", "good"),
            Remark(say("teach.deck.missing"), str(missing), "wait", "warn" if missing else "good"),
            Remark(say("teach.deck.extra"), str(len(found.extra)), "no", "bad" if found.extra else "good"),
            Remark(say("teach.deck.unsure"), str(len(found.unsure)), "question", "info"),
        )

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("pack"):
                self._is_packing = not self._is_packing
                self._shown = self._in_view
            case Goto("again") | Undo():
                self._shown = self._in_view
            case Goto(part) if part in PARTS:
                self._part = part
        return super().act(outcome, now_ms)
