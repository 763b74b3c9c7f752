"""What can be done with a game that has ended, at once or years later: play again, export it, read how it went."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion import CompanionError
from companion.contract import Context, TableAtEnd
from companion.files import write_whole
from companion.keeping.history import PastNight, past_night, past_nights
from companion.keeping.kept_settings import MARKS, marks_of, read_marks
from companion.keeping.records import remarks
from companion.keeping.session import Session
from companion.keeping.session_stats import RoundPoints, points_by_round, round_ends
from companion.language.i18n import Phrases
from companion.language.wording import day_words, in_words
from companion.models import Choice
from companion.pages.history.export_page import ExportPage
from companion.pages.play.end_page import EndPage, last_choices, last_page
from companion.pages.play.log_page import GoBack, LogPage
from companion.screens import Goto, Outcome
from companion.screens.last_screen import LastScreen
from companion.screens.navigation import Home, Navigation, Open, Page, PlayAgain
from companion.sharing.bgstats import play_link
from companion.sharing.takeaway import picture_path
from rules.core.scoring import Score, left_so


class Ending:
    """What the last screen of a stored game can offer; without a session it was just scored."""

    def __init__(
        self, context: Context, game_id: int, session: Session | None, say: Phrases, go_back: GoBack | None = None
    ) -> None:
        self._context = context
        self._game_id = game_id
        self._session = session
        self._say = say
        self._go_back = go_back

    @property
    def link(self) -> str:
        """The link that takes the game to a phone."""
        night = past_night(self._context.store, self._game_id)
        return play_link(night, self._context.games[night.row.game])

    @property
    def title(self) -> str:
        """The game and the day it was played on."""
        night = past_night(self._context.store, self._game_id)
        return night_title(night, self._say)

    def remarks(self) -> tuple[str, ...]:
        """What is remarkable about the result, compared with earlier nights."""
        store = self._context.store
        return tuple(self._say.say(told) for told in remarks(past_night(store, self._game_id), past_nights(store)))

    def rounds(self, score: Score) -> tuple[RoundPoints, ...]:
        """The points round by round; unknown for a game that was just scored."""
        return () if self._session is None else points_by_round(self._session, score)

    def round_ends(self) -> tuple[tuple[int, Any], ...]:
        """The state at the end of each round; unknown for a game that was just scored."""
        return () if self._session is None else round_ends(self._session)

    @property
    def picture_code(self) -> str:
        """What a phone scans to get the picture of this end; empty while phones are switched off."""
        phones = self._context.phones
        return f"{phones.url}#{phones.code(None)}!{self._game_id}" if phones is not None and phones.url else ""

    def poster(self) -> LastScreen[Any] | None:
        """The last screen, to be kept as a picture; None for a game that has not ended."""
        night = past_night(self._context.store, self._game_id)
        if not night.is_finished:
            return None
        page = end_of_night(self._context, night, self._session, self._say, self)
        screen = page.poster() if isinstance(page, EndPage) else page.screen(0)
        if not isinstance(screen, LastScreen):
            return None
        screen.marks = marks_of(night.row.setup.players, read_marks(self._context.store.setting(MARKS)))
        return screen

    def keep_picture(self) -> bool:
        """Puts the picture where phones get it; False if it cannot."""
        if (poster := self.poster()) is not None:
            night = past_night(self._context.store, self._game_id)
            with suppress(CompanionError):  # a full disk: the others can still be shown
                write_whole(picture_path(night, self._context.store.path.parent), poster.picture())
                return True
        return False

    def choices(self) -> tuple[Choice, ...]:
        return last_choices(self._say, log=self._session is not None)

    def turn(self, outcome: Outcome) -> Navigation:
        """Where one of these choices leads."""
        match outcome:
            case Goto("again"):
                return PlayAgain(self._context.store.game(self._game_id).setup)
            case Goto("take"):
                return Open(ExportPage(self._context, self._game_id, self._session, self._say, self.poster()))
            case Goto("log") if self._session is not None:
                return Open(LogPage(self._session, self._say, self._go_back))
            case Goto("home"):
                return Home()
        return None


def end_of_night(context: Context, night: PastNight, session: Session | None, say: Phrases, after: Ending) -> Page:
    """The end page, as it was on that night."""
    if session is None:
        kept = night.score
        return EndPage(context, lambda: kept, say, after=after, full=True)
    game = context.games.session(session)
    scored = game.score(session)
    score = in_words(left_so(scored), say)
    at_end = TableAtEnd(context, say, lambda: score, session.game.view(session.state), after)
    return last_page(game, at_end)


def night_title(night: PastNight, say: Phrases) -> str:
    game = say.game(night.row.game, night.row.setup.facts)
    return " · ".join((game, say.say(day_words(night.day))))
