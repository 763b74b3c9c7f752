"""Questions about what a power counts or wants: cards by name, colour, symbol or place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.amul.powers.asking import DONE, OTHER, Asker
from companion.games.amul.powers.sentences import what_words
from companion.teaching.dialogue import Ask, Option, Script
from rules.amul.cards import COLOURS, POSITIONS, SOURCES, TRAITS
from rules.amul.terms import SORTS
from rules.core.words import words

SEVERAL = "kinds"
USUAL_KINDS = 3
OFTEN = 3  # kinds that are offered at once, the card itself first
MOST_KINDS = 10


@dataclass(frozen=True, slots=True)
class Countables:
    """What there is to count: ``kinds`` by slug with their colours; ``traits``: symbols known so far."""

    kinds: Mapping[str, str | None]
    traits: Sequence[str] = TRAITS
    often: tuple[str, ...] = ()  # the likeliest kinds


def ask_what(asker: Asker, names: Countables, value: dict[str, Any], key: str) -> Script[None]:
    sorts = tuple(Option(sort, words(f"teach.what.{sort}")) for sort in (SORTS[0], SEVERAL, *SORTS[1:]))
    sort = yield asker.ask("teach.ask.what", _whole(asker, names, sorts[:2]) if asker.is_whole else sorts)
    if isinstance(sort, tuple):
        value[key] = dict([sort])
        return
    value[key] = {"kind" if sort == SEVERAL else sort: True if sort == "any" else None}
    match sort:
        case "kind" | "kinds":
            chosen: list[str] = []
            value[key] = {"kind": chosen}
            yield from ask_kinds(asker, names, chosen, "teach.ask.kind", MOST_KINDS if sort == SEVERAL else 1)
            value[key] = {"kind": chosen[0] if len(chosen) == 1 else chosen}
        case "colour":
            value[key] = {sort: (yield asker.ask("teach.ask.colour_of", colours()))}
        case "trait":
            value[key] = {sort: (yield from _trait(asker, names))}
        case "position":
            named = tuple(Option(position, words(f"amul.what.position_{position}")) for position in POSITIONS)
            value[key] = {sort: (yield asker.ask("teach.ask.position_of", named))}
        case "source":
            named = tuple(Option(source, words(f"amul.what.source_{source}")) for source in SOURCES)
            value[key] = {sort: (yield asker.ask("teach.ask.source", named))}


def _whole(asker: Asker, names: Countables, certain: tuple[Option, ...]) -> tuple[Option, ...]:
    """Everything that can be counted; ``certain`` cards come last, because with a camera they can be shown."""
    named: Mapping[str, Sequence[Any]] = {
        "trait": names.traits,
        "any": (True,),
        "position": POSITIONS,
        "source": SOURCES,
        "colour": COLOURS,
    }
    pairs = [(sort, name) for sort, each in named.items() for name in each]
    whole = [Option(pair, what_words(dict([pair])), pair[1] if pair[0] == "colour" else None) for pair in pairs]
    ahead = len(whole) - len(COLOURS)
    often = tuple(
        Option(("kind", slug), what_words({"kind": slug})) for slug in names.often[: OFTEN if asker.is_alone else 0]
    )
    return (*often, *whole[:ahead], *certain, *whole[ahead:], Option("trait", words("teach.what.trait")))


def _trait(asker: Asker, names: Countables) -> Script[str]:
    named = tuple(Option(trait, words("teach.name.trait", trait=trait)) for trait in names.traits)
    trait = yield asker.ask("teach.ask.trait", (*named, Option(OTHER, words("teach.option.other"))))
    if trait == OTHER:
        trait = yield Ask(words("teach.ask.trait_name"), so_far=asker.so_far(), is_text=True)
    return str(trait).strip().lower()


def ask_kinds(asker: Asker, names: Countables, chosen: list[str], key: str, most: int = MOST_KINDS) -> Script[None]:
    """Asks for card after card and adds them to ``chosen``."""
    named = tuple(Option(slug, words("teach.name.kind", kind=slug), colour) for slug, colour in names.kinds.items())
    while len(chosen) < most:
        done = (Option(DONE, words("teach.option.all")),) if chosen else ()
        asked = words(f"{key}_more" if chosen else key)
        ahead = tuple(dict.fromkeys((*chosen[-1:], *names.often)))
        if done:
            ahead = (*ahead[:1], DONE, *ahead[1:])
        # Two are seldom enough: up to then the likeliest card is in front, afterwards "that is all".
        start = len(done) if len(chosen) < USUAL_KINDS else 0
        kind = yield Ask(asked, (*done, *named), start, asker.so_far(), by_letters=True, ahead=ahead)
        if kind == DONE:
            return
        chosen.append(str(kind))


def colours() -> tuple[Option, ...]:
    return tuple(Option(colour, words(f"screen.row.{colour}"), colour) for colour in COLOURS)
