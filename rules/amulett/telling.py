"""Each event as a sentence for everybody, for the log and the golden games."""

from __future__ import annotations

from collections.abc import Mapping

from rules.amulett import events as e
from rules.amulett.options import SPELL_OF
from rules.amulett.questions import GEMS_IN
from rules.core.codec import name_of
from rules.core.telling import open_values
from rules.core.words import Value, Words, words

_FACTS = ("name", "cost", "income", "terrain", "pyramid", "wall")


def tell_event(event: e.Event) -> Words:
    """``amulett.event.<name>``; ``n`` decides between singular and plural, counted things become small lists."""
    return Words(f"amulett.event.{_key(event)}", {**open_values(event), **_values(event)})


def _key(event: e.Event) -> str:
    match event:
        case e.IncomeGiven(free=0):
            return "income_fixed"
        case e.IncomeGiven(metals=metals) if not metals:
            return "income_free"
        case e.FactTold(corrected=True):
            return "fact_corrected"
        case _:
            return name_of(type(event))


def _values(event: e.Event) -> dict[str, Value]:
    """What a sentence needs beyond the event's own values."""
    match event:
        case e.GemsCounted(gems=n):
            return {"n": n}
        case e.FactForgotten(fact):
            return {"fact": tell_fact(fact)}
        case e.BidMade(amount=n) | e.ExchangeWon(amount=n) | e.SpellBought(stones=n) | e.AreaFound(gems=n):
            return {"n": n}
        case e.IncomeGiven(_, metals, free):
            return {"metals": _counted("metal", metals), "n": free}
        case e.BidLaid(metals=metals) | e.BidReturned(metals):
            return {"metals": _counted("metal", metals)}
        case e.CostsPaid(_, stones):
            return {"stones": _counted("spell", stones)}
        case e.FactTold(fact, value):
            return {"fact": tell_fact(fact), "value": _told(fact, value)}
        case e.FactPutOff(fact):
            return {"fact": tell_fact(fact)}
        case _:
            return {}


def _counted(sort: str, counts: Mapping[str, int]) -> Value:
    listed = tuple(words(f"amulett.{sort}_count", n=count, **{sort: what}) for what, count in counts.items())
    return listed or words("amulett.none")


def tell_fact(fact: str) -> Words:
    """A path of the facts file in plain words."""
    sort, _, rest = fact.partition(".")
    if sort == "rulings" and rest in SPELL_OF:
        return words("amulett.fact.ruling", spell=SPELL_OF[rest])
    if sort == GEMS_IN:
        return words("amulett.fact.gems", area=rest)
    slug, _, key = rest.rpartition(".")
    thing = {"spell" if sort == "spells" else "area": slug}
    return words(f"amulett.fact.{key if key in _FACTS else 'other'}", name=fact, **thing)


def _told(fact: str, value: object) -> Value:
    """The printed value, with names of things."""
    match fact.rpartition(".")[2], value:
        case "income", []:
            return words("amulett.none")
        case "income", [*metals]:
            return words("amulett.told.income", metals=tuple(map(str, metals)))
        case "terrain", str(terrain):
            return words("amulett.told.terrain", terrain=terrain)
        case "pyramid", bool(there):
            return words("amulett.told.yes" if there else "amulett.told.no")
        case rule, _ if rule in SPELL_OF:
            return words(f"page.answer.{rule}.{value}")
        case "wall", "north" | "south" | "none":
            return words(f"amulett.told.{value}")
        case _:
            return str(value)[:60]
