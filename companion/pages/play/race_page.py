"""The race so far: the points of all rounds, as everybody may know them."""

from __future__ import annotations

from collections.abc import Callable

from companion.contract import Desk
from companion.keeping.session_stats import points_by_round
from companion.models import Header, Hints
from companion.pages.play.score_models import race_of
from companion.pages.screen_page import ScreenPage
from companion.screens import Finished, Leave, Outcome
from companion.screens.navigation import Close, Navigation
from companion.screens.race_screen import RaceModel, RaceScreen
from rules.core.scoring import Score


def has_race(desk: Desk, score: Score) -> bool:
    """Whether there are points of more than one round."""
    return bool(points_by_round(desk.live.session, score))


class RacePage(ScreenPage[RaceScreen]):
    def __init__(self, desk: Desk, score: Callable[[], Score]) -> None:
        say, now = desk.say, score()
        assert now["kind"] == "points", "the menu offers it only where there are points"
        race = race_of(now, points_by_round(desk.live.session, now), say)
        back = say("screen.hint.back")
        header = Header(say(f"screen.game.{desk.game.slug}"), say("screen.menu.race"))
        self._screen = RaceScreen(RaceModel(header, (), Hints(ok=back, back=back), race=race))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Finished | Leave) else None
