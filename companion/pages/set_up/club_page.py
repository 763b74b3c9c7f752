"""The club: whether the broker is reached, and a button to call the host."""

from __future__ import annotations

from companion.contract import ClubHost
from companion.language.i18n import Phrases
from companion.language.wording import time_words
from companion.models import Choice, Header, list_hints
from companion.pages.screen_page import ModelPage
from companion.screens import Answered, Goto, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Navigation


class ClubPage(ModelPage[ListScreen]):
    def __init__(self, host: ClubHost, say: Phrases) -> None:
        self._host, self._say = host, say
        self._screen = ListScreen(self._model())

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("call") | Answered("call"):
                self._host.call(on=self._host.called is None)
        return super().act(outcome, now_ms)

    def _model(self) -> ListModel:
        say, host = self._say, self._host
        key = "club.call" if host.called is None else "club.take_back"
        choice = Choice(say(key), "call", say(f"{key}_detail", table=host.table), "people")
        lines = [say("club.about", club=host.club, table=host.table), say.say(host.condition)]
        if host.called is not None:
            lines.append(say("club.called", time=time_words(host.called)))
        if host.is_coming:
            lines.append(say("club.coming"))
        return ListModel(
            Header(say("screen.menu.club")), (choice,), " · ".join(lines), hints=list_hints(say, menu=False)
        )
