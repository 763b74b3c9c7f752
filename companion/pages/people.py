"""Everybody who has played: how often, how often won; and beside whoever is in focus, how it stands with the others."""

from __future__ import annotations

from companion.contract import Context
from companion.i18n import Phrases
from companion.keeping.history import PastNight, Rivalry, Standing, rivalries, standings
from companion.models import Choice, Header, Level, list_hints
from companion.navigation import Close, Lasting, Navigation
from companion.screens import Leave, Outcome, Screen
from companion.screens.listing import ListModel, ListScreen, Remark

MOST_RIVALS = 7  # beside the list; whoever was met most often


class PeoplePage(Lasting):
    """``nights``: those that count."""

    def __init__(self, context: Context, nights: tuple[PastNight, ...]) -> None:
        self._context = context
        self._standings = standings(nights)
        self._rivalries = rivalries(nights)
        self._screen = ListScreen(self._model(0))

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model(self._screen.focus))
        return self._screen

    def _model(self, focus: int) -> ListModel:
        return people_model(self._standings, self._rivalries, focus, self._context.say)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else None


def people_model(table: tuple[Standing, ...], pairs: tuple[Rivalry, ...], focus: int, say: Phrases) -> ListModel:
    """The rivalries beside the list are those of whoever is in focus."""
    header, hints = Header(say("nights.people.title")), list_hints(say, menu=False)
    if not table:
        return ListModel(header, (), say("nights.none_counted"), hints=hints)
    choices = tuple(Choice(one.name, (one.name,), standing_text(one, say), "people") for one in table)
    name = table[min(focus, len(table) - 1)].name
    met = [pair.of(name) for pair in pairs if name in (pair.one, pair.other)]
    if not met:
        return ListModel(header, choices, say("nights.people.alone", name=name), hints=hints)
    remarks = tuple(_remark(rivalry) for rivalry in met[:MOST_RIVALS])
    return ListModel(header, choices, "", remarks, say("nights.people.rivals", name=name), hints=hints)


def standing_text(standing: Standing, say: Phrases) -> str:
    if standing.points is None:
        return say("nights.people.row", n=standing.nights, wins=standing.wins)
    return say("nights.people.row_points", n=standing.nights, wins=standing.wins, points=standing.points)


def _remark(rivalry: Rivalry) -> Remark:
    """Ahead and behind; green where one is ahead more often."""
    level: Level = "good" if rivalry.ahead > rivalry.behind else "warn" if rivalry.ahead < rivalry.behind else "info"
    return Remark(rivalry.other, f"{rivalry.ahead} : {rivalry.behind}", "crown", level)
