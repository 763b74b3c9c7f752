"""The end of a game: the pad row by row, the workings behind each column, the winner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, runtime_checkable

from companion.contract import Context, Desk, Give, LastChoices, TableAtEnd, TableGame
from companion.language.i18n import Phrases
from companion.models import Choice, Header
from companion.pages.play.corrections_page import CorrectionsPage, FactPage, course_of
from companion.pages.play.missing_facts import MissingPage
from companion.pages.play.points_page import PointsPage
from companion.pages.play.points_run_page import PointsRunPage
from companion.pages.play.score_models import not_yet_view, pad_view, standings_view, winner_view, workings_view
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Finished, Goto, Leave, Outcome, Screen
from companion.screens.last_screen import StandingsScreen
from companion.screens.navigation import Close, Home, Lasting, Navigation, Open, Page
from companion.screens.pad_screen import PadModel, PadScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.winner_screen import WinnerScreen
from companion.screens.workings_screen import WorkingsScreen
from companion.table.points_by_hand import points_giver
from rules.core.scoring import PointsLine, PointsScore, Score, is_settled


@runtime_checkable
class Revealing(Protocol):
    """A last page that shows the score bit by bit."""

    @property
    def rows_shown(self) -> int | None:
        """How many rows of the score can be seen; None: everything, and who has won."""
        ...


def rows_shown(page: Page) -> int | None:
    return page.rows_shown if isinstance(page, Revealing) else None


class EndPage(Lasting):
    """Shows one score; ``score`` is called each time, because points given by hand change it."""

    def __init__(
        self,
        context: Context,
        score: Callable[[], Score],
        say: Phrases,
        *,
        after: LastChoices | None = None,
        full: bool = False,
        missing: Callable[[], Page] | None = None,
        give: Give | None = None,
        has_rules: bool = False,
    ) -> None:
        """``missing``: opens the page that asks for missing facts; ``give``: takes points by hand for a card;
        ``has_rules``: of the game on the table."""
        self._has_rules = has_rules
        self._give = give
        self._missing = missing
        self._context = context
        self._score = score
        self._say = say
        self._after = after
        self._mark = context.games[score()["game"]].row_mark
        self._pad = PadScreen(self._pad_model(), full=full)
        self._above: WorkingsScreen | WinnerScreen | None = None

    def _points(self) -> PointsScore:
        score = self._score()
        assert score["kind"] == "points", "a race has no pad"
        return score

    def _pad_model(self) -> PadModel:
        return pad_view(self._points(), self._say, self._mark, has_rules=self._has_rules)

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._pad.show(self._pad_model())
        return self._above or self._pad

    @property
    def rows_shown(self) -> int | None:
        return None if self._pad.is_full else self._pad.shown

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Finished() if is_settled(self._points()):
                self._above = self._winner()
            case Finished():
                return Close()
            case Goto("workings", int(seat)):
                by_hand = self._give is not None
                self._above = WorkingsScreen(
                    workings_view(self._points(), seat, self._say, self._mark, by_hand=by_hand)
                )
            case Goto("points", (int(seat), str(row))) if self._give is not None and self._cards(seat, row):
                self._above = None
                header = Header(self._points()["players"][seat]["name"], self._say(f"screen.row.{row}"))
                return Open(PointsPage(self._cards(seat, row), self._say, self._give, header))
            case Goto("pad"):
                self._above = None
            case Goto("missing") if self._missing is not None:
                self._above = None
                return Open(self._missing())
            case Goto() if self._after is not None:
                return self._after.turn(outcome)
            case Goto("home"):
                return Home()
            case Leave() if self._above is not None:
                self._above = None
            case Leave():
                return Close()
        return None

    def poster(self) -> WinnerScreen:
        """The last screen, whatever is shown now."""
        return self._winner()

    def _winner(self) -> WinnerScreen:
        say, lacking, after = self._say, len(self._points()["missing"]), self._after
        home = (Choice(say("screen.winner.home"), "home", icon="home"),)
        choices = (Choice(say("screen.pad.title"), "pad", icon="pad"), *(after.choices() if after else home))
        if lacking and self._missing is not None:
            choices = (Choice(say("after.missing", n=lacking), "missing", icon="question"), *choices)
        link, remarks = (after.link, after.remarks()) if after else ("", ())
        rounds = after.rounds(self._points()) if after else ()
        view = winner_view(
            self._points(),
            say,
            self._mark,
            qr=link,
            title=after.title if after else "",
            code=after.picture_code if after else "",
            remarks=remarks,
            choices=choices,
            rounds=rounds,
        )
        return WinnerScreen(view, motion=self._context.config.display.motion)

    def _cards(self, seat: int, row: str) -> tuple[str, ...]:
        """The cards behind one row of a player's pad; a majority has none."""
        lines: Sequence[PointsLine] = self._points()["players"][seat]["lines"]
        return tuple(dict.fromkeys(line["card"] for line in lines if line["row"] == row and line["card"]))


