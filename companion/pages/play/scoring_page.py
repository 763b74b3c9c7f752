"""Just score it: one player after the other lays area and hand on the mat, and the pad fills. No game was followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.contract import Context
from companion.inbox import TableSeen
from companion.keeping.scorings import Claim, Scoring, forget_scoring, keep_scoring
from companion.models import Action, CardModel, Choice, Header, Hints, NowLine
from companion.pages.choice_page import ChoicePage
from companion.pages.play.card_kinds import kind_nodes, not_in_use
from companion.pages.play.table_result import TableResult
from companion.pages.play.tell_page import doors_model
from companion.play.live_game import NOTICE_MS, TimedNotice
from companion.play.mat_reading import MAT, MatReading
from companion.screens import Chosen, Goto, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.navigation import Close, Home, Lasting, Navigation, Open, Page, Replace
from companion.screens.reading_screen import ReadingModel, ReadingRow, ReadingScreen
from companion.screens.tell_screen import Node
from companion.seeing.wanted import LooksFor
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class CardOwner:
    """Where a card belongs that lay before two players, one after the other."""

    card: str
    seat: int


class ScoringPage(Lasting):
    """Cards seen are ticked off and stay with the player on the mat, until somebody says that is all.

    Every change is on disk before it is shown, and the table can be taken up again where it was left.
    """

    looks_for: LooksFor = "tags"

    def __init__(self, context: Context, scoring: Scoring, rounds: Callable[[Scoring], Page] | None = None) -> None:
        """``rounds``: the page that leads back to where it was told round by round."""
        self._rounds = rounds
        self.slug = scoring.game
        self._context = context
        self._game = context.games[self.slug]
        assert self._game.scoring is not None
        self.people = self._names = scoring.players
        document = context.box(self.slug).document(scoring.facts, Path())
        self._order = {card: place for place, card in enumerate(self._game.scoring.cards(document))}
        self.say = context.phrases(self.slug, document, self._names)
        self._mat = MatReading()
        self._seen: TableSeen | None = None
        self._before: list[Scoring] = []  # what it was, step by step, to be taken back
        self._taken_back: frozenset[str] = frozenset()  # cards that may lie there still and shall not be read at once
        self._notice: TimedNotice | None = None
        self._scoring = self._taken_up(scoring)
        keep_scoring(context.store, self._scoring)
        self._result = TableResult(context, lambda: self._scoring, document, self.say, self._give_points)
        self._screen = ReadingScreen(self._model())
        self._tell: DoorsScreen | None = None
        self._is_telling = not context.has_camera  # else the cards are read
        self._rare = not_in_use(self._game, self._names, document)
        self._end: Page | None = None

    @property
    def document(self) -> Mapping[str, Any]:
        """The facts of the box, as known now."""
        return self._result.document

    def _taken_up(self, scoring: Scoring) -> Scoring:
        """As it was left, with the cards that are known now; those of others may still lie on the mat."""
        areas = tuple(self._in_order(*area) for area in scoring.areas)
        asked = tuple(card for card in scoring.asked if scoring.owner(card) is not None and card in self._order)
        others = frozenset(card for seat, area in enumerate(areas) if seat != scoring.seat for card in area)
        self._mat.take_up(scoring.seat, frozenset(asked), others)
        games = self._context.store.open_games()
        return replace(scoring, areas=areas, asked=asked, beside=(games[0].id, games[0].entries) if games else ())

    def _in_order(self, *cards: str) -> tuple[str, ...]:
        return tuple(sorted({card for card in cards if card in self._order}, key=self._order.__getitem__))

    def see(self, seen: TableSeen) -> None:
        """Everything in view belongs to the player who is asked; a card already read stays read."""
        self._seen = seen
        if self._end is not None:
            return
        lying = frozenset[str]().union(*seen.table.zones.values())
        self._taken_back &= lying
        self._mat.look({MAT: lying}, self._scoring.seat)
        fresh = self._mat.lying - self._taken_back
        self._add(*(card for card in fresh if self._scoring.owner(card) is None))

    def look_again(self, now_ms: int) -> None:  # noqa: ARG002
        if self._seen is not None:
            self.see(self._seen)

    def _add(self, *cards: str) -> None:
        self._keep(self._scoring.with_area(self._in_order(*self._scoring.area, *cards)))

    def _keep(self, changed: Scoring) -> None:
        """Cards that lie before this player and were read with another are asked about until somebody says whose."""
        claims = (Claim(card, changed.seat) for card in sorted(self._mat.lying) if changed.owner(card) is not None)
        changed = replace(changed, asked=tuple(claim.card for claim in claims if claim not in changed.settled))
        if changed == self._scoring:
            return
        if not self._result.is_kept:
            keep_scoring(self._context.store, changed)
        if (changed.areas, changed.seat, changed.points) != (
            self._scoring.areas,
            self._scoring.seat,
            self._scoring.points,
        ):
            self._before.append(self._scoring)
        self._scoring = changed

    def _undo(self, now_ms: int) -> None:
        """One step back, whether it was told, read or said; a card that still lies there is not read again at once."""
        if not self._before:
            self._say_for(words("page.score.no_undo"), now_ms)
            return
        before, now = self._before.pop(), self._scoring
        keep_scoring(self._context.store, before)
        self._scoring = before
        gone = {card for area in now.areas for card in area} - {card for area in before.areas for card in area}
        back = {card for area in before.areas for card in area} - {card for area in now.areas for card in area}
        self._taken_back |= gone
        if before.seat != now.seat:
            self._mat.pass_to(before.seat)
        key = "gone" if gone else "back" if back else "seat"
        self._say_for(words(f"page.score.undone_{key}", cards=self._in_order(*gone, *back), seat=before.seat), now_ms)

    def _say_for(self, said: Words, now_ms: int) -> None:
        self._notice = TimedNotice(said, now_ms + NOTICE_MS)

    def _pass_to(self, seat: int) -> None:
        """What lies on the mat now is not the next one's."""
        self._mat.pass_to(seat)
        self._keep(replace(self._scoring, seat=seat))

    # What to show.

    def tick(self, now_ms: int) -> None:
        if self._end is not None:
            self._result.keep()
            self._end.tick(now_ms)

    def screen(self, now_ms: int) -> Screen:
        if self._end is not None:
            return self._end.screen(now_ms)
        if self._is_telling and not self._scoring.asked:
            return self._tell_screen(now_ms)
        self._screen.show(self._model(now_ms))
        return self._screen

    def _tell_screen(self, now_ms: int) -> Screen:
        model = self._tell_model(now_ms)
        if self._tell is None:
            self._tell = DoorsScreen(model)
        self._tell.show(model)
        return self._tell

    def _model(self, now_ms: int = 0) -> ReadingModel:
        say, seat, asked = self.say, self._scoring.seat, self._scoring.asked
        notice = self._notice.words if self._notice is not None and now_ms < self._notice.until_ms else None
        sees = self._context.has_camera
        walk = say("screen.hint.choose")
        after = say("screen.reading.next", seat=seat + 1) if seat + 1 < len(self._names) else ""
        return ReadingModel(
            header=Header(say(f"screen.game.{self.slug}"), say("screen.start.score")),
            now=NowLine(
                say("screen.reading.area" if sees else "page.score.tell", seat=seat),
                self._what_counts(),
                after,
                seat,
            ),
            rows=tuple(self._row(number) for number in range(len(self._names))),
            cards=tuple(self._card(card) for card in self._scoring.area),
            actions=self._whose(asked[0]) if asked else self._actions(),
            differences=tuple(self._difference(card) for card in asked),
            asking=bool(asked),
            empty=say("page.score.empty" if sees else "page.score.empty_blind"),
            hints=Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.back"), hold_back=say("screen.hint.undo")),
            notices=self._context.notices(notice, say=say),
        )

    def _row(self, seat: int) -> ReadingRow:
        now = self._scoring.seat
        return ReadingRow(seat, self._names[seat], len(self._scoring.areas[seat]), seat < now, seat == now)

    def _card(self, card: str) -> CardModel:
        return self._game.screens.card(card, self.say, self.document, "settled")

    def _difference(self, card: str) -> str:
        return self.say("page.score.twice", card=card, seat=self._scoring.seat, first=self._scoring.owner(card))

    def _whose(self, card: str) -> tuple[Action, ...]:
        seats = (self._scoring.seat, self._scoring.owner(card))
        return tuple(
            Action(self.say("page.score.with", seat=seat), CardOwner(card, seat)) for seat in seats if seat is not None
        )

    def _actions(self) -> tuple[Action, ...]:
        """What is likeliest first: telling, where no camera reads the cards; each player begins with it anew."""
        say, seat = self.say, self._scoring.seat
        told = Action(say("screen.tell"), icon="tell", goto="tell")
        done = Action(say("screen.reading.all_shown"), ("next", seat), "tick")
        again = (Action(say("page.score.again"), "empty", "undo"),) if self._scoring.area else ()
        return (done, told, *again) if self._context.has_camera else (told, done, *again)

    # What people want.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if self._end is not None:
            return self._act_at_end(self._end, outcome, now_ms)
        match outcome:
            case Chosen(CardOwner(card, seat)):
                self._give(card, seat)
            case Chosen(("next", _)):
                return self._next() if self._scoring.area else Open(self._really_none())
            case Chosen("empty"):
                return Open(self._really_again(now_ms))
            case Undo():
                self._undo(now_ms)
            case Chosen(str(card)):
                self._add(card)
            case Goto("tell"):
                self._is_telling = True
            case Goto("cards"):
                self._is_telling = False
            case Leave() if self._scoring.seat > 0:
                self._pass_to(self._scoring.seat - 1)
            case Leave():
                return Open(self._sure())
        return None

    def _give(self, card: str, seat: int) -> None:
        """Settles with whom a card is that was read twice."""
        scoring = self._scoring
        if seat == scoring.seat:
            self._add(card)
        else:
            self._keep(replace(scoring, settled=(*scoring.settled, Claim(card, scoring.seat))))

    def _next(self) -> Navigation:
        seat = self._scoring.seat + 1
        if seat < len(self._names):
            self._pass_to(seat)
            return None
        self._end = self._result.page()
        self._result.keep()
        return None

    # The end.

    def _act_at_end(self, end: Page, outcome: Outcome, now_ms: int) -> Navigation:
        """Back to the cards, as long as it is not one of the past nights."""
        self._result.keep()
        turn = Close() if isinstance(outcome, Undo) else end.act(outcome, now_ms)
        if not isinstance(turn, Close) or self._result.is_kept:
            return turn
        self._end = None
        return None

    def _give_points(self, card: str, points: int, now_ms: int) -> None:  # noqa: ARG002
        self._keep(self._scoring.with_points(card, points))

    def _tell_model(self, now_ms: int) -> DoorsModel:
        """Card after card of one player; what is not in use with so many players stands behind a tile of its own."""
        say, seat, shown = self.say, self._scoring.seat, self._model(now_ms)
        nodes = (
            *kind_nodes(self._game, self._order, self._scoring, say, self.document, rare=self._rare),
            Node(say("screen.reading.all_shown"), ("next", seat), icon="tick", pinned=True),
            Node(say("page.score.look"), Goto("cards"), icon="cards", pinned=True),
        )
        told = tuple(Node(say.name("card", card), colour=self._card(card).colour) for card in self._scoring.area)
        return doors_model(
            say,
            shown.header,
            replace(shown.now, text=say("page.score.which", seat=seat), why=self._untold() or shown.now.why),
            nodes,
            notices=shown.notices,
            so_far=(say("page.score.so_far", n=len(told)), told),
        )

    def _what_counts(self) -> str:
        """In the game's own words, where it has some."""
        own = f"{self.slug}.score.why"
        return self.say(own if self.say.has(own) else "page.score.why")

    def _untold(self) -> str:
        """Where the rounds were told: those that were not."""
        rounds = self._scoring.untold_rounds
        return self.say("page.scribe.untold", rounds=tuple(map(str, rounds)), n=len(rounds)) if rounds else ""

    def _really_none(self) -> ChoicePage:
        """Nobody is passed over by a press too many."""
        say, seat = self.say, self._scoring.seat
        choices = (
            Choice(say("page.score.none_wait"), Close(), icon="back"),
            Choice(say("page.score.none_yes", seat=seat), self._none, icon="tick"),
        )
        return ChoicePage(self._context, say("page.score.none", seat=seat), choices)

    def _none(self) -> Navigation:
        self._next()
        return Close()

    def _really_again(self, now_ms: int) -> ChoicePage:
        say, seat, count = self.say, self._scoring.seat, len(self._scoring.area)
        choices = (
            Choice(say("page.score.again_no"), Close(), icon="back"),
            Choice(say("page.score.again"), lambda: self._empty(now_ms), say("page.score.again_detail"), "undo"),
        )
        return ChoicePage(self._context, say("page.score.again_sure", seat=seat, n=count), choices)

    def _empty(self, now_ms: int) -> Navigation:
        self._keep(self._scoring.with_area(()))
        self._say_for(words("page.score.emptied", seat=self._scoring.seat), now_ms)
        return Close()

    def _sure(self) -> ChoicePage:
        say = self.say
        rounds = self._rounds
        back = (
            ()
            if rounds is None
            else (Choice(say("page.scribe.rounds"), lambda: Replace(rounds(self._scoring)), icon="undo"),)
        )
        choices = (
            Choice(say("page.score.stay"), Close(), icon="play"),
            *back,
            Choice(say("page.score.later"), Home(), say("page.score.later_detail"), "home"),
            Choice(say("page.score.drop"), self._forget, say("page.score.drop_detail"), "bin"),
        )
        return ChoicePage(self._context, say("page.score.sure"), choices)

    def _forget(self) -> Navigation:
        forget_scoring(self._context.store)
        return Home()
