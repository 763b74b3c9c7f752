"""One code for the whole table: guests sit down with their phones, and some say their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TypeAlias

from companion.contract import Context, Invitation
from companion.language.folders import languages
from companion.language.i18n import Phrases
from companion.language.names import name_key
from companion.models import Choice, list_hints
from companion.pages.choice_page import ChoicePage
from companion.screens import Answered, Leave, Outcome, Screen
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page
from companion.screens.qr_screen import JoinModel, JoinScreen

MOST_GUESTS = 20
SatDown: TypeAlias = Callable[[tuple[str, ...]], Navigation]
SeatPage: TypeAlias = Callable[[Context, str, Phrases], Page]


class JoiningPage(Lasting):
    """While it is shown, guests choose their seats on their phones, and their names where a seat has none yet.

    Each seat says who has come; whoever is not wanted is sent away here, and the seat is as it was.
    """

    def __init__(
        self, context: Context, names: tuple[str, ...], say: Phrases, seat_page: SeatPage, done: SatDown
    ) -> None:
        """``names``: by seat, empty where nobody sits yet. ``seat_page``: for one seat. ``done``: gets the names."""
        assert context.phones is not None
        self._context, self._phones, self._say = context, context.phones, say
        self._names, self._seat_page, self._done = list(names), seat_page, done
        self._former: dict[int, str] = {}  # by seat: what it was called before a guest named it
        people = context.store.people()
        self._known = {name_key(name): people.read(name) for name in context.store.written_names()}
        self._screen = JoinScreen(self._model())

    @property
    def is_stale(self) -> bool:
        return not self._phones.url

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._take_in()
        self._screen.show(self._model())
        return self._screen

    def _take_in(self) -> None:
        for seat in [seat for seat in self._former if not self._phones.count(self._names[seat])]:
            self._names[seat] = self._former.pop(seat)  # sent away
        unnamed = frozenset(seat for seat, name in enumerate(self._names) if not name or name in guest_names())
        named = self._phones.invite(Invitation(tuple(self._names), unnamed, self._known))
        for seat, name in named.items():
            self._former.setdefault(seat, self._names[seat])
            self._names[seat] = name

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Answered(int(seat)) if seat in self._former:
                return Open(self._newcomer_page(seat))
            case Answered(int(seat)):
                return Open(self._seat_page(self._context, self._names[seat], self._say))
            case Answered("done") | Leave():
                self._take_in()  # whoever came since the last picture
                return self._done(tuple(self._names))
        return None

    def _newcomer_page(self, seat: int) -> Page:
        say, name = self._say, self._names[seat]
        choices = (
            Choice(say("phones.welcome"), Close(), icon="tick"),
            Choice(say("phones.send_away"), partial(self._send_away, name), icon="undo"),
        )
        return ChoicePage(self._context, name, choices, say("phones.seat", n=seat + 1))

    def _send_away(self, name: str) -> Navigation:
        self._phones.free(name)
        return Close()

    def _model(self) -> JoinModel:
        say, phones, names = self._say, self._phones, [name for name in self._names if name]
        url, code = phones.url, phones.code(None)
        text = say("phones.scan_table", address=phones.typed)
        seats = (self._seat(seat, name) for seat, name in enumerate(self._names) if name)
        choices = (*seats, Choice(say("phones.done"), "done", say("phones.so_many", n=len(names)), "next"))
        return JoinModel(say("phones.join"), f"{url}#{code}", code, text, choices, list_hints(say, menu=False))

    def _seat(self, seat: int, name: str) -> Choice:
        say, has = self._say, self._phones.count(name)
        if seat in self._former:
            return Choice(name, seat, say("phones.newcomer", n=seat + 1), "tick")
        detail = say("phones.sits", n=has) if has else say("phones.free")
        return Choice(name, seat, detail, "tick" if has else "phone")


@cache
def guest_names() -> frozenset[str]:
    """What a seat is called until somebody says a name, in every language."""
    said = map(Phrases, languages())
    return frozenset(say("page.guest", n=number) for say in said for number in range(1, MOST_GUESTS + 1))
