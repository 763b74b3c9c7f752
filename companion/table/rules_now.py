"""What the rules say now: this step in three lines, what one may do and why not, the cards in question, the end.

The texts are in ``rules.toml`` among a game's data, each with the rules of its ledger that it rests on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from companion.contract import Block, Desk, TableGame
from companion.language.i18n import Phrases
from companion.models import kind_of
from companion.table.headings import heading_of
from rules.core.words import Value

FILE = "rules.toml"
MAY = "screen.rules.may"  # the title of what one may do, and what not and why
ANY = "any"  # the text of a card of which nothing else can be said


@cache
def read_rules(path: Path) -> Mapping[str, Any]:
    """Empty where there is no such file."""
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def rules_of(game: TableGame) -> Mapping[str, Any]:
    return read_rules(game.box.file(FILE))


def rules_now(desk: Desk) -> tuple[Block, ...]:
    """For everybody: nothing here depends on what is hidden. The step is always among them."""
    part, say, live = desk.game.rules_now, desk.say, desk.live
    if not live.is_followed:
        told = Block(desk.phase, (say(f"phones.way.{live.session.pad.way}"),))
        return tuple(block for block in (told, _end(desk, {})) if block.lines)
    state = live.session.state
    if part.blocks is not None:
        return part.blocks(state, say)
    found, values = rules_of(desk.game), part.values(state)
    phase = live.view["phase"]
    step = phase if part.step is None else part.step(state)
    blocks = (
        Block(desk.phase, _lines(found, say, values, "phase", phase) or _helped(desk, phase)),
        Block(say(MAY), _lines(found, say, values, "may", step)),
        Block(say("screen.rules.cards"), tuple(_cards(desk, found))),
        _end(desk, values),
    )
    return tuple(block for block in blocks if block.lines)


def _lines(found: Mapping[str, Any], say: Phrases, values: Mapping[str, Value], *path: str) -> tuple[str, ...]:
    for key in path:
        found = found.get(key, {})
    return tuple(say.fill(line, values) for line in _said(found, say))


def _said(entry: Mapping[str, Any], say: Phrases) -> Sequence[str]:
    """In this language, else in English."""
    lines: Sequence[str] = entry.get(say.code) or entry.get("en", ())
    return lines


def _end(desk: Desk, values: Mapping[str, Value]) -> Block:
    say = desk.say
    return Block(say("screen.rules.end"), _lines(rules_of(desk.game), say, values, "end"))


def _helped(desk: Desk, phase: str) -> tuple[str, ...]:
    """Of a game without such a file: its line of help, or what is to be done."""
    say, key = desk.say, f"help.{desk.game.slug}.{phase}"
    now = heading_of(desk, now_ms=0).now
    return (say(key),) if say.has(key) else tuple(filter(None, (now.text, now.why)))


def _cards(desk: Desk, found: Mapping[str, Any]) -> Iterator[str]:
    """Each kind once: its name, our text, and what is printed on it."""
    part, say = desk.game.rules_now, desk.say
    kinds = dict.fromkeys(kind_of(card) for card in part.cards(desk.live.session.state))
    for kind in kinds:
        if what := " ".join(card_words(desk, kind, found)):
            yield say("screen.rules.card", name=say.name(part.sort, kind), what=what)


def card_words(desk: Desk, kind: str, found: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Our text for a kind of card, and what is printed on it. ``found``: the file, if it was read already."""
    part, say = desk.game.rules_now, desk.say
    found = rules_of(desk.game) if found is None else found
    printed = part.printed(kind, say, desk.live.facts)
    entry = card_entry(found, kind) or ({} if printed else found.get("card", {}).get(ANY, {}))
    return (*_said(entry, say), *filter(None, (printed,)))


def card_entry(found: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """What the file says of a kind of card; empty if nothing."""
    entries: Mapping[str, Any] = found.get("card", {})
    return next((entry for key, entry in entries.items() if kind in entry.get("of", (key,))), {})
