"""Simulated players of Āmul with a real deck and hidden hands; they move cards, and tell the rest by buttons.

They read the companion's screen before they act, and wait until it has understood what they did last. So they also
follow an undo, and put cards back when asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias, cast

from companion.language.wording import Trouble
from companion.play.simulated.players import Act, LayDown, OnView, PickUp, Say, truthful
from companion.play.simulated.simulated_table import SimulatedTable
from rules.amul.cards import TEA, TEA_TRADER, Card
from rules.amul.commands import Decline, Done, Pick, Take
from rules.amul.events import Place
from rules.amul.facts import Facts, parse_facts
from rules.amul.letters import letter_on
from rules.amul.ties import TIES, tie_by
from rules.amul.view import AmulView, amul_view
from rules.core.commands import value_of
from rules.core.game import Setup
from rules.core.questions import Question
from rules.core.table import Move
from rules.core.view import View
from rules.core.words import words

Shown: TypeAlias = OnView[AmulView]

DECLINES = 0.15  # how often an effect is declined
OPEN: tuple[Place, ...] = ("market", "palace", "bazaar")
AT_ONCE = 6  # cards of an area laid on the mat at once
PATIENCE = 8  # looks after which they go on, even if their cards were not read


class AmulPlayers:
    """Everybody at the table, and the cards that only they can see."""

    def __init__(
        self, document: Mapping[str, Any], players: int, tea: int, table: SimulatedTable, random: Random
    ) -> None:
        """``document``: what is printed on the cards of this box, including every position."""
        facts = parse_facts(document)
        self.table = table
        self._document = document
        self._random = random
        self._position = {card: facts.kind_of(card).position or "area" for card in facts.cards}
        self._deck = _deck(facts, players, tea, random)
        self._box = tuple(self._deck)
        self._picked: set[str] = set()  # cards in hands that everybody has seen being picked
        self._hands: list[list[str]] = [self._draw(5) for _ in range(players)]
        self._areas: list[list[str]] = [[] for _ in range(players)]
        self._removed: list[str] = []
        self._owner: dict[str, int] = {}  # whose hand a card came from
        self._known: dict[str, bool] = {}  # whether everybody knew it was there
        self._offered: dict[int, str] = {}  # told by hand early, and still face down
        self._showing: int | None = None  # whose card lies on the mat
        self._left: dict[int, list[str]] = {}  # what hands held when they were done
        self._waited = 0
        table.lay([card.id for card in facts.of_source("palace") if card.is_used_by(players)], "palace")
        table.lay([card.id for card in facts.of_source("bazaar") if _trades(card, players, tea)], "bazaar")

    def next_act(self, shown: OnView[View]) -> Act | None:
        phases: dict[str, Callable[[Shown], Act | None]] = {
            "replenish": self._replenish,
            "offer": self._offer,
            "pick": self._pick,
            "reveal": self._reveal,
            "effects": self._effects,
            "upkeep": self._upkeep,
            "hands": self._show_hand,
        }
        act = phases.get(shown.view["phase"])
        return act(cast("Shown", shown)) if act is not None else None

    def answer(self, question: Question) -> Any:
        if question.fact.startswith(TIES):
            first = tie_by(question.fact, self._letter)
            return next(answer for answer in question.answers if value_of(answer) == first)
        return truthful(question, self._document, blank)

    def _letter(self, card: str) -> str:
        return letter_on(self._document["cards"][card.partition("#")[0]], card) or "Z"

    def put_back(self, move: Move) -> Act:
        """Puts one card back, as an undo asks for."""
        sort, _, number = move.target.partition("-")
        self._forget(move.card)
        if sort in OPEN:
            return self._lay((move.card,), sort)
        if sort == "mat":
            self._areas[self._owner[move.card]].append(move.card)
            return self._lay((move.card,), "mat")
        if sort in ("hand", "down"):
            self._hands[int(number) if number else self._owner[move.card]].append(move.card)
            self._picked |= {move.card} if self._known.get(move.card) else set()
        elif sort == "seat":
            # Face down again; when turned up, it goes where it went before.
            (self._removed if self._position[move.card] == "hand" else self._areas[int(number)]).append(move.card)
        elif sort == "deck":
            self._deck.insert(0, move.card)
        return PickUp((move.card,))

    def follow(self, command: Any) -> None:
        match command:
            case Pick(seat, card) | Take(seat, card) if card in {lying.card for lying in self.table.lying}:
                self.table.lift((card,))
                is_pick = isinstance(command, Pick)
                (self._hands if is_pick else self._areas)[seat].append(card)
                self._picked |= {card} if is_pick else set()

    def take_up(self, views: Sequence[View]) -> None:
        """Lays the table as in a game in progress; unseen cards are dealt again, as nobody can tell the difference."""
        view, own = amul_view(views[0]), [amul_view(view)["own"] for view in views]
        players = view["players"]
        self._areas = [[*player["area"], *mine["shown"]] for player, mine in zip(players, own, strict=True)]
        self._removed = list(view["removed"])
        self.table.lift(self.table.zone("mat"))
        for zone in OPEN:
            self.table.lift(self.table.zone(zone))
            self.table.lay(view[zone], zone)
        down = {seat: mine["face_down"] for seat, mine in enumerate(own) if mine["face_down"] is not None}
        self._offered, self._left, self._showing, self._waited = {}, {}, None, 0
        if view["phase"] == "offer":
            self._offered = down
        else:
            for seat, card in down.items():
                self._turn_up(seat, card)
        seen = {*down.values(), *self._removed, *view["market"], *(card for area in self._areas for card in area)}
        self._picked = {card for mine in own for card in mine["known"]}
        self._deck = [card for card in self._box if card not in seen | self._picked]
        self._random.shuffle(self._deck)
        self._hands = [
            [*mine["known"], *self._draw(player["hand_count"] - len(mine["known"]))]
            for mine, player in zip(own, players, strict=True)
        ]
        self._deck = self._deck[: view["deck_count"]]  # the rest was put away unseen at the end

    def truth(self) -> dict[str, Any]:
        return {
            "areas": [sorted(area) for area in self._areas],
            **{zone: sorted(self.table.zone(zone)) for zone in OPEN},
            "removed": sorted(set(self._removed)),
            "hands": [len(hand) for hand in self._hands],
            "deck": len(self._deck),
        }

    def belief(self, view: View) -> dict[str, Any]:
        shown = amul_view(view)
        players = shown["players"]
        return {
            "areas": [sorted(player["area"]) for player in players],
            **{zone: sorted(shown[zone]) for zone in OPEN},
            "removed": sorted(shown["removed"]),
            "hands": [player["hand_count"] for player in players],
            "deck": shown["deck_count"],
        }

    # One method for each phase; None: they wait until the companion has understood.

    def _replenish(self, shown: Shown) -> Act | None:
        if not self._is_understood(shown):
            return None
        self._even_out(shown)
        return self._lay(self._draw(shown.view["to_fill"]), "market")

    def _offer(self, shown: Shown) -> Act | None:
        if not self._is_understood(shown):
            return None
        told, self._offered = self._offered, {}
        offers = [told.get(seat) or self._play(seat) for seat, hand in enumerate(self._hands) if hand]
        return self._lay(offers, "market")

    def _pick(self, shown: Shown) -> Act | None:
        if not self._is_understood(shown):
            return None
        card = self._random.choice(self.table.zone("market"))
        self._hands[_turn(shown)].append(card)
        self._picked.add(card)
        return self._lift((card,))

    def _reveal(self, shown: Shown) -> Act | None:
        """One by one they show a card on the mat and take it away once it has been read."""
        lying = self.table.zone("mat")
        if lying:
            known = {*shown.view["removed"], *(card for player in shown.view["players"] for card in player["area"])}
            is_read = shown.focus != self._showing or known.issuperset(lying)
            return self._lift(lying) if is_read else None
        seat = shown.focus
        if seat is None:
            return None
        card = self._play(seat, stays=True)
        self._showing = seat
        self._turn_up(seat, card)
        return self._lay((card,), "mat")

    def _effects(self, shown: Shown) -> Act | None:
        if lying := self.table.zone("mat"):
            return self._lift(lying)
        if not self._is_understood(shown):
            return None
        takes = [option for option in shown.options if isinstance(option, Take)]
        declines = [option for option in shown.options if isinstance(option, Decline)]
        if declines and (not takes or self._random.random() < DECLINES):
            return Say(declines[0])
        card = self._random.choice(takes).card
        self._areas[_turn(shown)].append(card)
        return self._lift((card,))

    def _upkeep(self, shown: Shown) -> Act | None:
        if lying := self.table.zone("mat"):
            return self._lift(lying)
        if left := self.table.zone("market"):
            self._removed += left
            return self._lift(left)
        return None if shown.view["market"] else Say(shown.options[0])

    def _show_hand(self, shown: Shown) -> Act | None:
        """Seat by seat they lay their area on the mat, then the hand cards that may stay, and say when that is all."""
        seat, lying = shown.focus, self.table.zone("mat")
        if seat is None:
            return self._lift(lying) if lying else None
        self._take_up(seat)
        if set(lying) - set(self._areas[seat]):
            return self._lift(lying)
        if not set(lying) <= shown.read and self._waits():
            return None  # not all of them are ticked off yet
        self._waited = 0
        unread = [card for card in self._areas[seat] if card not in shown.read and card not in lying]
        if lying and (unread or len(lying) >= AT_ONCE):
            return self._lift(lying)
        if unread:
            return self._lay(unread[:AT_ONCE], "mat")
        keeps = [card for card in self._hands[seat] if self._position[card] != "area"]
        return self._show_card(seat, keeps[0]) if keeps else self._end_hand(seat, shown)

    def _waits(self) -> bool:
        self._waited += 1
        return self._waited <= PATIENCE

    def _show_card(self, seat: int, card: str) -> Act:
        self._hands[seat].remove(card)
        self._areas[seat].append(card)
        self._owner[card] = seat
        return self._lay((card,), "mat")

    def _end_hand(self, seat: int, shown: Shown) -> Act | None:
        done = next((Say(option) for option in shown.options if option == Done(seat)), None)
        if done is not None:
            self._left[seat], self._hands[seat] = self._hands[seat], []
            self._removed += self._leaves_in_the_open(seat)
        return done

    def _take_up(self, seat: int) -> None:
        """Asked again after being done: that was undone, so they take up the hand again."""
        if seat in self._left:
            gone = self._leaves_in_the_open(seat)
            self._removed = [card for card in self._removed if card not in gone]
            self._hands[seat] += self._left.pop(seat)

    def _leaves_in_the_open(self, seat: int) -> list[str]:
        return [card for card in self._left[seat] if card in self._picked]

    def _is_understood(self, shown: Shown) -> bool:
        return all(set(self.table.zone(zone)) == set(shown.view[zone]) for zone in OPEN)

    def _even_out(self, shown: Shown) -> None:
        """Deals hands for the round, or takes cards back if that was undone."""
        for hand, player in zip(self._hands, shown.view["players"], strict=True):
            while len(hand) < player["hand_count"] and self._deck:
                hand.extend(self._draw(1))

    def _turn_up(self, seat: int, card: str) -> None:
        """Where a revealed card goes."""
        self._owner[card] = seat
        (self._removed if self._position[card] == "hand" else self._areas[seat]).append(card)

    def _draw(self, count: int) -> list[str]:
        drawn, self._deck = self._deck[:count], self._deck[count:]
        return drawn

    def _play(self, seat: int, stays: bool = False) -> str:
        """Any card; to reveal, preferably one that stays, as the rules advise."""
        hand = self._hands[seat]
        fitting = [card for card in hand if self._position[card] != "hand"] if stays else []
        card = self._random.choice(fitting or hand)
        hand.remove(card)
        self._known[card] = card in self._picked
        self._picked.discard(card)
        self._owner[card] = seat
        return card

    def _forget(self, card: str) -> None:
        for place in (*self._hands, *self._areas, self._removed, self._deck):
            if card in place:
                place.remove(card)
        self.table.lift((card,))

    def _lay(self, cards: Sequence[str], zone: str) -> Act:
        self.table.lay(cards, zone)
        return LayDown(tuple(cards), zone)

    def _lift(self, cards: Sequence[str]) -> Act:
        self.table.lift(cards)
        return PickUp(tuple(cards))


def _deck(facts: Facts, players: int, tea: int, random: Random) -> list[str]:
    """The market cards in use and the agreed number of Tea cards, shuffled."""
    market = facts.of_source("market")
    deck = [card.id for card in market if card.kind != TEA and card.is_used_by(players)]
    teas = [card.id for card in market if card.kind == TEA]
    if not 0 <= tea <= len(teas):
        raise Trouble(words("command.tea", most=len(teas), got=tea))
    deck += random.sample(teas, tea)
    random.shuffle(deck)
    return deck


def blank(fact: str) -> int | None:
    """A card with known symbols has none that are not named."""
    return 0 if ".traits." in fact else None


def _turn(shown: Shown) -> int:
    turn = shown.view["turn"]
    assert turn is not None, f"nobody's turn in {shown.view['phase']}"
    return turn


def _trades(card: Card, players: int, tea: int) -> bool:
    return tea > 0 if card.kind == TEA_TRADER else bool(card.is_used_by(players))


def new_people(setup: Setup, box: Mapping[str, Any], table: SimulatedTable, random: Random) -> AmulPlayers:
    """``box``: what is printed on the cards of these players."""
    return AmulPlayers(box, len(setup.players), int(setup.options.get("tea", 0)), table, random)
