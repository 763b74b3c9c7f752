"""Layers of facts: one more fact told, two entries of a kind joined, a file laid over the rulebook's facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.amul.cards import STAYS
from rules.amul.facts import Document, Facts, cards_by_id, facts_of, needed_format, parse_kind, parse_top
from rules.amul.letters import joined, with_letter
from rules.core.errors import expect
from rules.core.origins import GAME, laid_over
from rules.core.values import wrong


def with_fact(facts: Facts, fact: str, value: Any) -> Facts:
    """The facts with one more: ``cards.arab-guard.letter``, or a single symbol, ``cards.camel.traits.prowess``."""
    slug = _parts(fact)[1]
    if slug not in facts.kinds:
        raise wrong("fact", expect("fact_like", example="cards.arab-guard.letter"), fact)
    cards = facts.document["cards"]
    entry = tell(cards[slug], fact, value, GAME)
    kinds = {**facts.kinds, slug: parse_kind(slug, entry, facts.kinds)}
    version = max(facts.document["format"], needed_format({slug: entry}))
    document = {**facts.document, "format": version, "cards": {**cards, slug: entry}}
    return replace(facts, kinds=kinds, cards=cards_by_id(kinds), document=document)


def tell(
    entry: Mapping[str, Any], fact: str, value: Any, origin: str, below: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The entry of a kind with one more fact; a single symbol leaves the others unknown.

    ``below``: what the layer below knows of the kind, such as how many copies it has.
    """
    _, _, key, *symbol = _parts(fact)
    if not symbol:
        return _overlaid(entry, {key: value, "origin": {key: origin}})
    if key == "letter":
        told = with_letter(entry, symbol[0], value, *_copies(_overlaid(below or {}, entry)))
        return {**told, "origin": {**entry.get("origin", {}), "letter" if "letter" in told else "palace": origin}}
    told = {**entry, "traits": {**entry.get("traits", {}), symbol[0]: value}}
    told["origin"] = {**entry.get("origin", {}), "traits": origin}
    if "traits" not in entry or "traits_known" in entry:
        told["traits_known"] = sorted({*entry.get("traits_known", ()), symbol[0]})
    return told


def told_fact(document: Document, fact: str) -> Any:
    """The value of a fact in a document; a symbol that is not listed where all are known is 0. None: unknown."""
    _, slug, key, *part = _parts(fact)
    entry = document.get("cards", {}).get(slug, {})
    value = entry.get(key)
    if key == "traits" and part and value is not None:
        return value.get(part[0], 0) if part[0] in entry.get("traits_known", part) else None
    if part or isinstance(value, tuple):
        return value if isinstance(value, str) else None  # letters that differ are those of single copies
    return value


def _copies(entry: Mapping[str, Any]) -> tuple[int, int]:
    """How many copies an entry has, and how many in the palace."""
    palace = entry.get("palace", {})
    market, inside = (
        len(one["min_players"]) if "min_players" in one else int(one.get("copies", 0)) for one in (entry, palace)
    )
    return market, inside


def join_entries(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Merges two entries of a kind; the second wins, symbols it lacks come from the first."""
    both = _with_palace(_with_letters({**first, **second}, first, second), first, second)
    if second.get("position") == STAYS and first.get("position") in ("area", "both"):
        both["position"] = first["position"]
    if "traits_known" in second and "traits" in first:
        both["traits"] = {**first["traits"], **second.get("traits", {})}
        both["traits_known"] = sorted({*first.get("traits_known", ()), *second["traits_known"]})
    if "traits_known" in both and any("traits" in one and "traits_known" not in one for one in (first, second)):
        del both["traits_known"]
    return _with_origin(both, laid_over(first, second))


def _with_letters(entry: dict[str, Any], below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Keeps letters of copies that only the layer below knows."""
    if "letter" in below and "letter" in above:
        entry["letter"] = joined(below["letter"], above["letter"])
    return entry


def _with_palace(entry: dict[str, Any], below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    first, second = below.get("palace"), above.get("palace")
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        entry["palace"] = _without_stale_counts(_with_letters({**first, **second}, first, second), second)
    return entry


def _with_origin(entry: dict[str, Any], origin: dict[str, str]) -> dict[str, Any]:
    plain = {key: value for key, value in entry.items() if key != "origin"}
    return {**plain, "origin": origin} if origin else plain


def sort_of(fact: str) -> str:
    """The sort of a fact: ``prowess`` for that symbol of a kind, ``letter`` for the letter of any copy; ``ties``."""
    if not fact.startswith("cards."):
        return fact.partition(".")[0]
    _, _, key, *part = fact.split(".")
    return part[0] if key == "traits" and part else key


def _parts(fact: str) -> list[str]:
    parts = fact.split(".")
    of_one = parts[2:3] in (["traits"], ["letter"]) and len(parts) > 3  # a single symbol, a single copy
    if parts[0] != "cards" or len(parts) != (4 if of_one else 3):
        raise wrong("fact", expect("fact_like", example="cards.arab-guard.letter"), fact)
    return parts


@dataclass(frozen=True, slots=True)
class TaughtLayer:
    """A layer of taught facts, and the facts parsed from it."""

    told: Document
    facts: Facts


def lay_over(below: Facts, document: Document, before: TaughtLayer | None = None) -> Facts:
    """Lays the facts of a file over the rulebook's, key by key for each kind; it may not name new kinds.

    ``before``: the same layer before the last change; unchanged entries are not parsed again.
    """
    given = parse_top(document)
    kinds, cards = dict(below.kinds), dict(below.document["cards"])
    changed = [slug for slug, entry in given["cards"].items() if not _is_known(slug, entry, before)]
    for slug in changed:
        if slug not in below.kinds:
            raise wrong(f"cards.{slug}", expect("kind"), slug)
        parse_kind(slug, given["cards"][slug], below.kinds)
    for slug, entry in given["cards"].items():
        if before is not None and slug not in changed:
            kinds[slug], cards[slug] = before.facts.kinds[slug], before.facts.document["cards"][slug]
        else:
            cards[slug] = _overlaid(cards[slug], entry)
    merged = {**given, "format": max(given["format"], below.document["format"]), "cards": cards}
    if rulings := {**below.rulings, **given.get("rulings", {})}:
        merged["rulings"] = rulings
    kinds |= {slug: parse_kind(slug, cards[slug], below.kinds) for slug in changed}
    return facts_of(merged, {slug: kinds[slug] for slug in sorted(kinds)})


def _is_known(slug: str, entry: object, before: TaughtLayer | None) -> bool:
    """Whether an entry is unchanged; equality is not enough, as True equals 1 but is not a count."""
    told = {} if before is None else before.told.get("cards", {})
    return slug in told and repr(told[slug]) == repr(entry)


def _overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    both = _with_palace(_with_letters({**below, **above}, below, above), below, above)
    entry = _with_origin(both, laid_over(below, above))
    if "traits" in above and "traits_known" not in above:
        entry.pop("traits_known", None)
    return _without_stale_counts(entry, above)


def _without_stale_counts(entry: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """With a different number of copies, minimum player counts and letters of the layer below no longer apply."""
    for key in ("min_players", "letter"):
        told = entry.get(key)
        if "copies" in above and key not in above and isinstance(told, list | tuple) and len(told) != above["copies"]:
            del entry[key]
    return entry
