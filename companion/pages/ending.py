"""What can be done once a game is over, whichever it was: play again, take the play home, read how it went."""

from __future__ import annotations

from companion.contract import Context
from companion.i18n import Phrases
from companion.keeping.history import past_night, past_nights
from companion.keeping.remarks import remarks
from companion.keeping.session import Session
from companion.models import Choice
from companion.navigation import Home, Navigation, Open, PlayAgain
from companion.pages.log import GoBack, LogPage
from companion.pages.take import TakePage
from companion.screens import Goto, Outcome
from companion.sharing.bgstats import play_link


class Ending:
    """Stands behind the last screen of a game that is kept; without a session it was only scored."""

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
        """The play for a telephone."""
        night = past_night(self._context.store, self._game_id)
        return play_link(night, self._context.games[night.row.game])

    def remarks(self) -> tuple[str, ...]:
        """What is remarkable about the result, by the nights before."""
        store = self._context.store
        return tuple(self._say.say(told) for told in remarks(past_night(store, self._game_id), past_nights(store)))

    def choices(self) -> tuple[Choice, ...]:
        return last_choices(self._say, log=self._session is not None)

    def turn(self, outcome: Outcome) -> Navigation:
        """What one of these choices brings."""
        match outcome:
            case Goto("again"):
                return PlayAgain(self._context.store.game(self._game_id).setup)
            case Goto("take"):
                return Open(TakePage(self._context, self._game_id, self._session, self._say))
            case Goto("log") if self._session is not None:
                return Open(LogPage(self._session, self._say, self._go_back))
            case Goto("home"):
                return Home()
        return None


def last_choices(say: Phrases, *, log: bool = True) -> tuple[Choice, ...]:
    """What every last screen offers; ``Ending.turn`` knows what they bring."""
    return (
        Choice(say("screen.winner.again"), "again", icon="play"),
        Choice(say("after.take.title"), "take", icon="share"),
        *((Choice(say("screen.winner.log"), "log", icon="list"),) if log else ()),
        Choice(say("screen.winner.home"), "home", icon="home"),
    )
