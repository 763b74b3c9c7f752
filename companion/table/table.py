"""The game in progress, without a window: driven by time, the camera and what people do."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion import CompanionError
from companion.contract import Context, Desk, Heading
from companion.inbox import TableSeen
from companion.keeping.kept_settings import ONLY_OPEN, LaidCards, SetUpStep
from companion.keeping.session import Session
from companion.language.i18n import Phrases
from companion.models import Notice
from companion.play.clocks import Clocks, TableClock
from companion.play.copies import Copies
from companion.play.ladder import Followed
from companion.play.live_game import LiveGame
from companion.play.news import News
from companion.seeing.wanted import LooksFor
from companion.settings.sections import TimerSettings
from companion.table import acts
from companion.table.headings import heading_of
from companion.table.laying_out import LayingOut
from companion.table.result import Result
from companion.table.told_before import ToldBefore
from companion.table.view import TableView
from companion.teaching.classroom import owner_for
from rules.core.clock import Mode
from rules.core.commands import given_by
from rules.core.questions import Question
from rules.core.refusals import Refused
from rules.core.scoring import Score
from rules.core.seats import Seat
from rules.core.table import Doubt
from rules.core.words import Words, words


class Table:
    """One game from the first card to the score. To show it, call ``view``; to play it, call ``act``."""

    def __init__(self, context: Context, number: int, session: Session, *, is_new: bool = False) -> None:
        """``number``: of the game in the store; ``is_new``: lay out the table first, if the settings say so."""
        self.context, self.number = context, number
        self.game = context.games.session(session)
        self.live = self._follow(session)
        self.news = News(session, self.game.news)
        self._told_before = ToldBefore(context, self.game, self.live)
        self.result = Result(context.store, number, session, self.game)
        self._config = context.config
        self._clocks = self._new_clocks()
        self.desk = self._new_desk()
        self.laying: LayingOut | None = None  # while the table is laid out
        self._unread: TableSeen | None = None  # seen while the table was laid out
        self.helped: str | None = None  # the thing that the screen explains in a first game, for phones
        self.failed_beside: BaseException | None = None  # of the game, for phones or the club: the table plays on
        self._step = SetUpStep(context.store, number)
        self._resume_layout(0 if is_new else self._step.kept())

    def _follow(self, session: Session) -> LiveGame:
        context, game = self.context, self.game
        box = context.box(game.slug)
        owner = owner_for(box, context.facts, session.setup.facts, self.number, lambda: context.has_camera)
        return LiveGame(
            session,
            owner,
            LaidCards(context.store, self.number),
            game.laying,
            game.place_cards,
            offered=game.offered,
            meant=game.meant,
            copies=Copies(box.card_tags(session.setup.facts).values(), game.whereabouts, game.lost_track),
        )

    def _new_desk(self) -> Desk:
        """The desk in the current language."""
        setup = self.live.session.setup
        say = self.context.phrases(self.slug, setup.facts, setup.players)
        return Desk(self.context, self.game, self.live, say, self._clocks, self.news, self.number)

    def desk_in(self, language: str) -> Desk:
        """The desk in another language; cards keep their printed names."""
        if language == self.say.code:
            return self.desk
        setup = self.live.session.setup
        return replace(self.desk, say=self.context.phrases(self.slug, setup.facts, setup.players, language))

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def looks_for(self) -> LooksFor:
        """A table that is only scored is read by tags alone: faces do not tell copies apart."""
        return "cards" if self.live.is_followed else "tags"

    @property
    def people(self) -> tuple[str, ...]:
        return self.live.session.setup.players

    @property
    def document(self) -> Mapping[str, Any]:
        """The facts the game began with."""
        return self.live.session.setup.facts

    @property
    def say(self) -> Phrases:
        return self.desk.say

    def tick(self, now_ms: int) -> None:
        """Runs the clocks; stores the score of a game that is over."""
        if self._config is not self.context.config:
            self._apply_settings()
        if self.laying is not None:
            return
        self._told_before.answer(now_ms)
        self.live.tick(now_ms)
        self._run_clocks(now_ms)
        self.result.keep(self.say)

    def _apply_settings(self) -> None:
        """Takes over another language or other clocks; the game stays as it is."""
        before, self._config = self._config, self.context.config
        if before.timers != self._config.timers:
            self._clocks = self._new_clocks()
        self.desk = self._new_desk()
        if self.laying is not None:
            self.laying.speak(self.desk)

    def _new_clocks(self) -> Clocks:
        auction = self.game.auction
        own_s = None if auction is None else auction.seconds(self.live.session.state)
        return new_clocks(self.context.config.timers, own_s)

    def _run_clocks(self, now_ms: int) -> None:
        if self.news.unread is not None:
            return  # clocks stand still until the news is read
        live, auction = self.live, self.game.auction
        if not live.is_followed:
            self._clocks.follow(live.session, None, None, now_ms)
            return
        bidder = None if auction is None or live.question is not None else auction.bidder(live.session.state)
        self._clocks.follow(live.session, bidder, live.view["turn"], now_ms)
        late = self._clocks.late(now_ms)
        if auction is not None and late is not None and not live.moves:
            live.do(auction.late(late), now_ms)
            live.say(words(auction.said, seat=late), now_ms)

    def see(self, seen: TableSeen) -> None:
        self._unread = seen if self.laying is not None else None
        part = seen if self.laying is None else self.laying.part_of(seen)
        if part is not None:
            self.live.see(part)

    def look_again(self, now_ms: int) -> None:
        """Takes in what lay there while nothing could be stored."""
        self.see(replace(self._unread or self.live.seen, at_ms=now_ms))

    def lose_sight(self, now_ms: int) -> None:
        """The camera is gone: what it saw last no longer counts."""
        self.live.lose_sight(now_ms)

    def act(self, act: acts.Act, now_ms: int) -> Words | None:
        """Carries out an act; returns why not if it is refused."""
        match act:
            case acts.Tell(command, aloud):
                return self._tell(command, now_ms, aloud=aloud)
            case acts.Answer(command, aloud):
                return _refusal(self.live.do(command, now_ms, aloud=aloud))
            case acts.Settle(resolution):
                doubt = self.live.doubt(now_ms)
                return words("phones.moved_on") if doubt is None else self._settle(doubt, resolution, now_ms)
            case acts.TakeBack(to):
                undone = self.live.undo(now_ms, to)
                return undone.words if isinstance(undone, Refused) else None
            case acts.CardsAreBack():
                self.live.skip_moves(now_ms)
            case acts.LayOut() | acts.LayOutBack():
                return None if self._lay(act, now_ms) else words("phones.moved_on")
            case acts.TellOpenCards():
                self._lay_out(only_open=True)
            case acts.ReadNews():
                self.news.read()
            case acts.LeaveScore():
                self.result.leave(self.say)
        return None

    def _tell(self, command: Any, now_ms: int, *, aloud: bool) -> Words | None:
        refused = _refusal(self.live.tell(command, now_ms, aloud=aloud))
        if not self.live.is_followed:
            self.laying = None  # only a game that is followed needs its table laid out
            self._keep_step()
        return refused

    def _settle(self, doubt: Doubt, resolution: Any, now_ms: int) -> Words | None:
        return _refusal(self.live.settle(doubt, resolution, now_ms))

    def seat_pressed(self, seat: Seat, now_ms: int) -> bool:
        """Whether that seat may act now; if not, the table says whose turn it is."""
        if not self.live.is_followed:
            return self._is_asked(seat, now_ms)
        view = self.live.view
        if seat in (view.get("waiting") or ()):
            self.live.ask_seat(seat)
            return True
        turn = view["turn"]
        if turn is not None and turn != seat:
            self.live.say(words("page.not_your_turn", seat=turn), now_ms)
        return turn == seat

    def _is_asked(self, seat: Seat, now_ms: int) -> bool:
        pad = self.live.session.pad
        if seat != pad.seat and not pad.is_final:
            self.live.say(words("refusal.pad_other_seat", seat=pad.seat), now_ms)
        return seat == pad.seat

    @property
    def is_laid_out(self) -> bool:
        """Whether play can begin."""
        return self.laying is None

    def _resume_layout(self, step: int | None) -> None:
        if step is None or not self.context.config.night.setup or not self.live.is_followed:
            return
        self._lay_out(only_open=step == ONLY_OPEN, at=step)

    def _lay_out(self, *, only_open: bool, at: int = 0) -> None:
        laying = LayingOut(self.desk, only_open=only_open, at=at)
        self.laying = None if laying.is_over else laying
        self._keep_step()

    def _keep_step(self) -> None:
        """So that a game that is continued goes on with its set-up."""
        with suppress(CompanionError):  # a full disk is reported elsewhere
            self._step.keep(None if self.laying is None else self.laying.to_keep)

    def _lay(self, act: acts.LayOut | acts.LayOutBack, now_ms: int) -> bool:
        laying = self.laying
        if laying is None:
            return False
        is_done = laying.answer(act.answer, now_ms) if isinstance(act, acts.LayOut) else laying.back()
        if laying.is_over:
            self._end_layout(now_ms)
        self._keep_step()
        return is_done

    def _end_layout(self, now_ms: int) -> None:
        """From now on the whole table is read."""
        self.laying = None
        if self._unread is not None:
            self.see(replace(self._unread, at_ms=now_ms))

    def view(self, now_ms: int) -> TableView:
        live, view, pad = self.live, self.live.view, self.live.session.pad
        followed = pad.way == "follow"
        return TableView(
            number=self.number,
            game=self.slug,
            players=self.people,
            entry=live.session.last_seq,
            way=pad.way,
            round=view["round"] if followed else pad.round,
            rounds=view.get("rounds"),
            phase=view["phase"],
            turn=view["turn"] if followed else None,
            waiting=tuple(view.get("waiting") or ()) if followed else (),
            acting=acting(live),
            clock=self.clock(now_ms),
            asked=self.asked(now_ms),
            moves=live.moves,
            is_laid_out=self.is_laid_out,
            is_over=live.is_over,
            said=live.notice(now_ms),
        )

    def clock(self, now_ms: int) -> TableClock | None:
        """None while the table is laid out, and when the game is over."""
        return None if self.laying is not None or self.live.is_over else self._clocks.now(now_ms)

    def asked(self, now_ms: int) -> Question | Doubt | None:
        """The question or doubt to be answered before play goes on."""
        return self.live.question or self.live.doubt(now_ms)

    def heading(self, now_ms: int) -> Heading:
        return heading_of(self.desk, now_ms)

    def notices(self, now_ms: int) -> tuple[Notice, ...]:
        """What everybody should know now, in the screen's language."""
        return self.context.notices(self.live.notice(now_ms), say=self.say)

    def score(self) -> Score:
        """The score as it stands now, in the screen's language."""
        return self.result.score_in(self.say)


def new_clocks(timers: TimerSettings, own_s: int | None = None) -> Clocks:
    """``own_s``: the game's own limit for a turn, which runs whatever the settings say of auctions."""
    if own_s is None:
        return Clocks(timers.auction, timers.seconds * 1000, counts=timers.count)
    mode: Mode = "strict" if timers.auction == "strict" else "reminder"
    return Clocks(mode, own_s * 1000, counts=timers.count, whole_turns=True)


def acting(live: LiveGame) -> frozenset[Seat]:
    """The seat whose turn it is, or all seats that can still do something."""
    if not live.is_followed:
        return frozenset()
    turn = live.view["turn"]
    if turn is not None:
        return frozenset({turn})
    return frozenset(seat for option in live.offered if (seat := given_by(option)) is not None)


def _refusal(followed: Followed) -> Words | None:
    """Why nothing was done; None if at least one step was."""
    return None if followed.steps or not followed.refusals else followed.refusals[0].words
