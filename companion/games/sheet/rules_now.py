"""The rules of a sheet, as far as its file says them: what is asked now, what each row is worth, who wins."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract import Block, RulesPart
from companion.games.sheet.figures import points_text
from companion.language.i18n import Phrases
from rules.sheets.game.state import State
from rules.sheets.model import Ask, Formula, Places, Row, Sheet, Steps, When, Worth
from rules.sheets.nodes import OfRow


def blocks(state: State, say: Phrases) -> tuple[Block, ...]:
    sheet = state.sheet
    now = When.ROUND if state.round else When.END
    parts = [(say("screen.rules.end"), tuple(_end(state, say)))]
    for when in (When.END, When.ROUND) if now is When.ROUND else (When.ROUND, When.END):
        lines = tuple(_row(row, say) for row in sheet.rows_of(when))
        parts.insert(0, (say(f"sheet.rules.{when}"), lines))
    return tuple(Block(title, lines) for title, lines in parts if lines)


def _row(row: Row, say: Phrases) -> str:
    said = [say("screen.rules.card", name=say.name("row", row.id), what=_worth(row, say))]
    if row.secret:
        said.append(say("sheet.rules.secret"))
    return " ".join(said)


def _worth(row: Row, say: Phrases) -> str:
    match row.counting:
        case Worth(factor):
            kind = "yes" if row.ask is Ask.YES else "itself" if factor == 1 else "each"
            return say(f"sheet.rules.{kind}", points=points_text(factor, say))
        case Steps(points):
            return say("sheet.rules.steps", points=say.row(points_text(one, say) for one in points))
        case Places(points, of):
            return say(f"sheet.rules.places_{of}", points=say.row(points_text(one, say) for one in points))
        case Formula(leaves=leaves):
            rows = tuple(dict.fromkeys(leaf.row for leaf in leaves if isinstance(leaf, OfRow)))
            return say("sheet.rules.formula", rows=rows) if rows else say("sheet.rules.counted")


def _end(state: State, say: Phrases) -> Iterator[str]:
    sheet, rounds = state.sheet, state.sheet.rounds_for(len(state.players))
    if sheet.until is not None:
        yield say("sheet.rules.until", points=points_text(sheet.until, say))
    elif rounds is not None:
        yield say("sheet.rules.rounds", n=rounds)
    yield say(f"sheet.rules.win_{sheet.win}")
    yield say("sheet.rules.ties", rows=_ties(sheet, say)) if sheet.ties else say("sheet.rules.shared")


def _ties(sheet: Sheet, say: Phrases) -> str:
    return say.join([say(f"sheet.rules.tie_{'less' if tie.less else 'more'}", row=tie.row) for tie in sheet.ties])


RULES_NOW = RulesPart(blocks=blocks)
