"""The start page: continue, begin, just score it, look back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from companion.i18n import Phrases
from companion.keeping.scorings import GAME, Scoring, kept_scoring, new_scoring
from companion.keeping.session import resume_game
from companion.keeping.troubles import StoreTrouble
from companion.pages import Context, Lasting, Open, Page, Replace, Turn
from companion.pages.beginning import BEGINNINGS
from companion.pages.choice import ChoicePage
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
LEFT_ICONS = {"continue": "play", "score_on": "pad"}
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
        return start_model(say, self._left(), self._context.notices(*self._news()))

    def _left(self) -> tuple[Choice, ...]:
        """What can be gone on with, the newest first."""
        store, say = self._context.store, self._context.say
        row, scoring = store.unfinished(), kept_scoring(store)
        left = [] if row is None else [left_choice(say, "continue", row.game, row.setup.players)]
        if scoring is not None:
            choice = left_choice(say, "score_on", GAME, scoring.players)
            left.insert(0 if scoring.is_newer_than(row) else 1, choice)
        return tuple(left)

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
                return Open(self._which_table())
            case Goto("score_on") if (scoring := kept_scoring(self._context.store)) is not None:
                return Open(ScoringPage(self._context, scoring))
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
        return Replace(ScoringPage(self._context, new_scoring(names)))

    def _which_table(self) -> Page:
        """The one that was left goes when another takes its place, and not before."""
        players = PlayersPage(self._context, GAME, self._score_only, draw=False)
        scoring = kept_scoring(self._context.store)
        return players if scoring is None else self._this_or_another(scoring, players)

    def _this_or_another(self, scoring: Scoring, players: PlayersPage) -> Page:
        say = self._context.say
        choices = (
            Choice(
                say("screen.start.score_on"),
                lambda: Replace(ScoringPage(self._context, scoring)),
                icon=LEFT_ICONS["score_on"],
            ),
            Choice(say("page.score.other"), Replace(players), say("page.score.other_detail"), "people"),
        )
        return ChoicePage(self._context, say("page.score.left", names=say.join(scoring.players)), choices)


def left_choice(say: Phrases, name: str, slug: str, players: Sequence[str]) -> Choice:
    """To go on with what was not finished: which game, and who plays it."""
    return Choice(
        say(f"screen.start.{name}"), name, f"{say(f'screen.game.{slug}')} · {say.join(players)}", LEFT_ICONS[name]
    )


def start_model(say: Phrases, left: tuple[Choice, ...] = (), notices: tuple[Notice, ...] = ()) -> StartModel:
    """``left``: what can be gone on with."""
    choices = (
        *left,
        *(
            Choice(say(f"screen.start.{name}"), name, say(f"screen.start.{name}_detail"), icon)
            for name, icon in ICONS.items()
        ),
    )
    walk = say("screen.hint.choose")
    hints = Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.off"))
    return StartModel(say("screen.start.title"), say("screen.start.greeting"), choices, hints, notices)
