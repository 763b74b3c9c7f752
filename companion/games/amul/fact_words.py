"""Facts about the cards of Āmul in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.amul.card_questions import symbols_words
from companion.games.amul.powers.sentences import power_words
from rules.amul.facts import Facts, Kind
from rules.core.words import Words, words

_ANSWERS = ("position", "effect")  # facts whose values have their own texts


def value_words(fact: str, value: Any) -> tuple[Words, ...]:
    """The value of a fact in words; empty if the value speaks for itself."""
    match value:
        case {"min_players": list(counts)} if fact.endswith(".palace"):
            return (_listed(counts),)
        case dict():
            return (symbols_words(value),)
        case list() | tuple() if fact.endswith(".power"):
            return power_words(value)
        case list() | tuple() if fact.endswith(".effect"):
            return (effect_words(value),)
        case list() | tuple():
            return (_listed(value),)
    key = fact.rpartition(".")[2]
    if key == "colour":
        return (words(f"screen.row.{value}"),)
    return (words(f"page.answer.{key}.{value}"),) if key in _ANSWERS else ()


def known_words(facts: Facts, kind: Kind, sort: str) -> tuple[Words, ...]:
    """What is known of a kind, by the sort of a lesson."""
    entry = facts.document["cards"][kind.slug]
    match sort:
        case "traits":
            return (symbols_words(kind.traits or {}),)
        case "players":
            return (_listed((*(kind.min_players or ()), *(kind.palace_min_players or ()))),)
        case "letter":
            letters = [card.letter or "?" for card in kind.cards()]
            return (_listed(list(dict.fromkeys(letters)) if kind.letter else letters),)
    return value_words(f"cards.{kind.slug}.{sort}", entry[sort]) or (words("teach.value", value=str(entry[sort])),)


def _listed(values: Sequence[Any]) -> Words:
    return words("teach.value", value=", ".join(map(str, values)) or "–")


def effect_words(places: str | Sequence[str]) -> Words:
    if isinstance(places, str):
        return words(f"page.answer.effect.{places}")
    return words("teach.effect", places=tuple(words(f"name.effect.{place}") for place in places))
