"""One person: rename, join with another spelling, hide from lists. Every change can be undone here."""

from __future__ import annotations

from companion.contract import Context
from companion.keeping.people import People
from companion.language.names import as_known, first_names
from companion.models import Choice, Header, list_hints
from companion.pages.choice_page import OneOfPage
from companion.pages.set_up.player_mark_page import PlayerMarkPage
from companion.screens import Answered, Finished, Goto, Leave, Outcome, Screen
from companion.screens.keyboard_screen import keyboard_model
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.name_screen import NameScreen
from companion.screens.navigation import Close, Lasting, Navigation, Open


class PersonPage(Lasting):
    """Games keep the names they were written with; only how they are read changes."""

    def __init__(self, context: Context, name: str, seated: tuple[str, ...] | None = None) -> None:
        """``seated``: who has a seat, where somebody is about to play; then the colour can be chosen here too."""
        self._context, self._name, self._seated = context, name, seated
        self._keyboard: NameScreen | None = None
        self._screen = ListScreen(self._model())

    @property
    def _people(self) -> People:
        return self._context.store.people()

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if self._keyboard is not None:
            return self._keyboard
        self._screen.show(self._model())
        return self._screen

    def _model(self) -> ListModel:
        say, name, people = self._context.say, self._name, self._people
        wanted = {"rename": "tell", "same": "people", "show" if name in people.hidden else "hide": "no"}
        wanted = ({"mark": "colour.unknown"} if self._seated is not None else {}) | wanted
        choices = [Choice(say(f"people.{key}"), key, say(f"people.{key}_detail"), icon) for key, icon in wanted.items()]
        choices += [
            Choice(say("people.part", name=written), (written,), say("people.part_detail", name=name), "undo")
            for written in people.spellings(name)
        ]
        hints = list_hints(say, menu=False)
        return ListModel(Header(name), tuple(choices), say("people.text", name=name), hints=hints)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        store, say = self._context.store, self._context.say
        match outcome:
            case Finished(str(to)) if self._keyboard is not None:
                self._keyboard = None
                others = (name for name in self._context.store.roster() if name != self._name)
                self._read_as(as_known(to.strip(), others))
            case Goto("mark") if self._seated is not None:
                return Open(PlayerMarkPage(self._context, self._name, self._seated))
            case Goto("rename"):
                self._keyboard = NameScreen(keyboard_model(say, say("people.rename"), self._name), first_names())
            case Goto("same"):
                return Open(self._others())
            case Goto("hide" | "show" as what):
                store.set_people(self._people.with_hidden(self._name, is_hidden=what == "hide"))
            case Answered((str(written),)):
                store.set_people(self._people.parted(written))
            case Leave() if self._keyboard is not None:
                self._keyboard = None
            case Leave():
                return Close()
        return None

    def _others(self) -> OneOfPage:
        say, store = self._context.say, self._context.store
        others = [(name, name) for name in store.roster() if name != self._name]
        header = Header(self._name, say("people.same"))
        return OneOfPage(say, header, others, None, lambda other: self._read_as(str(other)))

    def _read_as(self, name: str) -> None:
        if name and name != self._name:
            store = self._context.store
            store.set_people(self._people.renamed(self._name, name, is_known=name in store.written_names()))
            self._name = name
