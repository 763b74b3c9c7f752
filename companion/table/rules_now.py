"""What the rules say now: this step in three lines, what one may do and why not, the cards in question, the end.

The texts are in ``rules.toml`` among a game's data, each with the rules of its ledger that it rests on
(``companion.language.rules_texts``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.contract import Block, Desk, TableGame
from companion.language.rules_texts import FILE, read_rules
from companion.models import kind_of
from companion.table.headings import heading_of
from rules.core.words import Value, Words

MAY = "screen.rules.may"  # the title of what one may do, and what not and why
NO_STEPS = ("setup", "over")  # before the first round and after the last
ANY = "any"  # the text of a card of which nothing else can be said


def rules_of(game: TableGame) -> Mapping[str, Any]:
    return read_rules(game.box.file(FILE))


def rules_now(desk: Desk) -> tuple[Block, ...]:
    """For everybody: nothing here depends on what is hidden. The step is always among them."""
    part, say, live = desk.game.rules_now, desk.say, desk.live
    if not live.is_followed:
        told = Block(desk.phase, (say(f"phones.way.{live.session.pad.way}"),))
        return tuple(block for block in (told, _round(desk), _end(desk, {})) if block.lines)
    state = live.session.state
    if part.blocks is not None:
        return part.blocks(state, say)
    values = part.values(state)
    phase = live.view["phase"]
    step = phase if part.step is None else part.step(state)
    blocks = (
        Block(desk.phase, _lines(desk, f"phase.{phase}", values) or _helped(desk, phase)),
        Block(say(MAY), _lines(desk, f"may.{step}", values)),
        Block(say("screen.rules.cards"), tuple(_cards(desk))),
        _end(desk, values),
    )
    return tuple(block for block in blocks if block.lines)


def _lines(desk: Desk, key: str, values: Mapping[str, Value]) -> tuple[str, ...]:
    text = Words(f"rules.{desk.game.slug}.{key}", values)
    return tuple(desk.say.say(text).split("\n")) if desk.say.has(text.key) else ()


def _end(desk: Desk, values: Mapping[str, Value]) -> Block:
    return Block(desk.say("screen.rules.end"), _lines(desk, "end", values))


def _round(desk: Desk) -> Block:
    """Where a round is told without its steps: each of them in one line, for nobody knows which one is on."""
    live, say, named = desk.live, desk.say, rules_of(desk.game).get("phase", {})
    steps = [step for step in named if step not in NO_STEPS and live.session.pad.way == "scribe"]
    values = desk.game.rules_now.values(live.session.state)
    lines = {step: _lines(desk, f"phase.{step}", values)[:1] for step in steps}
    said = (say("screen.rules.card", name=desk.phase_name(step), what=line) for step, (line,) in lines.items())
    return Block(say("screen.rules.round"), tuple(said))


def _helped(desk: Desk, phase: str) -> tuple[str, ...]:
    """Of a game without such a file: its line of help, or what is to be done."""
    say, key = desk.say, f"help.{desk.game.slug}.{phase}"
    now = heading_of(desk, now_ms=0).now
    return (say(key),) if say.has(key) else tuple(filter(None, (now.text, now.why)))


def _cards(desk: Desk) -> Iterator[str]:
    """Each kind once: its name, our text, and what is printed on it."""
    part, say = desk.game.rules_now, desk.say
    kinds = dict.fromkeys(kind_of(card) for card in part.cards(desk.live.session.state))
    for kind in kinds:
        if what := " ".join(card_words(desk, kind)):
            yield say("screen.rules.card", name=say.name(part.sort, kind), what=what)


def card_words(desk: Desk, kind: str) -> tuple[str, ...]:
    """Our text for a kind of card, and what is printed on it."""
    printed = desk.game.rules_now.printed(kind, desk.say, desk.live.facts)
    entry = card_entry(rules_of(desk.game), kind) or ("" if printed else ANY)
    return (*_lines(desk, f"card.{entry}", {}), *filter(None, (printed,)))


def card_entry(found: Mapping[str, Any], kind: str) -> str:
    """Which entry of the file is about a kind of card; empty if none."""
    return next((key for key, entry in found.get("card", {}).items() if kind in entry.get("of", (key,))), "")
