"""Simulated players of Das Amulett with a real deck, real gems and metal cards, some of them tagged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias, TypeVar, cast

from companion.play.simulated.players import Act, LayDown, OnView, PickUp, Say, truthful
from companion.play.simulated.simulated_table import SimulatedTable
from rules.amulett import commands as c
from rules.amulett.facts import parse_facts
from rules.amulett.reading import MAT, metal_of
from rules.amulett.spells import ARC, SPELLS, WINGS
from rules.amulett.stock import GEMS, MARKERS
from rules.amulett.view import AmulettView, amulett_view
from rules.core.game import Setup
from rules.core.questions import Question
from rules.core.seats import clockwise
from rules.core.table import Move
from rules.core.view import View

Shown: TypeAlias = OnView[AmulettView]
C = TypeVar("C")

EAGER = {"spell": 0.45, "gem": 0.7}  # how often a player who can bid does
HESITANT = 3  # bids exceed the least one by at most this
PATIENCE = 8  # looks after which a bid that was not read is picked up, and told
MOST_LAID = 24  # cards that fit on the mat; a larger bid is told


class AmulettPlayers:
    """They lay down what comes up, say their bids, and move cards where the companion says."""

    def __init__(self, document: Mapping[str, Any], players: int, table: SimulatedTable, random: Random) -> None:
        self.table = table
        self._document = document
        self._random = random
        self._deck = random.sample(SPELLS, len(SPELLS))
        self._aside: list[str] = []
        self._spells: list[list[str]] = [[] for _ in range(players)]
        self._gems: list[list[str]] = [[] for _ in range(players)]
        self._loose: list[str] = []  # gems that an undo took off the board or from a player
        self._areas = parse_facts(document).areas
        self._board = _filled_board(document, random)
        self._party = ""
        self._up: str | None = None  # the spell on the mat
        self._read = False  # whether the companion has seen it
        self._first: str | None = None
        self._lifted: str | None = None
        self._waited = 0

    def next_act(self, shown: OnView[View]) -> Act | None:
        return self._next_act(cast("Shown", shown))

    def _next_act(self, shown: Shown) -> Act | None:
        self._carry(shown.view)
        self._even_board(shown)
        if (act := self._clear_mat(shown)) is not None:
            return act
        kinds = {type(option) for option in shown.options}
        if self._up is None and (kinds & {c.Deal, c.Open} or shown.view["spell"] is not None):
            return self._open_next(shown)
        if self._up is not None and not self._read:
            return None
        if c.Lay in kinds:
            return self._pay(shown)
        self._waited = 0
        if c.TakeBack in kinds and (act := self._take_card(shown)) is not None:
            return act
        return self._say(shown) if shown.options else None

    def answer(self, question: Question) -> Any:
        return truthful(question, self._document, blank)

    def put_back(self, move: Move) -> Act:
        self._forget(move.card)
        sort, _, number = move.target.partition("-")
        if sort == "seat":
            self._spells[int(number)].append(move.card)
        elif sort == "deck":
            self._aside.insert(0, move.card)
        else:
            self._up, self._read = move.card, True
            return self._lay((move.card,))
        return PickUp((move.card,))

    def follow(self, command: Any) -> None:
        """What was told shows in the view, and the next act follows it."""

    def take_up(self, views: Sequence[View]) -> None:
        """The deck is shuffled again, except for cards that the companion opens by itself."""
        view = amulett_view(views[0])
        self.table.lift(self.table.zone(MAT))
        self._up, self._read, self._lifted, self._waited = None, False, None, 0
        self._spells = [[item["spell"] for item in player["spells"]] for player in view["players"]]
        self._gems = [list(player["gems"]) for player in view["players"]]
        on_tables = {view["spell"], *(spell for mine in self._spells for spell in mine)}
        rest = [spell for spell in self._random.sample(SPELLS, len(SPELLS)) if spell not in on_tables]
        self._aside, self._deck = rest[: view["aside_count"]], rest[view["aside_count"] :]
        self._board = _rest_of_board(view["board"], self._gems, self._random)
        self._party, self._loose = view["party"], []

    def truth(self) -> dict[str, Any]:
        return {
            "spells": [sorted(mine) for mine in self._spells],
            "gems": [sorted(mine) for mine in self._gems],
            "deck": len(self._deck),
        }

    def belief(self, view: View) -> dict[str, Any]:
        shown = amulett_view(view)
        players = shown["players"]
        return {
            "spells": [sorted(item["spell"] for item in player["spells"]) for player in players],
            "gems": [sorted(player["gems"]) for player in players],
            "deck": shown["deck_count"],
        }

    # Doing what the companion announces.

    def _carry(self, view: AmulettView) -> None:
        self._read = self._read or (self._up is not None and self._up in self._named(view))
        if self._up is not None and self._read and view["spell"] != self._up:
            self._give_away(self._up, view)
        self._put_under(view)
        for seat, player in enumerate(view["players"]):
            self._even_gems(seat, player["gems"])
        self._party = view["party"]
        self._set_aside(view)

    def _set_aside(self, view: AmulettView) -> None:
        """Sets spells aside for a new round; if a round was undone, its spells go back on the deck."""
        wanted = view["aside_count"] - (self._up is not None and not self._read)
        while len(self._aside) > max(0, wanted):
            self._deck.insert(0, self._aside.pop())
        while len(self._aside) < wanted and self._deck:
            self._aside.append(self._deck.pop(0))

    def _put_under(self, view: AmulettView) -> None:
        """Puts spells without stones under the deck: first the one just emptied or chosen, then seat by seat."""
        gone = []
        for seat in clockwise(view["start"], len(self._spells)):
            left = {item["spell"] for item in view["players"][seat]["spells"]}
            gone += [(seat, spell) for spell in self._spells[seat] if spell not in left]
        for seat, spell in sorted(gone, key=lambda item: item[1] != self._first):
            self._spells[seat].remove(spell)
            self._deck.append(spell)

    def _named(self, view: AmulettView) -> set[str | None]:
        return {view["spell"], *(item["spell"] for player in view["players"] for item in player["spells"])}

    def _give_away(self, spell: str, view: AmulettView) -> None:
        """The card on the mat goes to its new owner, or under the deck."""
        for seat, player in enumerate(view["players"]):
            if spell in {item["spell"] for item in player["spells"]}:
                self._spells[seat].append(spell)
                break
        else:
            self._deck.append(spell)
        self._up = None

    def _even_gems(self, seat: int, shown: Sequence[str]) -> None:
        """Takes a gem, or gives one back after an undo."""
        mine = self._gems[seat]
        for gem in (Counter(shown) - Counter(mine)).elements():
            self._take_gem(seat, gem)
        for gem in (Counter(mine) - Counter(shown)).elements():
            mine.remove(gem)
            self._loose.append(gem)

    def _take_gem(self, seat: int, gem: str) -> None:
        self._gems[seat].append(gem)
        if gem in self._board.get(self._party, []):
            self._board[self._party].remove(gem)

    def _even_board(self, shown: Shown) -> None:
        """After an undo, gems that were taken or moved go back where the screen has them."""
        if self._lifted is not None and not any(isinstance(option, c.Place) for option in shown.options):
            self._loose.append(self._lifted)
            self._lifted = None
        board = shown.view["board"]
        for area, gems in self._board.items():
            self._loose += [gems.pop() for _ in range(len(gems) - len(board.get(area, gems)))]
        for area, gems in self._board.items():
            named = list((Counter(board.get(area, ())) - Counter(gems)).elements())
            for gem in [*named, *("?" * len(named))][: len(board.get(area, gems)) - len(gems)]:
                if self._loose:
                    gems.append(self._loose.pop(self._loose.index(gem) if gem in self._loose else -1))

    # On the mat.

    def _clear_mat(self, shown: Shown) -> Act | None:
        """Picks up spells that are no longer up for auction, and cards that are no longer part of the bid."""
        lying = self.table.zone(MAT)
        if strange := [card for card in lying if metal_of(card) is None and card != self._up]:
            return self._lift(strange)
        if any(isinstance(option, c.Lay) for option in shown.options):
            return None
        open_bid = Counter(shown.view["open_bid"])
        too_many = []
        for card in lying:
            metal = metal_of(card)
            if metal is not None and open_bid[metal] <= 0:
                too_many.append(card)
            elif metal is not None:
                open_bid[metal] -= 1
        return self._lift(too_many) if too_many else None

    def _open_next(self, shown: Shown) -> Act | None:
        pile = self._deck if shown.view["phase"] == "setup" else self._aside
        spell = shown.view["spell"] or self._next_of(pile, shown)
        if spell in pile:
            pile.remove(spell)
        elif spell in self._deck:  # after resuming a game: the companion knows the order, these players do not
            self._deck = [*(other for other in self._deck if other != spell), *pile[:1]]
            del pile[:1]
        self._up, self._read = spell, False
        return self._lay((spell,))

    def _next_of(self, pile: Sequence[str], shown: Shown) -> str:
        """The first possible card: one that everybody has seen go under the deck does not come up yet."""
        may_come = {option.spell for option in shown.options if isinstance(option, c.Deal | c.Open)}
        return next((spell for spell in (*pile, *self._deck) if spell in may_come), pile[0])

    def _pay(self, shown: Shown) -> Act | None:
        """Lays the cards of the bid openly, or tells them: if they are too many for the mat, or were not read."""
        if lying := [card for card in self.table.zone(MAT) if metal_of(card)]:
            self._waited += 1
            return self._lift(lying) if self._waited >= PATIENCE else None
        option = self._random.choice(shown.options)
        cards = [f"{metal}#{n}" for metal, count in option.metals.items() for n in range(1, count + 1)]
        is_shown = len(cards) <= MOST_LAID and self._waited < PATIENCE
        return self._lay(cards) if is_shown else Say(option)

    def _take_card(self, shown: Shown) -> Act | None:
        """Lifts a card out of an open bid; the last one is told, because an empty mat says nothing."""
        lying = [card for card in self.table.zone(MAT) if metal_of(card)]
        if len(lying) < sum(shown.view["open_bid"].values()) and lying:
            return None
        if len(lying) < 2 or self._random.random() < 0.3:
            return Say(self._random.choice(shown.options))
        return self._lift([self._random.choice(lying)])

    # Saying.

    def _say(self, shown: Shown) -> Act | None:
        option = self._chosen(shown)
        match option:
            case c.TakeGem():
                self._take_gem(option.seat, option.gem)
            case c.Lift():
                self._lifted = self._random.choice(self._board[option.area])
                self._board[option.area].remove(self._lifted)
            case c.Place() if self._lifted is not None:
                self._board[option.area].append(self._lifted)
                self._lifted = None
        self._first = _emptied(option, shown.view)
        return Say(option)

    def _chosen(self, shown: Shown) -> c.Command:
        options = shown.options
        if passes := _of(c.Pass, options):
            eager = self._random.random() < EAGER.get(shown.view["phase"], 0.5)
            bids = _of(c.Bid, options)[:HESITANT]
            return self._random.choice(bids) if bids and eager else passes[0]
        if gems := _of(c.TakeGem, options):
            real = [option for option in gems if option.gem in self._board[self._party]]
            wanted: list[c.Command] = [*real, *_of(c.Enough, options)]
            return self._random.choice(wanted)
        if draws := _of(c.Draw, options):
            drawn = self._random.choice(MARKERS)
            return next(option for option in draws if option.marker == drawn)
        moves = _of(c.Move, options)
        if any(option.area not in self._areas for option in moves):
            return self._walk(moves[0], shown)
        option: c.Command = self._random.choice(options)
        return option

    def _walk(self, move: c.Move, shown: Shown) -> c.Move:
        """Without a board the companion checks no moves: players look at their own board and name the area."""
        filled = [area for area, gems in self._board.items() if gems and area != self._party]
        beside = [area for area in filled if area in (self._areas[self._party].neighbours or ())]
        flies = any(item["spell"] == WINGS for item in shown.view["players"][move.seat]["spells"])
        return replace(move, area=self._random.choice(filled if flies or not beside else beside))

    def _forget(self, card: str) -> None:
        for place in (*self._spells, self._aside, self._deck):
            if card in place:
                place.remove(card)
        if self._up == card:
            self._up = None
        self.table.lift((card,))

    def _lay(self, cards: Sequence[str]) -> Act:
        self.table.lay(cards, MAT)
        return LayDown(tuple(cards), MAT)

    def _lift(self, cards: Sequence[str]) -> Act:
        self.table.lift(cards)
        return PickUp(tuple(cards))


def _filled_board(document: Mapping[str, Any], random: Random) -> dict[str, list[str]]:
    """Random gems for the whole board, unknown to the companion."""
    gems = [gem for gem, count in GEMS.items() for _ in range(count)]
    random.shuffle(gems)
    areas = parse_facts(document).areas
    return {slug: [gems.pop() for _ in range(area.first_gems)] for slug, area in areas.items()}


def _rest_of_board(board: Mapping[str, Sequence[str]], owned: list[list[str]], random: Random) -> dict[str, list[str]]:
    """Gems for every unknown place of a resumed game."""
    told = Counter(gem for gems in (*board.values(), *owned) for gem in gems)
    rest = [gem for gem, count in GEMS.items() for _ in range(count - told[gem])]
    random.shuffle(rest)
    return {area: [rest.pop() if gem == "?" else gem for gem in gems] for area, gems in board.items()}


def blank(fact: str) -> str | bool | None:
    """A mark that a complete board does not have is not there."""
    match fact.split("."):
        case ["areas", _, "wall"]:
            return "none"
        case ["areas", _, "pyramid"]:
            return False
    return None


def _of(kind: type[C], options: Sequence[c.Command]) -> list[C]:
    return [option for option in options if isinstance(option, kind)]


def _emptied(option: c.Command, view: AmulettView) -> str | None:
    """The spell that goes under the deck first: chosen, or emptied by this command."""
    if isinstance(option, c.PutUnder):
        return option.spell
    spell = ARC if isinstance(option, c.Shift) else option.spell if isinstance(option, c.Drain) else None
    stones = {item["spell"]: item["stones"] for player in view["players"] for item in player["spells"]}
    return spell if spell is not None and stones.get(spell) == 1 else None


def new_people(setup: Setup, box: Mapping[str, Any], table: SimulatedTable, random: Random) -> AmulettPlayers:
    """``box``: what is printed on the cards and the board of these players."""
    return AmulettPlayers(box, len(setup.players), table, random)
