"""A second referee of Āmul, written apart from the first and as plainly as possible: lists, dictionaries, the ledger.

It knows the real cards (deck and hands), follows the same commands, and says what a view and the options must be.
It only plays boxes in which everything is told.
"""

from __future__ import annotations

from random import Random
from typing import Any

EFFECT_KINDS = ["arab-merchant", "mongol-merchant", "contract", "scavenger", "mughal-warlord"]
TRADERS = [f"trader-{number}" for number in range(1, 9)]


def random_box(random: Random) -> dict[str, Any]:
    """Every fact a game needs, at random; the number of copies as in the usual box."""
    copies = {"gold": 8, "silk": 8, "camel": 6, "gem": 9, "contract": 8, "arab-merchant": 6, "mongol-merchant": 6}
    copies |= {"scavenger": 3, "mughal-warlord": 7, "arab-guard": 3, "mongol-guard": 3, "arab-general": 1, "spice": 14}
    copies |= {
        "silver": 9,
        "carpet": 3,
        "ebony": 3,
        "ivory": 3,
        "jade": 3,
        "thief": 1,
        "nomad": 1,
        "tea": 8,
        "opium": 2,
    }
    copies |= {"porcelain": 3, "medallion": 1, "oil": 3, "lamp": 3}
    palace = {"gold": 1, "silver": 2, "spice": 3, "dervish": 1, "tent": 1, "yurt": 1, "medallion": 1, "oil": 2}
    palace |= {"gem": 1, "silk": 1, "lamp": 1, "opium": 1}
    cards: dict[str, Any] = {}
    for kind in sorted({*copies, *palace, *TRADERS, "tea-trader"}):
        cards[kind] = {
            "colour": "red",
            "traits": {"prowess": random.choice([0, 0, 0, 1, 1, 2, 3])},
            "letter": random.choice("ABCDEF"),
            "position": random.choice(["hand", "area", "area", "both"]),
            "power": [],
        }
        least = 3 if kind not in copies or random.random() < 0.7 else 8
        if kind in copies or kind in [*TRADERS, "tea-trader"]:
            number = copies.get(kind, 1)
            cards[kind] |= {"copies": number, "min_players": sorted(random.randint(3, least) for _ in range(number))}
        if kind in palace:
            minimum = sorted(random.randint(3, 8) for _ in range(palace[kind]))
            cards[kind]["palace"] = {"copies": palace[kind], "min_players": minimum}
        if kind in EFFECT_KINDS:
            cards[kind]["effect"] = random.choice(["palace", "bazaar", "market", ["market", "palace"], ["bazaar"]])
        if random.random() < 0.5:  # each copy has a letter of its own
            for place in (cards[kind], cards[kind].get("palace", {})):
                if "copies" in place:
                    place["letter"] = [random.choice("ABCDEF") for _ in range(place["copies"])]
    return {"format": 2, "game": "amul", "title": "random", "cards": cards}


