"""A second scorer for tests, written apart from the first, straight from the file format: slow, plain, over raw values.

Also makes up random boxes and tables that use all of the format.
"""

from __future__ import annotations

import json
import random
from typing import Any

Doc = dict[str, Any]
SCOPES = ["own", "left", "right", "neighbours", "own+neighbours", "others", "all"]
MOST_NOTS = 6  # within each other, by the format
KINDS = ["camel", "gold", "gold-smuggler", "silk", "spice", "yurt", "trader-1", "trader-2", "thief", "medallion"]


class Reference:
    """Scores one table; ``areas`` are lists of (slug, sort, number) with sort m, p or b."""

    def __init__(self, cards: Doc, areas: list[list[tuple[str, str, int]]], told: dict[Any, int], first: int) -> None:
        self.cards, self.areas, self.told, self.first, self.n = cards, areas, told, first, len(areas)

    def matches(self, card: tuple[str, str, int], matcher: Doc) -> int:
        slug, sort, _ = card
        kind = self.cards[slug]
        ((key, value),) = matcher.items()
        if key == "kind":
            return int(slug in ([value] if isinstance(value, str) else value))
        if key == "trait":
            return int(kind["traits"].get(value, 0))
        if key == "source":
            return int({"m": "market", "p": "palace", "b": "bazaar"}[sort] == value)
        return 1 if key == "any" else int(kind[key] == value)

    def has_in(self, seat: int, matcher: Doc) -> int:
        return sum(self.matches(card, matcher) for card in self.areas[seat])

    def players(self, scope: str, seat: int) -> list[int]:
        left, right = (seat + 1) % self.n, (seat + self.n - 1) % self.n
        everyone = list(range(self.n))
        table = {
            "own": [seat],
            "left": [left],
            "right": [right],
            "neighbours": [left, right],
            "own+neighbours": [seat, left, right],
            "others": [other for other in everyone if other != seat],
            "all": everyone,
        }
        return table[scope]

    def count(self, matcher: Doc, scope: str, seat: int) -> int:
        return sum(self.has_in(other, matcher) for other in self.players(scope, seat))

    def letter(self, card: tuple[str, str, int]) -> str:
        """One for the kind, or one in the list of the copies where this one belongs."""
        slug, sort, number = card
        kind = self.cards[slug]
        told = kind["palace"].get("letter", kind["letter"]) if sort == "p" else kind["letter"]
        return str(told if isinstance(told, str) else told[number - 1])

    def order(self) -> list[int]:
        ranked = []
        for seat in range(self.n):
            letters = [self.letter(c) for c in self.areas[seat] if self.cards[c[0]]["traits"].get("prowess")]
            if letters:
                ranked.append(
                    (-self.has_in(seat, {"trait": "prowess"}), min(letters), (seat - self.first) % self.n, seat)
                )
        return [row[3] for row in sorted(ranked)]

    def holds(self, condition: Doc, seat: int) -> bool:
        if "not" in condition:
            return not self.holds(condition["not"], seat)
        if "count" in condition:
            count = self.count(condition["count"], condition.get("scope", "own"), seat)
            return condition.get("at_least", 0) <= count <= condition.get("at_most", 10**9)
        if "has" in condition:
            return all(self.has_in(seat, {"kind": kind}) for kind in condition["has"])
        if "order" in condition:
            order = self.order()
            return seat in order and order.index(seat) + 1 == condition["order"]
        if "more_than" in condition:
            others = [other for other in self.players(condition["more_than"], seat) if other != seat]
            return all(self.has_in(seat, condition["of"]) > self.has_in(other, condition["of"]) for other in others)
        ((key, matcher),) = condition.items()
        mine = self.has_in(seat, matcher)
        others = [self.has_in(other, matcher) for other in range(self.n) if other != seat]
        if key == "fewest":
            return not any(count < mine for count in others)
        if key == "most":
            return mine >= 1 and not any(count > mine for count in others)
        return mine >= 1 and not any(count >= mine for count in others)

    @staticmethod
    def meaning(term: Doc) -> str:
        matcher = dict(term["table"])
        if "kind" in matcher:
            matcher["kind"] = sorted({matcher["kind"]} if isinstance(matcher["kind"], str) else set(matcher["kind"]))
        steps = [term["points"][min(n, len(term["points"]) - 1)] for n in range(200)]
        return json.dumps([matcher, term.get("scope", "own"), steps], sort_keys=True)

    @staticmethod
    def at(steps: list[int], count: int) -> int:
        return 0 if count == 0 else steps[-1] if count > len(steps) else steps[count - 1]

    def rows(self, seat: int) -> dict[str, int]:
        """Points by colour."""
        points: dict[str, int] = {}
        scored: set[str] = set()
        goods = [card[0] for card in self.areas[seat]]
        for card in sorted(self.areas[seat], key=lambda c: (c[0].encode(), c[1] == "p", c[2])):
            kind = self.cards[card[0]]
            if card in self.told:
                got = self.told[card]
            else:
                got = 0
                for term in kind["power"]:
                    got += self.term(term, seat, scored, goods)
            points[kind["colour"]] = points.get(kind["colour"], 0) + got
        return points

    def term(self, term: Doc, seat: int, scored: set[str], goods: list[str]) -> int:
        if "flat" in term:
            return int(term["flat"])
        if "each" in term:
            count = self.count(term["each"], term.get("scope", "own"), seat)
            return int(term["points"] * min(count, term.get("limit", 10**9)))
        if "table" in term:
            if term.get("per") == "set":
                if self.meaning(term) in scored:
                    return 0
                scored.add(self.meaning(term))
            return self.at(term["points"], self.count(term["table"], term.get("scope", "own"), seat))
        if "when" in term:
            return int(term["points"] if self.holds(term["when"], seat) else term.get("else", 0))
        there = goods if term.get("uses_up") else [card[0] for card in self.areas[seat]]
        left, found = list(there), 0
        for kind in term["wants"]:
            if kind in left:
                left.remove(kind)
                found += 1
        if "points" in term:
            if found < len(term["wants"]):
                return 0
            got = int(term["points"])
        else:
            got = self.at(term["partial"], found)
        if term.get("uses_up"):
            goods[:] = left
        return got

    def majority(self, trait: str) -> list[int]:
        counts = [self.has_in(seat, {"trait": trait}) for seat in range(self.n)]
        ranked = sorted(counts, reverse=True)
        points = []
        for count in counts:
            lowest = max(place for place, other in enumerate(ranked) if other == count)
            points.append([8, 4, 2][lowest] if count and lowest < 3 else 0)
        return points