class StandingsPage(ScreenPage[StandingsScreen]):
    """The end of a game without points: who won, and how far the others got."""

    def __init__(self, at_end: TableAtEnd) -> None:
        self._after = at_end.after
        score = at_end.score()
        assert score["kind"] == "race", "points stand on a pad"
        after = at_end.after
        model = standings_view(
            score,
            at_end.say,
            title=after.title,
            code=after.picture_code,
            choices=after.choices(),
            remarks=after.remarks(),
        )
        self._screen = StandingsScreen(model, motion=at_end.context.config.display.motion)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else self._after.turn(outcome)


class NotYetPage(Lasting):
    """Nobody has won while facts are missing: names them and asks for them. Then shows ``page``, the end page.

    The players may look at the score so far, or accept it as it is.
    """

    def __init__(
        self,
        score: Callable[[], Score],
        say: Phrases,
        page: Callable[[], Page],
        leave: Callable[[], None],
        missing: Callable[[], Page] | None = None,
        *,
        points: Callable[[], Page] | None = None,
    ) -> None:
        """``missing``: opens the page that asks for them; ``points``: opens that for the points of each unknown card;
        ``leave``: accepts the score as it is."""
        self._score = score
        self._say = say
        self._make = page
        self._leave = leave
        self._pages = {"tell": missing, "points": points}
        self._last: tuple[bool, Page] | None = None  # whether the score was settled, and the page for it
        self._is_looking = False
        self._screen: QuestionScreen | None = None

    @property
    def _is_asking(self) -> bool:
        return not self._is_looking and not is_settled(self._score())

    def _page(self) -> Page:
        settled = is_settled(self._score())
        if self._last is None or self._last[0] != settled:
            self._last = (settled, self._make())
        return self._last[1]

    @property
    def rows_shown(self) -> int | None:
        return 0 if self._is_asking else rows_shown(self._page())

    def tick(self, now_ms: int) -> None:
        if not self._is_asking:
            self._page().tick(now_ms)

    def screen(self, now_ms: int) -> Screen:
        if not self._is_asking:
            return self._page().screen(now_ms)
        model = not_yet_view(self._score(), self._say, [name for name, page in self._pages.items() if page is not None])
        if self._screen is None:
            self._screen = QuestionScreen(model)
        self._screen.show(model)
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if not self._is_asking:
            turn = self._page().act(outcome, now_ms)
            if not isinstance(turn, Close) or is_settled(self._score()):
                return turn
            self._is_looking = False
            return None
        match outcome:
            case Answered("tell" | "points" as name) if (page := self._pages[name]) is not None:
                return Open(page())
            case Answered("look"):
                self._is_looking = True
            case Answered("leave"):
                self._leave()
            case Leave():
                return Close()
        return None


def last_page(game: TableGame, at_end: TableAtEnd) -> Page:
    """The page of a finished game. For the game on the table, only once it is settled who has won."""
    desk, leave = at_end.desk, at_end.leave
    if desk is None or leave is None:
        return _last_page(game, at_end)
    is_taught = game.course is not None
    missing = partial(missing_page, desk, at_end.score) if is_taught else None
    points = partial(points_page, desk, at_end.score) if is_taught and points_giver(desk) else None
    return NotYetPage(at_end.score, at_end.say, partial(_last_page, game, at_end), leave, missing, points=points)


def missing_page(
    desk: Desk, score: Callable[[], Score], *, beside_points: bool = False, has_rules: bool = True
) -> MissingPage:
    """Asks for the facts that the score of the game on the table lacks."""
    course, ask, give = partial(course_of, desk), partial(FactPage, desk), points_giver(desk)
    return MissingPage(
        score, course, ask, desk.say, give, live=desk.live, beside_points=beside_points, has_rules=has_rules
    )


def points_page(desk: Desk, score: Callable[[], Score]) -> PointsRunPage:
    """Asks for the points of each card that cannot be scored yet."""
    give = points_giver(desk)
    assert give is not None, "nothing can be given by hand"
    first = missing_page(desk, score, beside_points=True)
    return PointsRunPage(score, desk.say, first, give, desk.live.undo)


def _last_page(game: TableGame, at_end: TableAtEnd) -> Page:
    """The game's own page, the pad, or the standings."""
    is_followed = at_end.desk is None or at_end.desk.live.is_followed
    if game.screens.end is not None and is_followed and "early" not in at_end.score():
        return game.screens.end(at_end)
    if at_end.score()["kind"] == "points":
        return pad_page(at_end)
    return StandingsPage(at_end)


def pad_page(at_end: TableAtEnd) -> EndPage:
    """While the game is on the table, points can be given by hand if the game allows it."""
    desk = at_end.desk
    give = None if desk is None else points_giver(desk)
    missing = None if desk is None or desk.game.course is None else partial(CorrectionsPage, desk)
    return EndPage(
        at_end.context,
        at_end.score,
        at_end.say,
        after=at_end.after,
        full=desk is None or not is_settled(at_end.score()),
        missing=missing,
        give=give,
        has_rules=desk is not None,
    )


def last_choices(say: Phrases, *, log: bool = True) -> tuple[Choice, ...]:
    """What every last screen offers; ``Ending.turn`` carries it out."""
    return (
        Choice(say("screen.winner.again"), "again", icon="play"),
        Choice(say("after.take.title"), "take", icon="share"),
        *((Choice(say("screen.winner.log"), "log", icon="list"),) if log else ()),
        Choice(say("screen.winner.home"), "home", icon="home"),
    )
