"""Changes or deletes a sheet: its name, its rows. Past nights keep the sheet they were played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.contract import Context
from companion.games.sheet import making
from companion.language.i18n import in_language
from companion.language.wording import Trouble
from companion.models import Choice, Header, NowLine, list_hints
from companion.pages.begin.new_game import begin
from companion.pages.begin.players_page import PlayersPage
from companion.pages.play.tell_page import doors_model
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Chosen, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.doors_screen import DoorsScreen
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Navigation, Replace
from companion.screens.question_screen import QuestionModel, QuestionScreen
from companion.screens.tell_screen import Node
from companion.settings.config import data_home
from companion.sheets import drafts
from companion.sheets.drafts import DraftRow, sheet_text
from companion.sheets.files import RefusedFile
from companion.sheets.shelf import SheetShelf
from rules.sheets.game import SLUG
from rules.sheets.model import name_in

OWN_FIRST = 3  # own sheets that come first
COUNTED_OTHERWISE = frozenset(("steps", "places", "points"))


class ChangePage(ScreenPage[DoorsScreen]):
    """Which sheet; the owner's first."""

    def __init__(self, context: Context) -> None:
        self._context = context
        say = context.say
        found = [one for one in SheetShelf(data_home(context.config.data_path)).all() if one.sheet is not None]
        first = [one.id for one in found if one.is_own][:OWN_FIRST]
        nodes = (
            *(
                Node(name_in(one.sheet.names, context.language), one.id, likely=one.id in first)
                for one in found
                if one.sheet is not None
            ),
            Node(say("screen.hint.back"), Leave(), icon="back", pinned=True),
        )
        header, now = Header(say("sheet.change.title")), NowLine(say("sheet.change.which"))
        self._screen = DoorsScreen(doors_model(say, header, now, nodes))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Chosen(str(ident)):
                return Replace(EditPage(self._context, ident))
            case Leave() | Undo():
                return Close()
        return None