class Maker:
    """Random boxes and tables from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def document(self) -> Doc:
        return {"format": 2, "game": "amul", "cards": {slug: self.kind(slug) for slug in KINDS}}

    def kind(self, slug: str) -> Doc:
        pick = self.chance.choice
        traits = {
            trait: self.chance.randint(0, 3) for trait in ("arab", "mongol", "prowess", "holy") if pick([True, False])
        }
        kind: Doc = {
            "colour": pick(["yellow", "blue", "purple", "red", "green", "orange", "bazaar"]),
            "traits": traits,
            "letter": pick("ABC"),
            "position": pick(["hand", "area", "both"]),
            "copies": 0 if slug == "yurt" else pick([1, 2, 11]),
            "power": self.power(),
        }
        if not slug.startswith("trader"):
            kind["palace"] = {"copies": 1 if slug == "yurt" else pick([0, 1, 2])}
        if pick([True, False]):
            for copies in (kind, *([kind["palace"]] if "palace" in kind else [])):
                copies["letter"] = [pick("ABC") for _ in range(copies["copies"])]
        return kind

    def power(self) -> list[Doc]:
        terms: list[Doc] = []
        for _ in range(self.chance.choice([0, 1, 1, 2, 3])):
            term = self.term()
            same = [Reference.meaning(other) for other in terms if other.get("per") == "set"]
            if term.get("per") != "set" or Reference.meaning(term) not in same:
                terms.append(term)
        return terms

    def term(self) -> Doc:
        pick, number = self.chance.choice, self.chance.randint
        form = pick(["flat", "each", "table", "when", "wants"])
        if form == "flat":
            return {"flat": number(-3, 6)}
        if form == "each":
            return self.some({"each": self.matcher(), "points": number(-2, 3)}, scope=pick(SCOPES), limit=number(0, 5))
        if form == "table":
            steps = [number(-1, 3) for _ in range(number(1, 3))]
            return self.some(
                {"table": self.matcher(few=True), "points": steps},
                scope=pick(["own", "all"]),
                per=pick(["set", "card"]),
            )
        if form == "when":
            return self.some({"when": self.condition(), "points": number(-2, 5)}, **{"else": number(-2, 2)})
        wants: Doc = {"wants": [pick(KINDS[:5]) for _ in range(number(1, 3))]}
        wants |= (
            {"points": number(1, 9)}
            if pick([True, False])
            else {"partial": [number(0, 5) for _ in range(number(1, 3))]}
        )
        return self.some(wants, uses_up=pick([True, False]))

    def some(self, given: Doc, **more: Any) -> Doc:
        return given | {key: value for key, value in more.items() if self.chance.random() < 0.6}

    def matcher(self, *, few: bool = False) -> Doc:
        pick = self.chance.choice
        if few:  # so that the same set turns up on several kinds
            return pick(
                [{"kind": "gold"}, {"kind": ["gold"]}, {"kind": ["silk", "gold"]}, {"kind": ["gold", "silk", "silk"]}]
            )
        return pick(
            [
                {"kind": pick(KINDS)},
                {"kind": [pick(KINDS), pick(KINDS)]},
                {"colour": pick(["red", "blue", "bazaar"])},
                {"trait": pick(["arab", "mongol", "prowess", "holy", "none"])},
                {"position": pick(["hand", "area", "both"])},
                {"source": pick(["market", "palace", "bazaar"])},
                {"any": True},
            ]
        )

    def condition(self, nots: int = 0) -> Doc:
        pick, number = self.chance.choice, self.chance.randint
        forms = ["count", "most", "only_most", "fewest", "more_than", "has", "order", "not"]
        form = pick(forms if nots < MOST_NOTS else forms[:-1])
        if form == "count":
            bounds = pick(
                [
                    {"at_least": number(0, 4)},
                    {"at_most": number(0, 4)},
                    {"at_least": number(0, 3), "at_most": number(0, 5)},
                ]
            )
            return self.some({"count": self.matcher(), **bounds}, scope=pick(SCOPES))
        if form == "more_than":
            return {"more_than": pick(SCOPES[1:]), "of": self.matcher()}
        if form == "has":
            return {"has": [pick(KINDS) for _ in range(number(1, 2))]}
        if form == "order":
            return {"order": number(1, 4)}
        return {"not": self.condition(nots + 1)} if form == "not" else {form: self.matcher()}

    def areas(self, cards: Doc) -> list[list[tuple[str, str, int]]]:
        box = []
        for slug, kind in cards.items():
            sort = "b" if slug.startswith("trader") else "m"
            box += [(slug, sort, n) for n in range(1, kind["copies"] + 1)]
            box += [(slug, "p", n) for n in range(1, kind.get("palace", {}).get("copies", 0) + 1)]
        self.chance.shuffle(box)
        return [
            [box.pop() for _ in range(min(len(box), self.chance.randint(0, 9)))]
            for _ in range(self.chance.randint(3, 8))
        ]


def card_id(card: tuple[str, str, int], cards: Doc) -> str:
    slug, sort, number = card
    alone = cards[slug]["copies"] + cards[slug].get("palace", {}).get("copies", 0) == 1
    return slug if alone else f"{slug}#{'p' if sort == 'p' else ''}{number}"
