"""What phones show of a game, as JSON values: for everybody the same as the shared screen, and more for a seat."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from companion.contract import Block, ClubHost, Sign
from companion.language.i18n import Phrases, language_names
from companion.models import Action, sentence
from companion.phones.hand_reading import HandReading
from companion.phones.phone_acts import Acts, TickedCommands, acts_of, is_final, is_secret
from companion.phones.score_view import is_hidden, score_view
from companion.phones.things import Things
from companion.phones.translated_table import TranslatedTable
from companion.play.number_commands import NumberCommands
from companion.table.headings import seat_order
from companion.table.rules_now import rules_now
from companion.table.texts import rest_label, seat_values, value_label
from rules.core.commands import given_by
from rules.core.questions import Ticks

T = TypeVar("T")

MANY = 12  # more acts than this can be searched, see acts.js

TEXTS = (
    "acts", "again", "agree", "awaited", "bgstats", "call", "call_end", "close", "delete", "file", "finale", "find",
    "freed", "hand", "hand_about", "hand_closing", "hand_open", "hand_stop", "in_language", "keep", "keep_hint",
    "log", "lost", "name", "new_sheet", "nights", "no", "no_about", "no_answer", "no_nights", "not_seated", "notes",
    "notes_about", "off", "or_new", "own", "own_place", "picture", "places", "players", "range", "read", "really",
    "reveal", "rules", "score", "seat", "share", "sheet", "sit", "sit_down", "sit_hint", "sound", "speak",
    "speak_sample", "stay", "teach", "undo", "waiting", "who", "won", "yes", "your_turn",
)  # fmt: skip
TABS = ("mine", "places", "players", "rules", "more")


def texts(say: Phrases) -> dict[str, Any]:
    """The fixed texts of the page."""
    languages = [[code, name] for code, name in language_names().items()]
    tabs = {name: say(f"phones.tab.{name}") for name in TABS}
    named = {name: say(f"phones.page.{name}") for name in TEXTS}
    return {"language": say.code, "languages": languages, "tabs": tabs, "pair": say("list.pair"), **named}


def no_table(say: Phrases, club: ClubHost | None = None, *, is_joined: bool = False) -> dict[str, Any]:
    """Shown while no game is on the table. ``is_joined``: guests sit down for the next one."""
    text = say("phones.begins" if is_joined else "phones.no_game")
    return {"texts": texts(say), "now": {"text": text, "why": _seated(club, say), "then": "", "seat": None}}


def _seated(club: ClubHost | None, say: Phrases) -> str:
    """Who sits here in the round of the club, and why."""
    seated = None if club is None else club.round
    if seated is None:
        return ""
    said = say("club.round.said", n=seated.number, names=say.join(seated.people))
    return " · ".join(filter(None, (said, seated.game, seated.reason(say.code))))


def waiting_view(name: str, say: Phrases) -> dict[str, Any]:
    """For somebody who has sat down and is not in the game yet."""
    return {"waits": say("phones.waits", name=name)}


def shared_view(table: TranslatedTable, now_ms: int, marks: Sequence[int], undo: str = "") -> dict[str, Any]:
    """Everything but the clock, which changes every second. ``undo``: the text if somebody asks for an undo."""
    say, things = table.say, Things(table)
    header, now = table.heading(now_ms)
    asked = table.asked(now_ms)
    return {
        "texts": texts(say),
        "game": {
            "number": table.table.number,
            "title": header.title,
            "place": header.place,
            "steps": [{"name": step.name, "icon": step.icon, "state": step.state} for step in header.steps],
            "badges": [badge.text for badge in header.badges if badge.level != "bad"],
            "warnings": [badge.text for badge in header.badges if badge.level == "bad"],
        },
        "now": {"text": now.text, "why": now.why, "then": now.then, "seat": now.seat},
        "players": [_player(table, seat, marks, things) for seat in _seats(table)],
        "places": table.ask(lambda: _sent(things.blocks(_places(table))), things.blocks(_failed(say))),
        "notices": [{"text": notice.text, "level": notice.level} for notice in table.notices(now_ms)],
        "asked": None if asked is None else asdict(asked),
        "help": table.help(),
        "undo": undo or None,
        "score": score_view(table),
        "rules": table.ask(lambda: _sent(things.blocks(rules_now(table.desk))), things.blocks(_failed(say))),
        "log": list(_log(table)),
        "club": _club(table),
        "about": _about(table, things),
    }


def own_view(
    table: TranslatedTable, seat: int, phones: int, now_ms: int, reading: HandReading | None = None
) -> dict[str, Any]:
    """What goes only to the phones of this seat; ``phones``: how many there are."""
    say, session, things = table.say, table.live.session, Things(table)
    acts = table.ask(lambda: _sent(_acts(table, seat, acts_of(table, seat, now_ms), things)), None)
    blocks = table.ask(lambda: _sent(things.blocks(_own(table, seat))), None)
    if acts is None or blocks is None:
        blocks = [*(blocks or ()), *things.blocks(_failed(say))]
    return {
        "own": {
            "seat": seat,
            "name": say.player(seat),
            "phones": say("phones.two", n=phones) if phones > 1 else "",
            "blocks": blocks,
        },
        "acts": acts or _acts(table, seat, Acts(), things),
        "hand": None if reading is None else table.ask(lambda: _sent(_hand(table, seat, reading, things)), None),
        "own_about": _about(table, things),
        "entry": session.last_seq if session.steps else None,
    }


def _hand(table: TranslatedTable, seat: int, reading: HandReading, things: Things) -> dict[str, Any] | None:
    """What the camera reads of this hand, to its owner alone; None where it cannot."""
    hand = reading.of(seat)
    if hand is None:
        return {"is_on": False, "is_closing": False, "cards": []} if reading.may_begin(table.table) else None
    cards = [things.card(card) for card in hand.cards]
    return {"is_on": True, "is_closing": hand.is_closing, "cards": cards}


def _about(table: TranslatedTable, things: Things) -> dict[str, list[str]]:
    nothing: dict[str, list[str]] = {}
    return table.ask(things.about, nothing)


def _cannot(table: TranslatedTable, acts: Acts) -> Sequence[tuple[str, str]]:
    """Where cards can be searched for: every other one, and why it cannot be told now."""
    if not acts.is_turn or len(acts.actions) <= MANY:
        return ()
    told = {action.label for action in acts.actions}
    return tuple((name, why) for name, why in table.elsewhere() if name not in told)


def _acts(table: TranslatedTable, seat: int, acts: Acts, things: Things) -> dict[str, Any]:
    nothing: Sequence[tuple[str, str]] = ()
    return {
        "at": acts.situation,
        "is_turn": acts.is_turn,
        "list": [_act(table, seat, act, things) for act in acts.actions],
        "cannot": table.ask(lambda: _cannot(table, acts), nothing),
    }


def _act(table: TranslatedTable, seat: int, action: Action, things: Things) -> dict[str, Any]:
    """``sure``: the phone asks once more before it is done."""
    secret = is_secret(action)
    shown: dict[str, Any] = {"label": action.label, "detail": action.detail, "secret": secret, "icon": action.icon}
    shown["sure"] = secret or is_final(table, seat, action)
    if action.card is not None:
        shown["card"] = things.card(action.card)
    if shown_as := table.game.phone.signs(action.command):
        shown["signs"] = things.lines(shown_as)
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
    if isinstance(ticking := action.command, TickedCommands):
        shown["ticks"] = _ticks(ticking.ticks, table.say)
    return shown


def _ticks(ticks: Ticks, say: Phrases) -> dict[str, Any]:
    """``none``: the label of the act while nothing is ticked, which then tells nothing of a choice."""
    return {
        "each": ticks.is_choice,
        "things": [say.say(name) for name, _ in ticks.things],
        "values": [value_label(ticks.sort, value, say) for value in ticks.values],
        "none": "" if ticks.is_choice else rest_label(ticks, say, is_any=False),
    }


def _seats(table: TranslatedTable) -> Sequence[int]:
    """Seats in turn order; as they sit if the rules give no order."""
    return seat_order(table.live.view) if table.live.is_followed else range(len(table.people))


def _places(table: TranslatedTable) -> tuple[Block, ...]:
    """What lies open; of a game that is not followed, how it is told. While the table is laid out, what that shows."""
    if table.table.laying is not None:
        cards = table.table.laying.in_words(table.desk).cards
        return (Block("", tuple(Sign(card=card) for card in cards)),) if cards else ()
    if table.live.is_followed:
        return table.game.phone.places(table.live.session.state, table.say)
    return (Block(table.desk.phase, (table.say(f"phones.way.{table.live.session.pad.way}"),)),)


def _own(table: TranslatedTable, seat: int) -> tuple[Block, ...]:
    """What a player has by the rules, while those are followed."""
    return table.game.phone.own(table.live.session.state, seat, table.say) if table.live.is_followed else ()


def _player(table: TranslatedTable, seat: int, marks: Sequence[int], things: Things) -> dict[str, Any]:
    known = {"seat": seat, "name": table.say.player(seat), "mark": marks[seat] if seat < len(marks) else seat}
    if not table.live.is_followed:
        area = (Sign(card=card) for card in table.live.session.pad.areas[seat])
        return known | {"turn": False, "waiting": False, "awaited": False, "why": "", "lines": things.lines(area)}
    return known | _by_rules(table, seat, things)


def _by_rules(table: TranslatedTable, seat: int, things: Things) -> dict[str, Any]:
    view = table.live.view
    order, why = list(view.get("order", ())), view.get("why", ())
    is_ordered = view["turn"] is not None and seat in order and bool(why)
    return {
        "turn": seat == view["turn"],
        "waiting": seat in (view.get("waiting") or ()),
        "awaited": view["turn"] is None and any(given_by(command) == seat for command in table.live.offered),
        "why": sentence(why[order.index(seat)], table.say) if is_ordered else "",
        "lines": [] if is_hidden(table) else _of_seat(table, seat, things),  # totals come with the score
    }


def _of_seat(table: TranslatedTable, seat: int, things: Things) -> list[str | dict[str, Any]]:
    say, of_seat = table.say, table.game.phone.of_seat
    if of_seat is None:
        return things.lines(seat_values(table.slug, table.live.view["players"][seat], say))
    failed = things.lines((say("phones.part_failed"),))
    return table.ask(lambda: _sent(things.lines(of_seat(table.live.session.state, seat, say))), failed)


def _sent(said: T) -> T:
    """The same, if it can be sent; fails here, where it is known whose it is, and not when everything is written."""
    json.dumps(said, ensure_ascii=False, allow_nan=False).encode()
    return said


def _club(table: TranslatedTable) -> dict[str, Any] | None:
    """Whether this table calls the host of its club, whether one is on the way, and who sits here next; None without a
    club."""
    club = table.table.context.club
    if club is None or not club.is_on:
        return None
    coming = table.say("club.coming") if club.is_coming else ""
    return {"called": club.called is not None, "coming": coming, "seated": _seated(club, table.say)}


def _failed(say: Phrases) -> tuple[Block, ...]:
    """In place of what the game's own part for phones should have said."""
    return (Block("", (say("phones.part_failed"),)),)


def _log(table: TranslatedTable) -> Iterator[dict[str, Any]]:
    """The newest first."""
    for row in reversed(table.log()):
        yield {"time": row.time, "text": row.text, "undone": row.undone}
