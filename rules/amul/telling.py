"""Each event as a sentence for everybody, for the log and the golden games. Face-down cards stay hidden."""

from __future__ import annotations

from rules.amul import events as e
from rules.amul.ties import TIES, sides_of
from rules.core.codec import name_of
from rules.core.telling import open_values
from rules.core.words import Value, Words, words

_FACTS = ("position", "effect", "prowess", "letter", "colour", "traits", "power")


def tell_event(event: e.Event) -> Words:
    """``amul.event.<name>``; with values that the event itself does not have."""
    return Words(f"amul.event.{_key(event)}", _values(event))


def _key(event: e.Event) -> str:
    name = name_of(type(event))
    if isinstance(event, e.Dealt) and not all(event.cards):
        return "dealt_short"
    if isinstance(event, e.Moved) and event.seat is None:
        return "moved_away"
    if isinstance(event, e.Told) and not isinstance(event.value, int | str):
        return "told_much"
    empty = isinstance(event, e.RoundEnded | e.HandDone) and not event.removed
    return f"{name}_none" if empty else name


def _values(event: e.Event) -> dict[str, Value]:
    match event:
        case e.Dealt(cards):
            return {"n": sum(cards)}
        case e.RevealsOpened(cards):
            return {"reveals": tuple(_opened(opened) for opened in cards)}
        case e.RoundEnded(removed, first_pick):
            return {"cards": removed, "seat": first_pick}
        case e.HandDone(seat, removed):
            return {"seat": seat, "cards": removed}
        case e.HandsOpened(hands):
            return {"n": sum(map(len, hands))}
        case e.Told(fact, value):
            return {"fact": tell_fact(fact), "value": _told(fact, value)}
        case e.CardLaid(place, card):
            return {"card": card, "spot": place}
        case e.PutOff(fact):
            return {"fact": tell_fact(fact)}
        case _:
            return open_values(event)


def tell_fact(fact: str) -> Words:
    """A path of the facts file, or points told by hand, in plain words."""
    sort, _, rest = fact.partition(".")
    if sort == "points":
        return words("amul.fact.points", card=rest)
    if fact.startswith(TIES):
        return words("amul.fact.ties", seats=tuple(seat for seat, _ in sides_of(fact)))
    kind, _, key = rest.partition(".")
    if key.startswith("letter."):
        return words("amul.fact.letter_copy", kind=kind, copy=key.partition(".")[2].upper())
    name = key.rpartition(".")[2]
    return words(f"amul.fact.{name if name in _FACTS else 'other'}", kind=kind, name=name)


def _told(fact: str, value: object) -> Value:
    """The printed value, with names of things."""
    match fact.rpartition(".")[2], value:
        case "seat", int(seat):
            return words("amul.told.ties", seat=seat)
        case "seat", _:
            return words("amul.told.ties_same")
        case "colour", str(colour):
            return words("amul.told.colour", colour=colour)
        case "effect", str(place):
            return words("amul.told.effect", place=place)
        case "position", "hand" | "area" | "both" | "stays":
            return words(f"amul.told.{value}")
        case _:
            return str(value)[:60]


def _opened(opened: e.Opened) -> Words:
    return words("amul.event.stays" if opened.stays else "amul.event.leaves", seat=opened.seat, card=opened.card)
