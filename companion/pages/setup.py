"""Set-up: what the camera sees, whether the buttons work, how things stand, another release, switching off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.pages import Close, Context, Lasting, Open, Page, Turn, list_hints
from companion.pages.buttons import ButtonsPage
from companion.pages.checkup import CheckupPage
from companion.pages.power import PowerPage
from companion.pages.seen import SeenPage
from companion.pages.update import UpdatePage
from companion.screens import Goto, Leave, Outcome, Screen
from companion.screens.listing import ListModel, ListScreen
from companion.shelves import find_shelf
from companion.views.model import Choice, Header

ICONS = {"camera": "camera", "buttons": "gear", "how": "list", "update": "flag", "power": "off"}


class SetupPage(Lasting):
    def __init__(self, context: Context) -> None:
        self._context = context
        say = context.say
        choices = tuple(Choice(say(f"screen.setup.{name}"), name, icon=icon) for name, icon in ICONS.items())
        model = ListModel(Header(say("screen.setup.title")), choices, icon="gear", hints=list_hints(say, menu=False))
        self._screen = ListScreen(model)

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Turn:  # noqa: ARG002
        pages: dict[str, Callable[[], Page]] = {
            "camera": self._camera,
            "buttons": lambda: ButtonsPage(self._context),
            "how": lambda: CheckupPage(self._context),
            "update": lambda: UpdatePage(self._context),
            "power": lambda: PowerPage(self._context),
        }
        match outcome:
            case Goto(name) if name in pages:
                return Open(pages[name]())
            case Leave():
                return Close()
        return None

    def _camera(self) -> Page:
        """With the tags of Āmul: the box with the most cards, and the one that is read most."""
        shelf = find_shelf("amul", self._context.config.data_path)
        return SeenPage(self._context, "amul", shelf.document(self._context.facts, Path()))