class Oracle:
    """``phase`` and the rest are what the referee must show."""

    def __init__(self, box: dict[str, Any], players: int, start: int, tea: int, random: Random) -> None:
        self.box, self.n, self.start, self.tea, self.random = box["cards"], players, start, tea, random
        self.kind: dict[str, str] = {}
        market, self.palace, self.bazaar = [], [], []
        for kind, entry in self.box.items():
            alone = entry.get("copies", 0) + entry.get("palace", {}).get("copies", 0) == 1
            for number, least in enumerate(entry.get("min_players", []), start=1):
                card = kind if alone else f"{kind}#{number}"
                self.kind[card] = kind
                if kind == "tea-trader":
                    self.bazaar += [card] if tea else []
                elif kind in TRADERS:
                    self.bazaar += [card] if least <= players else []
                elif kind == "tea" or least <= players:
                    market.append(card)
            for number, least in enumerate(entry.get("palace", {}).get("min_players", []), start=1):
                card = kind if alone else f"{kind}#p{number}"
                self.kind[card] = kind
                self.palace += [card] if least <= players else []
        teas = [card for card in market if self.kind[card] == "tea"]
        self.possible = {card for card in market if tea or card not in teas}
        self.deck = [card for card in market if card not in teas] + random.sample(teas, tea)
        random.shuffle(self.deck)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.known: list[set[str]] = [set() for _ in range(players)]
        for _ in range(5):
            self.deal()
        self.areas: list[list[str]] = [[] for _ in range(players)]
        self.market: list[str] = []
        self.removed: list[str] = []
        self.seen: set[str] = set()
        self.round, self.first_pick = 1, start
        self.shown: list[list[str]] = [[] for _ in range(players)]
        self.done: set[int] = set()
        self.order: list[int] = []
        self.replenish()

    def deal(self) -> None:
        for step in range(self.n):
            if self.deck:
                self.hands[(self.start + step) % self.n].append(self.deck.pop())

    def replenish(self) -> None:
        self.phase, self.laid = "replenish", {}
        self.deal()
        self.to_fill = {3: 1, 4: 2}.get(self.n, 3)
        self.after_fill()

    def after_fill(self) -> None:
        if not self.to_fill or not self.deck:
            self.phase, self.laid = "offer", {}
            self.all_laid()

    def waiting(self) -> list[int]:
        return [seat for seat in range(self.n) if seat not in self.laid and self.hands[seat]]

    def all_laid(self) -> None:
        if self.waiting():
            return
        if self.phase == "offer":
            self.market += self.laid.values()
            self.order = self.new_order()
            self.todo, self.phase = list(self.order), "pick"
            self.after_pick()
        else:
            effects = []
            for seat, card in self.laid.items():
                if self.box[self.kind[card]]["position"] == "hand":
                    self.removed.append(card)
                else:
                    self.areas[seat].append(card)
                    effects += [seat] if self.kind[card] in EFFECT_KINDS else []
            self.order = self.new_order()
            self.todo, self.phase = [seat for seat in self.order if seat in effects], "effects"
            self.after_effect()

    def after_pick(self) -> None:
        if not self.todo or not self.market:
            self.phase, self.laid = "reveal", {}
            self.all_laid()

    def open_to(self, seat: int) -> list[str]:
        told = self.box[self.kind[self.laid[seat]]]["effect"]
        lying = {"palace": self.palace, "bazaar": self.bazaar, "market": self.market}
        return [card for place in ([told] if isinstance(told, str) else told) for card in lying[place]]

    def after_effect(self) -> None:
        while self.todo and not self.open_to(self.todo[0]):
            self.todo.pop(0)
        if not self.todo:
            self.phase = "upkeep"

    def strength(self, seat: int) -> tuple[int, str]:
        symbols = [(self.box[self.kind[card]]["traits"]["prowess"], card) for card in self.areas[seat]]
        letters = [self.letter(card) for number, card in symbols if number]
        return sum(number for number, _ in symbols), min(letters, default="")

    def letter(self, card: str) -> str:
        kind, _, copy = card.partition("#")
        entry = self.box[kind]
        inside = copy.startswith("p") or "copies" not in entry
        told = entry["palace"].get("letter", entry["letter"]) if inside else entry["letter"]
        return str(told if isinstance(told, str) else told[int(copy.strip("p") or 1) - 1])

    def new_order(self) -> list[int]:
        normal = [(self.first_pick + step) % self.n for step in range(self.n)]
        if self.round <= self.n:
            return normal
        strong = [seat for seat in normal if self.strength(seat)[0]]
        strong.sort(key=lambda seat: (-self.strength(seat)[0], self.strength(seat)[1]))
        return strong + [seat for seat in normal if not self.strength(seat)[0]]

    # What the people do, and what must be listed.

    def choose(self) -> dict[str, Any]:
        """What happens next at this table, as a command."""
        if self.phase == "replenish":
            return {"do": "fill", "seat": self.start, "card": self.deck[-1]}
        if self.phase in ("offer", "reveal"):
            seat = self.random.choice(self.waiting())
            return {"do": self.phase, "seat": seat, "card": self.random.choice(self.hands[seat])}
        if self.phase == "hands":
            seat = self.random.choice([seat for seat in range(self.n) if seat not in self.done])
            keeps = [card for card in self.hands[seat] if self.box[self.kind[card]]["position"] != "area"]
            return {"do": "show", "seat": seat, "card": keeps[0]} if keeps else {"do": "done", "seat": seat}
        return self.random.choice(self.options())

    def options(self) -> list[dict[str, Any]]:
        unseen = self.possible - self.seen
        if sum(self.kind[card] == "tea" for card in self.seen) >= self.tea:
            unseen = {card for card in unseen if self.kind[card] != "tea"}
        can_hold = [
            self.known[seat] | (unseen if len(self.hands[seat]) > len(self.known[seat]) else set())
            for seat in range(self.n)
        ]
        match self.phase:
            case "replenish":
                return [{"do": "fill", "seat": self.start, "card": card} for card in unseen]
            case "offer" | "reveal":
                return [
                    {"do": self.phase, "seat": seat, "card": card} for seat in self.waiting() for card in can_hold[seat]
                ]
            case "pick":
                return [{"do": "pick", "seat": self.todo[0], "card": card} for card in self.market]
            case "effects":
                takes = [{"do": "take", "seat": self.todo[0], "card": card} for card in self.open_to(self.todo[0])]
                return [*takes, {"do": "decline", "seat": self.todo[0]}]
            case "upkeep":
                return [{"do": "upkeep", "seat": self.start}]
            case "hands":
                return [
                    option
                    for seat in range(self.n)
                    if seat not in self.done
                    for option in self.hand_options(seat, can_hold[seat])
                ]
        return []

    def hand_options(self, seat: int, can_hold: set[str]) -> list[dict[str, Any]]:
        fitting = (
            [card for card in can_hold if self.box[self.kind[card]]["position"] != "area"] if self.hands[seat] else []
        )
        found: list[dict[str, Any]] = [{"do": "show", "seat": seat, "card": card} for card in fitting]
        return found if set(fitting) & self.known[seat] else [*found, {"do": "done", "seat": seat}]

    def do(self, command: dict[str, Any]) -> None:
        seat, card = command["seat"], command.get("card", "")
        match command["do"]:
            case "fill":
                self.market.append(self.deck.pop())
                self.seen.add(card)
                self.to_fill -= 1
                self.after_fill()
            case "offer" | "reveal":
                self.leave_hand(seat, card)
                self.laid[seat] = card
                self.all_laid()
            case "pick":
                self.market.remove(card)
                self.hands[seat].append(card)
                self.known[seat].add(card)
                self.todo.pop(0)
                self.after_pick()
            case "take":
                next(place for place in (self.palace, self.bazaar, self.market) if card in place).remove(card)
                self.areas[seat].append(card)
                self.todo.pop(0)
                self.after_effect()
            case "decline":
                self.todo.pop(0)
                self.after_effect()
            case "upkeep":
                self.upkeep()
            case "show":
                self.leave_hand(seat, card)
                self.shown[seat].append(card)
            case "done":
                self.finish(seat)

    def leave_hand(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.seen.add(card)

    def upkeep(self) -> None:
        self.removed += self.market
        self.market = []
        self.first_pick = (self.first_pick + 1) % self.n
        if self.round == 9:
            self.phase = "hands"
        else:
            self.round += 1
            self.replenish()

    def finish(self, seat: int) -> None:
        self.removed += self.known[seat]
        self.hands[seat], self.known[seat] = [], set()
        self.done.add(seat)
        if len(self.done) == self.n:
            self.phase = "over"
            for number, cards in enumerate(self.shown):
                self.areas[number] += cards

    def expected(self) -> dict[str, Any]:
        """What a view must say; places as sorted lists."""
        acting = self.todo[0] if self.phase in ("pick", "effects") else None
        return {
            "round": self.round,
            "phase": self.phase,
            "turn": self.start if self.phase in ("replenish", "upkeep") else acting,
            "first_pick": self.first_pick,
            "start": self.start,
            "market": sorted(self.market),
            "palace": sorted(self.palace),
            "bazaar": sorted(self.bazaar),
            "removed": sorted(self.removed),
            "areas": [sorted(area) for area in self.areas],
            "hands": [len(hand) for hand in self.hands],
            "prowess": [self.strength(seat)[0] for seat in range(self.n)],
            "letters": [self.strength(seat)[1] or None for seat in range(self.n)],
            "deck": len(self.deck),
            "order": self.order if self.phase in ("pick", "effects") else None,
        }
