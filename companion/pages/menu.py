"""The menu of a game in progress: what has happened, the score so far, telling by hand, leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.i18n import Phrases
from companion.pages import Close, Context, Home, Lasting, Page, Replace, Turn, list_hints
from companion.pages.compare import ComparePage
from companion.pages.corrections import CorrectionsPage
from companion.pages.deckcheck import packing_page
from companion.pages.end import EndPage
from companion.pages.log import LogPage
from companion.pages.pause import PausePage
from companion.pages.power import PowerPage
from companion.pages.seen import SeenPage
from companion.pages.setup import SetupPage
from companion.play.night import Night
from companion.screens import Goto, Leave, Outcome, Screen
from companion.screens.listing import ListModel, ListScreen
from companion.views.model import Choice, Header
from companion.wording import in_words

ICONS = {
    "pause": "pause",
    "tell": "tell",
    "seen": "camera",
    "compare": "question",
    "log": "list",
    "facts": "teach",
    "pack": "cards",
    "setup": "gear",
    "score": "pad",
    "leave": "home",
    "power": "off",
}


class MenuPage(Lasting):
    def __init__(self, context: Context, night: Night, say: Phrases, tell: Callable[[], Page]) -> None:
        self._context = context
        self._night = night
        self._say = say
        self._tell = tell
        unfit = {
            "score": "rows" not in self._score(),
            "pack": not night.is_over,
            # Āmul compares by itself, at its end.
            "compare": night.session.game.slug != "amulett" or not context.has_camera,
        }
        self._screen = ListScreen(menu_model(say, [name for name in ICONS if not unfit.get(name)]))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        pages: dict[str, Callable[[], Page]] = {
            "pause": lambda: PausePage(self._context),
            "tell": self._tell,
            "seen": self._what_i_see,
            "compare": lambda: ComparePage(self._context, self._night, self._say, self._the_log),
            "pack": lambda: packing_page(self._context, self._night.session, self._say),
            "setup": lambda: SetupPage(self._context, playing=True),
            "facts": lambda: CorrectionsPage(self._context, self._night, self._say),
            "log": self._the_log,
            "power": lambda: PowerPage(self._context),
            "score": lambda: EndPage(self._context, self._score, self._say, full=True),
        }
        match outcome:
            case Goto("leave"):
                return Home()
            case Goto(name) if name in pages:
                return Replace(pages[name]())
            case Goto("play_on") | Leave():
                return Close()
        return None

    def _the_log(self) -> Page:
        return LogPage(self._night.session, self._say, lambda to, now: self._night.undo(now, to))

    def _what_i_see(self) -> Page:
        slug = self._night.session.game.slug
        return SeenPage(self._context, slug, self._night.session.setup.facts, self._night.see)

    def _score(self) -> dict[str, object]:
        session = self._night.session
        score: dict[str, object] = in_words(session.game.score(session.state), self._say)
        return score


def menu_model(say: Phrases, names: Sequence[str]) -> ListModel:
    """The way back to the table first, then what else there is."""
    choices = [Choice(say("screen.pause.on"), "play_on", icon="play")]
    choices += [
        Choice(say(f"screen.menu.{name}"), name, say(f"screen.menu.{name}_detail"), ICONS[name]) for name in names
    ]
    return ListModel(Header(say("screen.menu.title")), tuple(choices), hints=list_hints(say, menu=False))
