"""The menu of a game in progress: log, score so far, telling by hand, leaving."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.contract import Desk
from companion.keeping.session import change_setup
from companion.language.i18n import Phrases
from companion.models import Choice, Header, list_hints
from companion.pages.choice_page import AtTime, ChoicePage
from companion.pages.play.corrections_page import CorrectionsPage
from companion.pages.play.end_page import EndPage
from companion.pages.play.log_page import LogPage
from companion.pages.play.race_page import RacePage, has_race
from companion.pages.play.rules_page import RulesPage
from companion.pages.screen_page import ScreenPage
from companion.pages.set_up.camera_page import SeenPage
from companion.pages.set_up.club_page import ClubPage
from companion.pages.set_up.phones_page import PhonesPage
from companion.pages.set_up.power_page import PausePage, PowerPage
from companion.pages.set_up.setup_page import SetupPage
from companion.pages.teaching.deck_check_page import packing_page
from companion.pages.trouble_page import TroublePage
from companion.screens import Goto, Leave, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Home, Navigation, Open, Page, SitDown
from rules.core.game import known_table
from rules.core.pad.commands import StopEarly
from rules.core.pad.state import Way
from rules.core.scoring import Score

ICONS = {
    "rules": "book",
    "pause": "pause",
    "tell": "tell",
    "phones": "phone",
    "club": "people",
    "seen": "camera",
    "log": "list",
    "facts": "teach",
    "pack": "cards",
    "setup": "gear",
    "score": "pad",
    "race": "history",
    "follow": "play",
    "scribe": "list",
    "just_score": "pad",
    "gone": "people",
    "leave": "home",
    "power": "off",
}


STAND_UP = "stand_up"  # a game whose rules let somebody leave names its line so
WAYS: Mapping[str, Way] = {
    "follow": "follow",
    "scribe": "scribe",
    "just_score": "score",
}  # menu lines that change how the game is told


class MenuPage(ScreenPage[ListScreen]):
    """What every game offers, and what this one adds."""

    def __init__(
        self,
        desk: Desk,
        tell: Callable[[], Page],
        score: Callable[[], Score],
        change_way: Callable[[Way, int], None],
    ) -> None:
        self._desk = desk
        self._tell = tell
        self._score = score
        self._change_way = change_way
        live, sees = desk.live, desk.context.has_camera
        fitting = (line for line in desk.game.screens.menu if line.fits(live.session.state))
        self._own = [line for line in fitting if live.is_followed and (sees or not line.needs_camera)]
        unfit = {
            "tell": not live.is_followed or tell().is_stale,
            "score": score()["kind"] != "points",
            "race": not has_race(desk, score()),
            "seen": desk.context.config.camera.kind == "none",
            "phones": desk.context.phones is None,
            "club": desk.context.club is None or not desk.context.club.is_on,
            "pack": desk.game.deck is None or not desk.live.is_over,
            "gone": live.is_over or any(line.name == STAND_UP for line in self._own),
            "facts": desk.game.course is None,
            **{line: not can_change(desk, way) for line, way in WAYS.items()},
        }
        self._screen = ListScreen(menu_model(desk.say, [name for name in ICONS if not unfit.get(name)], self._lines()))

    def _lines(self) -> dict[str, tuple[Choice, ...]]:
        """What the game adds, and before which line."""
        say, facts = self._desk.say, self._desk.live.facts
        added = tuple(Choice(say(line.key), line.name, say(line.detail(facts)), line.icon) for line in self._own)
        return {"log": added}

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        desk = self._desk
        pages: dict[str, Callable[[], Page]] = {
            "rules": lambda: RulesPage(desk),
            "pause": lambda: PausePage(desk.context),
            "tell": self._tell,
            "phones": lambda: PhonesPage(desk.context, desk.live.session.setup.players, desk.say, self._call_so),
            "club": self._club,
            "seen": self._what_i_see,
            "pack": lambda: packing_page(desk.context, desk.live.session, desk.say),
            "setup": lambda: SetupPage(desk.context, playing=True),
            "facts": lambda: CorrectionsPage(desk),
            "log": self._the_log,
            "gone": self._who_has_to_go,
            "power": lambda: PowerPage(desk.context),
            "race": lambda: RacePage(desk, self._score),
            "score": lambda: EndPage(desk.context, self._score, desk.say, full=True, has_rules=True),
        }
        own = {line.name: partial(line.page, desk, self._the_log) for line in self._own}
        match outcome:
            case Goto("leave"):
                return Home()
            case Goto(name) if name in WAYS:
                self._change_way(WAYS[name], now_ms)
                return Close()
            case Goto(name) if name in own or name in pages:
                return Open((own | pages)[name]())
            case Goto("play_on") | Leave():
                return Close()
        return None

    def _call_so(self, names: tuple[str, ...]) -> Navigation:
        """Guests have said their names: the game goes on under those."""
        desk, session = self._desk, self._desk.live.session
        if names == session.setup.players:
            return Close()
        refused = change_setup(desk.context.store, desk.number, session, replace(session.setup, players=names))
        return SitDown(desk.number) if refused is None else Open(TroublePage(desk.context, desk.say.say(refused.words)))

    def _who_has_to_go(self) -> Page:
        """Nothing is lost: holding back plays on."""
        say, live = self._desk.say, self._desk.live

        def stop(seat: int) -> AtTime:
            def at_time(now_ms: int) -> Navigation:
                live.do(StopEarly(seat), now_ms)
                return Close(done=True)

            return AtTime(at_time)

        people = [Choice(say.player(seat), stop(seat), icon="people") for seat in range(live.session.pad.seats)]
        nobody = Choice(say("screen.pause.on"), Close(done=True), icon="play")
        return ChoicePage(self._desk.context, say("page.gone.who"), (nobody, *people), say("page.gone.what"))

    def _club(self) -> Page:
        assert self._desk.context.club is not None
        return ClubPage(self._desk.context.club, self._desk.say)

    def _the_log(self) -> Page:
        live = self._desk.live
        return LogPage(live.session, self._desk.say, lambda to, now: live.undo(now, to))

    def _what_i_see(self) -> Page:
        live = self._desk.live
        return SeenPage(self._desk.context, self._desk.game.slug, live.session.setup.facts)


def can_change(desk: Desk, way: Way) -> bool:
    """Whether the game can be told in that way, and is not already."""
    session = desk.live.session
    known = known_table(session.game, session.state)
    if known is None or desk.game.scoring is None or way == session.pad.way:
        return False
    return way != "scribe" or (desk.game.scribe is not None and known.round <= known.rounds)


def menu_model(say: Phrases, names: Sequence[str], added: Mapping[str, tuple[Choice, ...]] | None = None) -> ListModel:
    """Back to the table first, then everything else; ``added``: extra choices, and before which line."""
    choices = [Choice(say("screen.pause.on"), "play_on", icon="play")]
    for name in names:
        choices += (added or {}).get(name, ())
        choices.append(Choice(say(f"screen.menu.{name}"), name, say(f"screen.menu.{name}_detail"), ICONS[name]))
    hints = replace(list_hints(say, menu=False), hold_next=say("screen.hint.rules_held"))
    return ListModel(Header(say("screen.menu.title"), rules=True), tuple(choices), hints=hints)
