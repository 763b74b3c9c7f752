"""The start page: continue, begin, just score it, look back."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from companion.i18n import Phrases
from companion.keeping.session import resume_game
from companion.keeping.troubles import StoreTrouble
from companion.pages import Context, Lasting, Open, Replace, Turn
from companion.pages.beginning import BEGINNINGS
from companion.pages.nights import NightsPage
from companion.pages.players import PlayersPage
from companion.pages.power import PowerPage
from companion.pages.scoring import ScoringPage
from companion.pages.setup import SetupPage
from companion.pages.table import TablePage
from companion.pages.teach import which_box
from companion.screens import Goto, Leave, Outcome, Screen, Undo
from companion.screens.start import StartModel, StartScreen
from companion.views.model import Choice, Hints, Notice
from rules.core.words import Words

ICONS = {
    "new_amul": "cards",
    "new_amulett": "gem",
    "score": "pad",
    "history": "history",
    "teach": "teach",
    "setup": "gear",
}
TOLD = "unread.told"  # the setting that holds what was said about games that cannot be read


class StartPage(Lasting):
    """The lowest page. What there is to choose depends on what is kept."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._screen: StartScreen | None = None
        self._unread: tuple[Words, ...] | None = None

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        model = self._model()
        if self._screen is None:
            self._screen = StartScreen(model)
        self._screen.show(model)
        return self._screen

    def _model(self) -> StartModel:
        say = self._context.say
        row = self._context.store.unfinished()
        kept = None if row is None else (row.game, row.setup.players)
        return start_model(say, kept, self._context.notices(*self._news()))

    def _news(self) -> tuple[Words, ...]:
        """Games that cannot be read, until somebody has opened the list of nights, which says so too."""
        if self._unread is None:
            found = self._context.store.unread()
            self._unread = () if self._context.store.setting(TOLD) == repr(found) else found
        return self._unread

    def _history(self) -> Turn:
        store = self._context.store
        if found := store.unread():
            with suppress(StoreTrouble):  # then it is told once more
                store.set_setting(TOLD, repr(found))
        return Open(NightsPage(self._context))

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        self._unread = None  # whatever is done now may change it
        match outcome:
            case Goto("continue"):
                return self._resume()
            case Goto("new_amul" | "new_amulett" as new):
                slug = new.removeprefix("new_")
                return Open(PlayersPage(self._context, slug, partial(BEGINNINGS[slug], self._context)))
            case Goto("score"):
                return Open(PlayersPage(self._context, "amul", self._score_only, draw=False))
            case Goto("history"):
                return self._history()
            case Goto("teach"):
                return Open(which_box(self._context))
            case Goto("setup"):
                return Open(SetupPage(self._context))
            case Goto("menu") | Leave() | Undo():
                return Open(PowerPage(self._context))
        return None

    def _resume(self) -> Turn:
        row = self._context.store.unfinished()
        if row is None:
            return None
        return Open(TablePage(self._context, row.id, resume_game(self._context.store, row.id)))

    def _score_only(self, names: tuple[str, ...], start: int) -> Turn:  # noqa: ARG002
        return Replace(ScoringPage(self._context, names))


def start_model(
    say: Phrases, kept: tuple[str, tuple[str, ...]] | None = None, notices: tuple[Notice, ...] = ()
) -> StartModel:
    """``kept``: the game that was not finished, and who plays it."""
    choices = [
        Choice(say(f"screen.start.{name}"), name, say(f"screen.start.{name}_detail"), icon)
        for name, icon in ICONS.items()
    ]
    if kept is not None:
        detail = f"{say(f'screen.game.{kept[0]}')} · {say.join(kept[1])}"
        choices.insert(0, Choice(say("screen.start.continue"), "continue", detail, "play"))
    walk = say("screen.hint.choose")
    hints = Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.off"))
    return StartModel(say("screen.start.title"), say("screen.start.greeting"), tuple(choices), hints, notices)
