"""The known areas of the board during a game: each can be corrected."""

from __future__ import annotations

from collections.abc import Callable

from companion.contract import Desk
from companion.language.i18n import Phrases
from companion.models import Choice, Header, Hints, Notice, NowLine, list_hints
from companion.number_entry import Numbers
from companion.pages.choice_page import NumberPage
from companion.pages.play.corrections_page import FactPage
from companion.pages.play.question_models import sentence
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page
from companion.screens.number_screen import number_model
from rules.amulett.commands import Count
from rules.amulett.facts import TOLD_OF_AREAS
from rules.amulett.limits import is_proven
from rules.amulett.naming import area_words, words_for_area
from rules.amulett.questions import GEMS_IN
from rules.amulett.state import State
from rules.core.refusals import Refused

MOST_GEMS = 12  # more gems than one area will ever have, even after many Teleportations
ICONS = {"pyramid": "pyramid", "wall": "wall", "gems": "gem.?"}


def has_areas(state: State) -> bool:
    """Whether there is something to correct: a game in progress with known areas."""
    return state.winner is None and bool(state.facts.areas)


def areas_model(state: State, say: Phrases, notices: tuple[Notice, ...] = ()) -> ListModel:
    """All known areas: the party's first, those not entered tonight last."""
    order = sorted(state.facts.areas, key=lambda slug: (slug != state.party, slug not in state.board))
    choices = tuple(
        Choice(_short_name(state, slug, say), (slug,), _standing(state, slug, say), _icon(state, slug))
        for slug in order
    )
    text = say("amulett.areas.which", n=len(order))
    return ListModel(Header(say("screen.menu.areas")), choices, text, hints=_hints(say), notices=notices)


def area_model(state: State, slug: str, say: Phrases, notices: tuple[Notice, ...] = ()) -> ListModel:
    """What was told of one area, and how many gems are there now; with a drawn board only the gems."""
    facts = [] if state.facts.judges_ways else [key for key in TOLD_OF_AREAS if not is_proven(f"areas.{slug}.{key}")]
    choices = [
        Choice(say(f"teach.sort.{key}"), (key,), _told(state, slug, key, say), ICONS.get(key, _icon(state, slug)))
        for key in facts
    ]
    choices.append(Choice(say("teach.sort.gems"), (GEMS_IN,), _gems_text(state, slug, say), ICONS["gems"]))
    header = Header(say("screen.menu.areas"), _long_name(state, slug, say))
    return ListModel(header, tuple(choices), say("amulett.areas.what"), hints=_hints(say), notices=notices)


def _told(state: State, slug: str, key: str, say: Phrases) -> str:
    value = getattr(state.facts.area(slug), key)
    return say("teach.play.is_missing") if value is None else say(f"page.answer.{key}.{str(value).lower()}")


def _icon(state: State, slug: str) -> str:
    terrain = state.facts.area(slug).terrain
    return f"terrain.{terrain}" if terrain else "unknown"


def _long_name(state: State, slug: str, say: Phrases) -> str:
    return sentence(say.say(area_words(state, slug)))


def _short_name(state: State, slug: str, say: Phrases) -> str:
    """Without the round in which the party came there, which is shown below."""
    return sentence(say.say(words_for_area(state.facts, slug, {})))


def _standing(state: State, slug: str, say: Phrases) -> str:
    gems, entered = _gems_text(state, slug, say), state.entered.get(slug)
    return gems if entered is None else f"{gems} · {say('amulett.areas.entered', round=entered)}"


def _gems_text(state: State, slug: str, say: Phrases) -> str:
    gems = state.board.get(slug)
    return say("amulett.areas.uncounted") if gems is None else say("nights.gems", n=len(gems))


def _hints(say: Phrases) -> Hints:
    return list_hints(say, menu=False)


class AreasPage(Lasting):
    def __init__(self, desk: Desk, log: Callable[[], Page]) -> None:  # noqa: ARG002 - what every line of a menu is given
        self._desk = desk
        self._screen = ListScreen(areas_model(desk.live.session.state, desk.say))

    def screen(self, now_ms: int) -> Screen:
        desk = self._desk
        self._screen.show(areas_model(desk.live.session.state, desk.say, _notices(desk, now_ms)))
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Answered((str(slug),)):
                return Open(AreaPage(self._desk, slug))
            case Leave():
                return Close()
        return None


class AreaPage(Lasting):
    def __init__(self, desk: Desk, slug: str) -> None:
        self._desk = desk
        self._slug = slug
        self._screen = ListScreen(area_model(desk.live.session.state, slug, desk.say))

    def screen(self, now_ms: int) -> Screen:
        desk = self._desk
        self._screen.show(area_model(desk.live.session.state, self._slug, desk.say, _notices(desk, now_ms)))
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Answered((key,)) if key == GEMS_IN:
                return Open(self._counting())
            case Answered((str(key),)):
                return Open(FactPage(self._desk, f"areas.{self._slug}.{key}"))
            case Leave():
                return Close()
        return None

    def _counting(self) -> Page:
        """Takes only counts that the other areas leave room for."""
        say, live = self._desk.say, self._desk.live
        rules, state, slug = live.session.game, live.session.state, self._slug
        now = len(state.board[slug]) if slug in state.board else None

        def fits(count: int) -> bool:
            return count == now or not isinstance(rules.decide(state, Count(0, slug, count)), Refused)

        def take(count: int, now_ms: int) -> None:
            if count != now:
                live.do(Count(0, slug, count), now_ms)

        asked = NowLine(_long_name(state, slug, say), _gems_text(state, slug, say))
        numbers = Numbers(tuple(filter(fits, range(MOST_GEMS + 1))), near=now or 0)
        return NumberPage(number_model(say, Header(say("amulett.areas.count")), asked, numbers), take)


def _notices(desk: Desk, now_ms: int) -> tuple[Notice, ...]:
    return desk.context.notices(desk.live.notice(now_ms), say=desk.say)
