"""Das Amulett a second time, told as one long story: a generator that asks a seat and waits for the answer.

It shares nothing with the rules but the names of commands, so that two tellings of the same ledger can be compared.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator
from typing import Any

Ask = Generator[tuple[int, list[dict[str, Any]]], dict[str, Any], Any]

METALS = ["gold", "silver", "copper", "iron"]
WANTED = {"water": "gold", "forest": "silver", "steppe": "copper", "mountain": "iron"}
COUNT = {"red": 7, "yellow": 7, "green": 7, "colourless": 7}
COLOURS = [*COUNT, "white", "light-blue", "dark-blue", "grey", "orange", "brown"]


class Won(Exception):
    """Somebody has filled the amulet."""


class Story:
    def __init__(self, names: list[str], start: int, facts: dict[str, Any], table: dict[str, Any]) -> None:
        self.names, self.n, self.start, self.facts = names, len(names), start, facts
        self.areas, self.rulings = facts["areas"], facts["rulings"]
        self.board = {area: list(table["gems"][area]) for area in self.areas}
        self.party = table["party"]
        self.spells = [dict(mine) for mine in table["spells"]]
        self.gems = [list(mine) for mine in table["amulets"]]
        self.hands = [Counter(mine) for mine in table["metals"]]
        self.markers = list(table["markers"])
        used = {spell for mine in self.spells for spell in mine}
        self.unseen = {spell for spell in facts["spells"] if spell not in used and spell not in table["deck"]}
        self.deck: list[str | None] = [*table["deck"], *[None] * len(self.unseen)]
        self.aside: list[str | None] = []
        self.round, self.phase, self.turn = 0, "spell", start
        self.passed: list[int] = []
        self.bid: int | None = None
        self.bidder: int | None = None
        self.card: str | None = None
        self.left: int | None = None
        self.lying: Counter[str] | None = None
        self.winner: int | None = None
        self.extra: tuple[int, str] | None = None

    # What the shared view says; None where this telling makes no claim.

    def view(self) -> dict[str, Any]:
        stacks = Counter(dict.fromkeys(METALS, 28))
        for hand in (*self.hands, self.lying or Counter()):
            stacks.subtract(hand)
        return {
            "round": self.round,
            "phase": self.phase,
            "start": self.start,
            "party": self.party,
            "turn": None if self.phase == "over" else self.turn,
            "spell": self.card,
            "exchanges_left": self.left or 0,
            "board": {area: sorted(gems) for area, gems in self.board.items()},
            "stacks": {metal: stacks[metal] for metal in METALS},
            "open_bid": {} if self.lying is None else {metal: self.lying[metal] for metal in METALS},
            "deck_count": len(self.deck),
            "aside_count": len(self.aside),
            "winner": self.winner,
            "players": [
                {
                    "name": self.names[seat],
                    "supply": 10 - sum(self.spells[seat].values()),
                    "spells": self.spells[seat],
                    "gems": self.gems[seat],
                    "metal_total": sum(self.hands[seat].values()),
                }
                for seat in range(self.n)
            ],
        }

    def seats(self, first: int) -> list[int]:
        return [(first + n) % self.n for n in range(self.n)]

    def ask(self, seat: int, options: list[dict[str, Any]], *, alone: bool = True) -> Ask:
        """``alone``: a single way happens by itself."""
        if alone and len(options) == 1:
            return options[0]
        self.turn = seat
        return (yield seat, [{**option, "seat": seat} for option in options])

    def play(self) -> Ask:
        try:
            while True:
                self.round += 1
                for phase in (self.spell_phase, self.metal_phase, self.gem_phase, self.energy_phase):
                    yield from phase()
        except Won:
            self.phase = "over"

    def spell_phase(self) -> Ask:
        self.phase = "spell"
        self.aside, self.deck = self.deck[: self.n], self.deck[self.n :]
        while self.aside:
            upper = self.aside[0]
            if upper is None:
                chosen = yield from self.ask(self.start, [{"do": "open", "spell": spell} for spell in self.unseen])
                upper = chosen["spell"]
                self.unseen.remove(upper)
            self.aside.pop(0)
            self.card = upper
            for seat in self.seats(self.start):
                free = 10 - sum(self.spells[seat].values())
                bids = [{"do": "bid", "amount": n} for n in range((self.bid or 0) + 1, free + 1)]
                said = yield from self.ask(seat, [*bids, {"do": "pass"}], alone=False)
                if said["do"] == "bid":
                    self.bid, self.bidder = said["amount"], seat
                else:
                    self.passed.append(seat)
            if self.bidder is None:
                self.deck.append(upper)
            else:
                self.spells[self.bidder][upper] = self.bid or 0
                self.start = self.bidder
            self.hush()

    def hush(self) -> None:
        self.card = self.bid = self.bidder = None
        self.passed = []

    def stack(self, metal: str) -> int:
        return int(self.view()["stacks"][metal])

    def metal_phase(self) -> Ask:
        self.phase = "metal"
        for seat in self.seats(self.start):
            if "teleportation" in self.spells[seat]:
                yield from self.teleport(seat)
            due = Counter(symbol for spell in self.spells[seat] for symbol in self.facts["spells"][spell]["income"])
            for name, gem, metal in (
                ("des-bernstein", "yellow", "gold"),
                ("des-diamanten", "colourless", "silver"),
                ("der-rubine", "red", "copper"),
                ("der-smaragde", "green", "iron"),
            ):
                if f"magie-{name}" in self.spells[seat]:
                    due[metal] += 2 * self.gems[seat].count(gem)
            jokers = due.pop("any", 0)
            for metal in METALS:
                for _ in range(due[metal]):
                    if self.stack(metal):
                        self.hands[seat][metal] += 1
                    else:
                        jokers += 1
            for _ in range(jokers):
                there = [metal for metal in METALS if self.stack(metal)]
                if there:
                    chosen = yield from self.ask(seat, [{"do": "choose", "metal": metal} for metal in there])
                    self.hands[seat][chosen["metal"]] += 1

    def teleport(self, seat: int) -> Ask:
        lifts = [{"do": "lift", "area": area, "gem": gem} for area, gems in self.board.items() for gem in set(gems)]
        said = yield from self.ask(seat, [*lifts, {"do": "decline", "spell": "teleportation"}])
        if said["do"] == "decline":
            return
        others = [{"do": "place", "area": area} for area in self.board if area != said["area"]]
        where = yield from self.ask(seat, others)
        self.board[said["area"]].remove(said["gem"])
        self.board[where["area"]].append(said["gem"])

    def gem_phase(self) -> Ask:
        self.phase, self.extra, picked = "gem", None, None
        for seat in self.seats(self.start):
            mine = [spell for spell in ("brennendes-verlangen", "magische-reise") if spell in self.spells[seat]]
            while mine:
                options: list[dict[str, Any]] = [{"do": "decline", "spell": spell} for spell in mine]
                if "brennendes-verlangen" in mine:
                    options += [{"do": "name", "metal": metal} for metal in METALS]
                if "magische-reise" in mine:
                    options += [{"do": "pick", "marker": n} for n in (3, 4, 5, 6)]
                said = yield from self.ask(seat, options)
                if said["do"] == "decline":
                    mine.remove(said["spell"])
                elif said["do"] == "name":
                    self.extra = (seat, said["metal"])
                    mine.remove("brennendes-verlangen")
                else:
                    picked = said["marker"]
                    mine.remove("magische-reise")
        if picked is None and self.markers:
            picked = self.markers.pop(0)
        if picked is None:
            drawn = yield from self.ask(self.start, [{"do": "draw", "marker": n} for n in (3, 4, 5, 6)])
            picked = drawn["marker"]
        self.left = picked
        while self.left:
            if self.board[self.party]:
                yield from self.exchange()
            yield from self.move()
            self.left -= 1
        self.left = None

    def has(self, seat: int, spell: str) -> bool:
        return spell in self.spells[seat]

    def pyramid(self) -> bool:
        return bool(self.areas[self.party]["pyramid"])

    def wall(self) -> bool:
        return "wall" in self.areas[self.party]

    def good(self, seat: int) -> list[str]:
        terrain = self.areas[self.party]["terrain"]
        everything = terrain == "city" or (self.has(seat, "goettliche-metamorphose") and self.pyramid())
        if everything or (self.has(seat, "steinerne-metamorphose") and self.wall()):
            return METALS
        good = {WANTED[terrain]}
        good |= {self.extra[1]} if self.extra and (self.rulings["M-R1"] == "all" or self.extra[0] == seat) else set()
        for metal, name in zip(METALS, ("goldene", "silberne", "kupferne", "eiserne"), strict=True):
            good |= {metal} if self.has(seat, f"{name}-metamorphose") else set()
        return sorted(good)

    def exchange(self) -> Ask:
        inside = self.seats(self.start)
        place = 0
        while inside and not (len(inside) == 1 and self.bidder == inside[0]):
            seat = inside[place % len(inside)]
            least = 1
            if self.bid is not None and self.bidder is not None:
                least = self.bid + (2 if self.has(self.bidder, "gewaltige-macht") else 1)
                least = self.bid if self.has(seat, "ueberlegenheit") else least
            most = sum(self.hands[seat][metal] for metal in self.good(seat))
            bids = [{"do": "bid", "amount": n} for n in range(least, most + 1)]
            said = yield from self.ask(seat, [*bids, {"do": "pass"}], alone=False)
            if said["do"] == "bid":
                self.bid, self.bidder = said["amount"], seat
                place = inside.index(seat) + 1
            else:
                self.passed.append(seat)
                place = inside.index(seat)
                inside.remove(seat)
        if self.bidder is not None:
            self.start = self.bidder
            yield from self.pay(self.bidder, self.bid or 0)
            yield from self.take_gems(self.bidder)
        self.hush()

    def pay(self, winner: int, amount: int) -> Ask:
        good = self.good(winner)
        ways = [{}]
        for metal in good:
            held = self.hands[winner][metal]
            ways = [{**way, metal: n} if n else way for way in ways for n in range(held + 1)]
        ways = [way for way in ways if sum(way.values()) == amount]
        said = yield from self.ask(winner, [{"do": "lay", "metals": way} for way in ways], alone=len(good) == 1)
        self.lying = Counter(said["metals"])
        self.hands[winner].subtract(self.lying)
        for seat in self.seats(winner):
            takes = self.has(seat, "des-kroesus-uebler-fluch") + self.has(seat, "des-geizes-uebler-fluch")
            if seat == winner:
                takes += self.rulings["M-R4"] * self.has(seat, "einfluss")
                takes += self.rulings["M-R5"] * (self.has(seat, "einfluss-der-baumeister") and self.wall())
                takes += self.rulings["M-R6"] * (self.has(seat, "einfluss-der-pharaonen") and self.pyramid())
            while takes and sum(self.lying.values()):
                back = [{"do": "take_back", "metal": metal} for metal in METALS if self.lying[metal]]
                said = yield from self.ask(seat, [*back, {"do": "enough"}])
                if said["do"] == "enough":
                    break
                self.lying[said["metal"]] -= 1
                self.hands[seat][said["metal"]] += 1
                takes -= 1
        self.lying = None

    def take_gems(self, winner: int) -> Ask:
        builders = self.wall() if self.rulings["M-R8"] == "wall" else self.pyramid()
        gifts = self.has(winner, "geschenk") + (self.has(winner, "geschenk-der-baumeister") and builders)
        gifts += self.has(winner, "geschenk-der-pharaonen") and self.pyramid()
        here = self.board[self.party]
        for number in range(1 + gifts):
            if not here:
                return
            seen = Counter(gem for gems in (*self.board.values(), *self.gems) for gem in gems)
            colours = {gem for gem in here if gem != "?"}
            colours |= {gem for gem in COLOURS if "?" in here and seen[gem] < COUNT.get(gem, 4)}
            options = [{"do": "take_gem", "gem": gem} for gem in colours]
            said = yield from self.ask(winner, options + ([{"do": "enough"}] if number else []))
            if said["do"] == "enough":
                return
            here.remove(said["gem"] if said["gem"] in here else "?")
            self.gems[winner].append(said["gem"])
            if len(self.gems[winner]) == 8 or len(set(self.gems[winner])) == 7:
                self.winner = winner
                raise Won

    def move(self) -> Ask:
        full = [area for area in self.areas if self.board[area] and area != self.party]
        near = [area for area in full if area in self.areas[self.party]["neighbours"]]
        if self.has(self.start, "schwingen-des-phoenix") or not near:
            near = full
        if near:
            said = yield from self.ask(self.start, [{"do": "move", "area": area} for area in near])
            self.party = said["area"]

    def energy_phase(self) -> Ask:
        self.phase = "energy"
        for seat in self.seats(self.start):
            yield from self.blue(seat)
            ended = []
            for spell, stones in self.spells[seat].items():
                left = max(0, stones - self.facts["spells"][spell]["cost"])
                self.spells[seat][spell] = left
                ended += [spell] if not left else []
            while ended:
                said = yield from self.ask(seat, [{"do": "put_under", "spell": spell} for spell in ended])
                ended.remove(said["spell"])
                self.under(seat, said["spell"])

    def under(self, seat: int, spell: str) -> None:
        del self.spells[seat][spell]
        self.deck.append(spell)

    def blue(self, seat: int) -> Ask:
        power = {"sog-der-finsternis": 2, "sog-des-lichts": 1}
        mine = {name: power.get(name, 1) for name in ("energiebogen", *power) if self.has(seat, name)}
        while True:
            theirs = {spell: other for other in range(self.n) if other != seat for spell in self.spells[other]}
            own = [spell for spell in self.spells[seat] if spell != "energiebogen"]
            mine = {name: left for name, left in mine.items() if left and (own if name == "energiebogen" else theirs)}
            if not mine:
                return
            options: list[dict[str, Any]] = [{"do": "decline", "spell": name} for name in mine]
            if "energiebogen" in mine:
                options += [{"do": "shift", "spell": spell} for spell in own]
            pulls = [name for name in power if name in mine]
            options += [{"do": "drain", "spell": spell} for spell in theirs] if pulls else []
            said = yield from self.ask(seat, options)
            spell = said["spell"]
            if said["do"] == "decline":
                del mine[spell]
            elif said["do"] == "shift":
                self.spells[seat][spell] += 1
                self.spells[seat]["energiebogen"] -= 1
                if not self.spells[seat]["energiebogen"]:
                    self.under(seat, "energiebogen")
                    del mine["energiebogen"]
            else:
                mine[pulls[0]] -= 1
                self.spells[theirs[spell]][spell] -= 1
                if not self.spells[theirs[spell]][spell]:
                    self.under(theirs[spell], spell)


def canonical(command: dict[str, Any]) -> str:
    return json.dumps(command, sort_keys=True)