class EditPage(ScreenPage[Screen]):
    """Every change is on disk at once; one that would spoil the sheet is refused in words. A shipped sheet is copied
    into the owner's folder by its first change."""

    def __init__(self, context: Context, ident: str) -> None:
        self._context = context
        self._ident = ident
        self._shelf = SheetShelf(data_home(context.config.data_path))
        self._document: dict[str, Any] = self._shelf.document(ident)
        self._row: int | None = None  # the one that is being changed
        self._aside: Callable[[], Screen] | None = None
        self._refused = ""
        self._screen = self._asked()

    # What is shown.

    def _asked(self) -> Screen:
        if self._aside is not None:
            return self._aside()
        choices = self._sheet_choices() if self._row is None else self._row_choices(self._row)
        say = self._context.say
        header = Header(say("sheet.change.title"), self._name(self._document))
        text = self._refused or say("sheet.change.saved")
        return ListScreen(ListModel(header, choices, text, hints=list_hints(say, menu=False)))

    def _name(self, named: Mapping[str, Any]) -> str:
        return in_language(named["name"], self._context.language)

    def _sheet_choices(self) -> tuple[Choice, ...]:
        say = self._context.say
        rows = (
            Choice(self._name(row), (at,), self._worth_text(row), "list")
            for at, row in enumerate(self._document["rows"])
        )
        delete = (Choice(say("sheet.change.delete"), "delete", icon="delete"),)
        return (
            Choice(say("sheet.change.play"), "play", icon="play"),
            Choice(self._name(self._document), "name", say("sheet.change.name"), "tell"),
            *rows,
            Choice(say("sheet.change.add"), "add", icon="pad"),
            *(delete if self._shelf.is_own(self._ident) else ()),
        )

    def _worth_text(self, row: Mapping[str, Any]) -> str:
        say, worth = self._context.say, str(row.get("worth", 1)).replace("-", "\u2212")
        if COUNTED_OTHERWISE & row.keys():
            return say("sheet.change.formula")
        return say("sheet.change.yes" if row.get("ask") == "yes" else "sheet.change.worth", n=worth)

    def _row_choices(self, at: int) -> tuple[Choice, ...]:
        say, row = self._context.say, self._document["rows"][at]
        worth = (Choice(say("sheet.change.row_worth"), "worth", self._worth_text(row), "scales"),)
        return (
            Choice(say("sheet.change.rename_row"), "rename", self._name(row), "tell"),
            *(() if COUNTED_OTHERWISE & row.keys() else worth),
            Choice(say("sheet.change.remove_row"), "remove", icon="delete"),
        )

    def _ask_delete(self) -> Screen:
        say = self._context.say
        hides = self._shelf.is_shipped(self._ident)
        choices = (
            Choice(say("sheet.not_yet"), False, icon="back"),
            Choice(say("sheet.change.delete_yes"), True, icon="delete"),
        )
        text = say("sheet.change.delete_sure", name=self._name(self._document))
        detail = say("sheet.change.restore_detail" if hides else "sheet.change.delete_detail")
        header = Header(say("sheet.change.title"), self._name(self._document))
        return QuestionScreen(QuestionModel(header, text, choices, detail, hints=list_hints(say, menu=False)))

    def _ask_worth(self) -> Screen:
        row = self._document["rows"][self._row]
        return making.ask_worth(self._context.say, self._name(row), yes=row.get("ask") == "yes")

    # What people want.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        self._refused = ""
        match outcome:
            case Leave() | Undo():
                if self._aside is None and self._row is None:
                    return Close()
                self._aside, self._row = None, None if self._aside is None else self._row
            case Goto("play"):
                slug = f"{SLUG}-{self._ident}"
                return Replace(PlayersPage(self._context, slug, partial(begin, self._context, slug)))
            case Answered(True):
                self._shelf.remove(self._ident)
                return Close()
            case Answered(False):
                self._aside = None
            case Answered((int(at),)):
                self._row = at
            case Goto(name):
                self._open(name)
            case Chosen(value) | Finished(value):
                self._said(value)
            case _:
                return None
        self._screen = self._asked()
        return None

    def _open(self, name: str) -> None:
        say, rows = self._context.say, self._document["rows"]
        match name:
            case "name":
                self._aside = partial(making.type_name, say, "type_name", self._name(self._document))
            case "add":
                used = [row["id"] for row in rows]
                self._aside = partial(making.ask_row, say, used, title=self._name(self._document))
            case "type":
                self._aside = partial(making.type_name, say, "type_row")
            case "rename" if self._row is not None:
                self._aside = partial(making.type_name, say, "type_row", self._name(rows[self._row]))
            case "worth":
                self._aside = self._ask_worth
            case "yes" if self._row is not None:
                is_yes = rows[self._row].get("ask") == "yes"
                self._keep(drafts.with_row_changed(self._document, self._row, ask="number" if is_yes else "yes"))
            case "delete":
                self._aside = self._ask_delete
            case "remove" if self._row is not None:
                at, self._row = self._row, None
                self._keep(drafts.without_row(self._document, at))

    def _said(self, value: object) -> None:
        """A name, a row or a worth, by what was asked for."""
        asked, self._aside = self._aside, None
        document, row = self._document, self._row
        match value:
            case DraftRow():
                self._keep(drafts.with_row(document, value))
            case str() if row is not None:
                self._keep(drafts.with_row_changed(document, row, name=value))
            case str() if isinstance(asked, partial) and "type_name" in asked.args:
                self._keep(drafts.renamed(document, value))
            case str():
                self._keep(drafts.with_row(document, DraftRow(value)))
            case int() if row is not None:
                self._keep(drafts.with_row_changed(document, row, worth=value))

    def _keep(self, document: dict[str, Any]) -> None:
        say = self._context.say
        try:
            self._shelf.add_text(sheet_text(document), self._name(document), replace=True)
        except RefusedFile as refused:
            self._refused = say("sheet.change.refused", why=say.say(refused.found[0].said))
        except Trouble as trouble:
            self._refused = say.say(trouble.said)
        else:
            self._document = document
