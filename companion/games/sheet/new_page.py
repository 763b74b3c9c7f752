"""A new sheet in few presses: a name, who wins, rounds, rows. Then at once who plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.contract import Context
from companion.games.sheet import making
from companion.language.i18n import in_language
from companion.pages.begin.new_game import begin
from companion.pages.begin.players_page import PlayersPage
from companion.pages.screen_page import ScreenPage
from companion.screens import Chosen, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Navigation, Replace
from companion.settings.config import data_home
from companion.sheets.drafts import NUMBERED, Draft, DraftRow, sheet_text
from companion.sheets.shelf import SheetShelf
from rules.sheets.game import SLUG
from rules.sheets.model import Win

MOST_BEFORE = 8  # names of earlier games that are offered


class NewSheetPage(ScreenPage[Screen]):
    """One question after the other, of what is not known yet; back, or holding it, returns to the one before."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._shelf = SheetShelf(data_home(context.config.data_path))
        self._taken = frozenset(one.id for one in self._shelf.all())
        self._drafts = [Draft()]  # the last one is what was said so far
        self._aside: Callable[[], Screen] | None = None  # a question within a question
        self._screen = self._asked()

    @property
    def _draft(self) -> Draft:
        return self._drafts[-1]

    def _asked(self) -> Screen:
        say, draft = self._context.say, self._draft
        if self._aside is not None:
            return self._aside()
        if not draft.name:
            return making.ask_name(say, self._proposed(), self._names_before())
        if draft.win is None:
            return making.ask_win(say)
        if draft.rounds is None:
            return making.ask_rounds(say)
        if draft.rounds in NUMBERED and draft.number is None:
            return making.ask_target(say) if draft.rounds == "until" else making.ask_number(say, target=False)
        names = tuple(in_language(row.name, self._context.language) for row in draft.rows)
        return making.ask_row(say, {row.ident for row in draft.rows}, names, draft.name)

    def _proposed(self) -> str:
        """A name for those who do not want to type one."""
        say = self._context.say
        names = {name for one in self._shelf.all() if one.sheet is not None for name in one.sheet.names.values()}
        numbers = (say("sheet.new.proposed", n=number) for number in range(1, len(names) + 2))
        return next(name for name in numbers if name not in names)

    def _names_before(self) -> tuple[str, ...]:
        """Games that were played by a sheet which is no longer here."""
        rows = (row for row in self._context.store.games() if row.game.startswith(f"{SLUG}-"))
        gone = (row for row in rows if row.game.removeprefix(f"{SLUG}-") not in self._taken)
        names = (in_language(row.setup.facts.get("name", ""), self._context.language) for row in gone)
        return tuple(dict.fromkeys(name for name in names if name))[:MOST_BEFORE]

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Leave() | Undo():
                if not self._back():
                    return Close()
            case Goto("done"):
                return self._finish()
            case Goto(_) | Chosen(_) | Finished(_):
                self._take(outcome)
            case _:
                return None
        self._screen = self._asked()
        return None

    def _back(self) -> bool:
        if self._aside is not None:
            self._aside = None
        elif len(self._drafts) > 1:
            self._drafts.pop()
        else:
            return False
        return True

    def _take(self, outcome: Chosen | Goto | Finished) -> None:
        say, draft = self._context.say, self._draft
        match outcome:
            case Goto("type"):
                self._aside = partial(making.type_name, say, "type_row" if draft.name else "type_name")
            case Goto("number"):
                self._aside = partial(making.ask_number, say, target=True)
            case Goto("worth"):
                self._aside = self._ask_worth
            case Goto("yes"):
                self._change_last(replace(draft.rows[-1], yes=not draft.rows[-1].yes))
                self._aside = self._ask_worth
            case Chosen(value) | Finished(value):
                self._said(value)

    def _said(self, value: object) -> None:
        draft = self._draft
        is_worth, self._aside = self._aside == self._ask_worth, None
        match value:
            case Win():
                self._drafts.append(replace(draft, win=value))
            case DraftRow():
                self._drafts.append(replace(draft, rows=(*draft.rows, value)))
            case "open" | "number" | "until" | "end" if draft.name and draft.rounds is None:
                self._drafts.append(replace(draft, rounds=value))
            case str() if not draft.name:
                self._drafts.append(replace(draft, name=value))
            case str():
                self._drafts.append(replace(draft, rows=(*draft.rows, DraftRow(value))))
            case int() if is_worth:
                self._change_last(replace(draft.rows[-1], worth=value))
            case int():
                self._drafts.append(replace(draft, number=value))

    def _ask_worth(self) -> Screen:
        row = self._draft.rows[-1]
        return making.ask_worth(self._context.say, in_language(row.name, self._context.language), yes=row.yes)

    def _change_last(self, row: DraftRow) -> None:
        self._drafts.append(replace(self._draft, rows=(*self._draft.rows[:-1], row)))

    def _finish(self) -> Navigation:
        """It is on disk before anybody is asked to play it."""
        draft = self._draft
        sheet = self._shelf.add_text(sheet_text(draft.document(self._taken)), draft.name)
        slug = f"{SLUG}-{sheet.id}"
        return Replace(PlayersPage(self._context, slug, partial(begin, self._context, slug)))
