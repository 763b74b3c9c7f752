"""What phones show of a game, as JSON values: for everybody the same as the shared screen, and more for a seat."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from companion.contract import Block
from companion.language.i18n import LANGUAGES, Phrases
from companion.models import Action, sentence
from companion.phones.phone_acts import Acts, acts_of, is_secret
from companion.phones.translated_table import TranslatedTable
from companion.play.number_commands import NumberCommands
from companion.table.elsewhere import elsewhere
from companion.table.headings import seat_order
from companion.table.log import log_rows
from companion.table.rules_now import rules_now
from companion.table.texts import seat_values
from rules.core.scoring import PointsLine

T = TypeVar("T")

MANY = 8  # more acts than this can be searched, see table.js
MOST_LINES = 60  # of the log

TEXTS = (
    "acts", "agree", "bgstats", "close", "delete", "file", "find", "in_language", "log", "lost", "new_sheet",
    "nights", "no_nights", "not_seated", "off", "own", "picture", "places", "players", "range", "really", "rules",
    "score", "sheet", "sit_down", "sound", "teach", "undo", "waiting", "yes", "your_turn",
)  # fmt: skip


def texts(say: Phrases) -> dict[str, Any]:
    """The fixed texts of the page."""
    languages = [[code, say(f"setup.value.language.{code}")] for code in LANGUAGES]
    return {"language": say.code, "languages": languages, **{name: say(f"phones.page.{name}") for name in TEXTS}}


def no_table(say: Phrases) -> dict[str, Any]:
    """Shown while no game is on the table."""
    return {"texts": texts(say), "now": {"text": say("phones.no_game"), "why": "", "then": "", "seat": None}}


def shared_view(table: TranslatedTable, now_ms: int, marks: Sequence[int], undo: str = "") -> dict[str, Any]:
    """Everything but the clock, which changes every second. ``undo``: the text if somebody asks for an undo."""
    say = table.say
    header, now = table.heading(now_ms)
    return {
        "texts": texts(say),
        "game": {
            "title": header.title,
            "place": header.place,
            "steps": [{"name": step.name, "state": step.state} for step in header.steps],
            "badges": [badge.text for badge in header.badges],
        },
        "now": {"text": now.text, "why": now.why, "then": now.then, "seat": now.seat},
        "players": [_player(table, seat, marks) for seat in _seats(table)],
        "places": table.ask(lambda: _sent(_blocks(_places(table))), _blocks(_failed(say))),
        "notices": [{"text": notice.text, "level": notice.level} for notice in table.notices(now_ms)],
        "asked": table.asked(now_ms) or None,
        "undo": undo or None,
        "score": _score(table),
        "rules": table.ask(lambda: _sent(_blocks(rules_now(table.desk))), _blocks(_failed(say))),
        "log": list(_log(table)),
    }


def own_view(table: TranslatedTable, seat: int, phones: int, now_ms: int) -> dict[str, Any]:
    """What goes only to the phones of this seat; ``phones``: how many there are."""
    say, session = table.say, table.live.session
    acts = table.ask(lambda: _sent(_acts(table, acts_of(table, seat, now_ms))), None)
    blocks = table.ask(lambda: _sent(_blocks(_own(table, seat))), None)
    if acts is None or blocks is None:
        blocks = [*(blocks or ()), *_blocks(_failed(say))]
    return {
        "own": {
            "seat": seat,
            "name": say.player(seat),
            "phones": say("phones.two", n=phones) if phones > 1 else "",
            "blocks": blocks,
        },
        "acts": acts or _acts(table, Acts()),
        "entry": session.last_seq if session.steps else None,
    }


def _cannot(table: TranslatedTable, acts: Acts) -> Sequence[tuple[str, str]]:
    """Where cards can be searched for: every other one, and why it cannot be told now."""
    is_searched = acts.is_turn and len(acts.actions) > MANY
    return elsewhere(table.desk, {action.label for action in acts.actions}) if is_searched else ()


def _acts(table: TranslatedTable, acts: Acts) -> dict[str, Any]:
    return {
        "at": acts.situation,
        "is_turn": acts.is_turn,
        "list": [_act(act) for act in acts.actions],
        "cannot": table.ask(partial(_cannot, table, acts), ()),
    }


def _act(action: Action) -> dict[str, Any]:
    shown: dict[str, Any] = {"label": action.label, "detail": action.detail, "secret": is_secret(action)}
    if isinstance(numbers := action.command, NumberCommands):
        values = numbers.values
        has_all = isinstance(values, range) and values.step == 1
        shown["numbers"] = {
            "least": values[0],
            "most": values[-1],
            "values": None if has_all else values,
            "tenths": numbers.tenths,
            "details": numbers.details,
        }
    return shown


def _seats(table: TranslatedTable) -> Sequence[int]:
    """Seats in turn order; as they sit if the rules give no order."""
    return seat_order(table.live.view) if table.live.is_followed else range(len(table.people))


def _places(table: TranslatedTable) -> tuple[Block, ...]:
    """What lies open; of a game that is not followed, how it is told."""
    if table.live.is_followed:
        return table.game.phone.places(table.live.session.state, table.say)
    return (Block(table.desk.phase, (table.say(f"phones.way.{table.live.session.pad.way}"),)),)


def _own(table: TranslatedTable, seat: int) -> tuple[Block, ...]:
    """What a player has by the rules, while those are followed."""
    return table.game.phone.own(table.live.session.state, seat, table.say) if table.live.is_followed else ()


def _player(table: TranslatedTable, seat: int, marks: Sequence[int]) -> dict[str, Any]:
    known = {"seat": seat, "name": table.say.player(seat), "mark": marks[seat] if seat < len(marks) else seat}
    return known | (_by_rules(table, seat) if table.live.is_followed else _as_told(table, seat))


def _as_told(table: TranslatedTable, seat: int) -> dict[str, Any]:
    """A player of a game that is not followed: only the cards that were told."""
    say, area = table.say, table.live.session.pad.areas[seat]
    lines = [say.join([say.name("card", card) for card in area])] if area else []
    return {"turn": False, "waiting": False, "why": "", "lines": lines}


def _by_rules(table: TranslatedTable, seat: int) -> dict[str, Any]:
    view, say, of_seat = table.live.view, table.say, table.game.phone.of_seat
    order, why = list(view.get("order", ())), view.get("why", ())
    if of_seat is None:
        lines = list(seat_values(table.slug, view["players"][seat], say))
    else:
        failed = [say("phones.part_failed")]
        lines = table.ask(lambda: _sent(list(of_seat(table.live.session.state, seat, say))), failed)
    is_ordered = view["turn"] is not None and seat in order and bool(why)
    return {
        "turn": seat == view["turn"],
        "waiting": seat in (view.get("waiting") or ()),
        "why": sentence(why[order.index(seat)], say) if is_ordered else "",
        "lines": lines,
    }


def _blocks(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    return [asdict(block) for block in blocks]


def _sent(said: T) -> T:
    """The same, if it can be sent; fails here, where it is known whose it is, and not when everything is written."""
    json.dumps(said, ensure_ascii=False, allow_nan=False).encode()
    return said


def _failed(say: Phrases) -> tuple[Block, ...]:
    """In place of what the game's own part for phones should have said."""
    return (Block("", (say("phones.part_failed"),)),)


def _score(table: TranslatedTable) -> dict[str, Any]:
    """The score as it stands now, with workings."""
    score, say = table.score(), table.say
    players = [
        {
            "name": player["name"],
            "figure": say.say(table.game.result_words(score, player)),
            "lines": [_worked(line, say) for line in player.get("lines", ())],
        }
        for player in score["players"]
    ]
    return {"players": players, "verdict": sentence(score.get("verdict", ""), say)}


def _worked(line: PointsLine, say: Phrases) -> str:
    what = say.name("card", line["card"]) if line["card"] else say(f"screen.row.{line['row']}")
    return say("phones.worked", what=what, n=line["points"], because=sentence(line["because"], say))


def _log(table: TranslatedTable) -> Iterator[dict[str, Any]]:
    """The newest first."""
    for row in reversed(log_rows(table.live.session, table.say, most=MOST_LINES)):
        yield {"time": row.time, "text": row.text, "undone": row.undone}
