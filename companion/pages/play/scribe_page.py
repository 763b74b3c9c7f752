"""Scribe: only what stays in the play areas is told, one card a player and round, and scored at the end.

Nobody follows the game: no order is kept but that somebody is asked next, and what was not told is not known.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.contract import Context, Desk
from companion.keeping.scorings import Scoring, forget_scoring, keep_scoring, kept_scoring, new_scoring
from companion.models import Choice, Header, NowLine, standing_badges
from companion.pages.choice_page import ChoicePage
from companion.pages.play.card_kinds import kind_nodes, not_in_use
from companion.pages.play.scoring_page import ScoringPage
from companion.pages.play.tell_page import doors_model
from companion.play.live_game import NOTICE_MS, AskSeat, TimedNotice
from companion.screens import Chosen, Goto, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.navigation import Close, Home, Lasting, Navigation, Open, Page, Replace
from companion.screens.tell_screen import Node
from rules.core.words import Words, words

NOTHING, LATER = "nothing", "later"


class ScribePage(Lasting):
    """Card after card, player after player; every one is on disk before the next is asked for."""

    def __init__(self, context: Context, scoring: Scoring, *, game: bool = False) -> None:
        """``game``: one that was followed so far lies below, and there is a way back to it."""
        self._context = context
        self._game = context.games[scoring.game]
        assert self._game.scribe is not None
        assert self._game.scoring is not None
        self._rounds = self._game.scribe.rounds
        self._document = context.box(scoring.game).document(scoring.facts, context.config.data_path)
        self._cards = tuple(self._game.scoring.cards(self._document))
        self._rare = not_in_use(self._game, scoring.players, self._document)
        self.say = context.phrases(scoring.game, self._document, scoring.players)
        self._scoring = scoring
        self._has_game = game
        self._before: list[Scoring] = []  # what it was, step by step, to be taken back
        self._notice: TimedNotice | None = None
        self._is_left = False
        self._screen: DoorsScreen | None = None
        self._shown: tuple[Scoring, DoorsModel] | None = None

    @property
    def is_stale(self) -> bool:
        """The score is told already, on a page above this one."""
        return self._is_left

    def screen(self, now_ms: int) -> Screen:
        model = self._model(now_ms)
        if self._screen is None:
            self._screen = DoorsScreen(model)
        self._screen.show(model)
        return self._screen

    # What to show.

    def _model(self, now_ms: int) -> DoorsModel:
        notice = self._notice.words if self._notice is not None and now_ms < self._notice.until_ms else None
        if self._shown is None or self._shown[0] is not self._scoring:
            self._shown = (self._scoring, self._made())
        return replace(self._shown[1], notices=self._context.notices(notice, say=self.say))

    def _made(self) -> DoorsModel:
        say, scoring = self.say, self._scoring
        seats = len(scoring.players)
        place = say("screen.round", n=scoring.round, of=self._rounds)
        badges = standing_badges(say, practice=bool(self._document.get("practice")), camera=True)
        now = NowLine(
            say("page.scribe.which", seat=scoring.seat),
            say("page.scribe.why"),
            say("screen.then", what=say.player(self._next_seat())) if seats > 1 else "",
            scoring.seat,
        )
        header = Header(f"{say(f'screen.game.{scoring.game}')} · {say('page.scribe.title')}", place, badges=badges)
        so_far = (say("page.scribe.so_far"), tuple(self._told_now()))
        return doors_model(say, header, now, self._nodes(), so_far=so_far, menu=True)

    def _told_now(self) -> list[Node]:
        """What was told of this round, by whom."""
        say = self.say
        return [
            Node(say.name("card", stay.card) if stay.card else say("page.scribe.nothing"), seat=stay.seat)
            for stay in self._scoring.stays
            if stay.round == self._scoring.round
        ]

    def _nodes(self) -> tuple[Node, ...]:
        say, scoring = self.say, self._scoring
        others = tuple(
            Node(name, AskSeat(seat), seat=seat) for seat, name in enumerate(scoring.players) if seat != scoring.seat
        )
        return (
            *kind_nodes(self._game, self._cards, scoring, say, self._document, rare=self._rare),
            Node(say("page.scribe.nothing"), NOTHING, icon="no", pinned=True),
            Node(say("page.scribe.later"), LATER, icon="clock", pinned=True),
            Node(say("page.tell.other_seat"), children=others, icon="people", pinned=True),
            Node(say("page.scribe.menu"), Goto("menu"), icon="list", pinned=True),
            *((Node(say("page.scribe.game"), Leave(), icon="back", pinned=True),) if self._has_game else ()),
        )

    def _next_seat(self) -> int:
        return (self._scoring.seat + 1) % len(self._scoring.players)

    # What people want.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(AskSeat(seat)):
                self._keep(replace(self._scoring, seat=seat))
            case Chosen("nothing"):
                return self._told(self._scoring.with_stay(""))
            case Chosen("later"):
                return self._told(self._scoring)
            case Chosen(str(card)):
                return self._told(self._scoring.with_stay(card))
            case Undo():
                self._undo(now_ms)
            case Leave() if self._has_game:
                return Close()
            case Goto("menu") | Leave():
                return Open(self._menu())
        return None

    def _told(self, scoring: Scoring) -> Navigation:
        """The next player of whom nothing was told in this round; then the next round, and after the last the score."""
        seats = len(scoring.players)
        after = [(scoring.seat + step) % seats for step in range(1, seats)]
        skipped = scoring.skipped if scoring.has_stay else (*scoring.skipped, scoring.seat)
        done = {stay.seat for stay in scoring.stays if stay.round == scoring.round} | {*skipped, scoring.seat}
        waiting = [seat for seat in after if seat not in done]
        if waiting:
            self._keep(replace(scoring, seat=waiting[0], skipped=skipped))
            return None
        self._keep(replace(scoring, round=scoring.round + 1, seat=0, skipped=()))
        return self._score() if self._scoring.round > self._rounds else None

    def _keep(self, changed: Scoring) -> None:
        keep_scoring(self._context.store, changed)
        self._before.append(self._scoring)
        self._scoring = changed

    def _undo(self, now_ms: int) -> None:
        if not self._before:
            self._say_for(words("page.score.no_undo"), now_ms)
            return
        gone = {card for area in self._scoring.areas for card in area}
        self._scoring = self._before.pop()
        keep_scoring(self._context.store, self._scoring)
        gone -= {card for area in self._scoring.areas for card in area}
        key = "gone" if gone else "seat"
        self._say_for(words(f"page.score.undone_{key}", cards=tuple(gone), seat=self._scoring.seat), now_ms)

    def _say_for(self, said: Words, now_ms: int) -> None:
        self._notice = TimedNotice(said, now_ms + NOTICE_MS)

    def _score(self) -> Navigation:
        """Everybody tells what else counts at the end, and says that this is all."""
        return Replace(scoring_page(self._context, replace(self._scoring, seat=0, is_final=True)))

    def _menu(self) -> ChoicePage:
        say = self.say
        choices = (
            Choice(say("screen.pause.on"), Close(), icon="play"),
            Choice(say("page.scribe.score"), self._from_menu, say("page.scribe.score_detail"), "pad"),
            Choice(say("page.score.later"), Home(), say("page.score.later_detail"), "home"),
            Choice(say("page.score.drop"), self._forget, say("page.score.drop_detail"), "bin"),
        )
        return ChoicePage(self._context, say("page.scribe.pause"), choices)

    def _from_menu(self) -> Navigation:
        self._is_left = True
        return self._score()

    def _forget(self) -> Navigation:
        forget_scoring(self._context.store)
        return Home()


def scoring_page(context: Context, scoring: Scoring) -> Page:
    """The page of a table that is only scored: round by round as long as it is played, then card by card."""
    if scoring.round and not scoring.is_final:
        return ScribePage(context, scoring)
    return ScoringPage(context, scoring, partial(_rounds_again, context) if scoring.round else None)


def _rounds_again(context: Context, scoring: Scoring) -> Page:
    return ScribePage(context, replace(scoring, is_final=False, seat=0))


def begin_scribe(context: Context, slug: str, names: tuple[str, ...]) -> Navigation:
    """Nothing is known yet."""
    scoring = replace(new_scoring(slug, names, context.facts), round=1)
    return Replace(_unless_another(context, ScribePage(context, scoring)))


def _unless_another(context: Context, page: Page) -> Page:
    """One table at a time is kept beside the games: another that is not scored yet is not forgotten by itself."""
    kept = kept_scoring(context.store, tuple(game.slug for game in context.games if game.scoring is not None))
    if kept is None:
        return page
    say = context.say
    choices = (
        Choice(say("screen.start.score_on"), lambda: Replace(scoring_page(context, kept)), icon="pad"),
        Choice(say("page.scribe.other"), lambda: Replace(page), say("page.score.other_detail"), "people"),
    )
    return ChoicePage(context, say("page.score.left", names=say.join(kept.players)), choices)


def scribe_on(desk: Desk) -> Page:
    """From a game that was followed so far: what lies in the areas is known, the rest is told from now on.

    The game itself stays open as it is.
    """
    scribe, view = desk.game.scribe, desk.live.view
    assert scribe is not None
    names = desk.live.session.setup.players
    scoring = replace(
        new_scoring(desk.game.slug, names, desk.context.facts), areas=scribe.areas(view), round=view["round"]
    )
    return _unless_another(desk.context, ScribePage(desk.context, scoring, game=True))
