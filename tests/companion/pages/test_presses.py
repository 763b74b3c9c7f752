"""What telling by hand costs: nights played through the real pages, every press counted.

The figures stand in docs/first-night.md; what is counted here may not be more than what is said there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from companion.games.amul.powers.building import PARTS
from companion.pages.begin.new_game import begin_told_game
from companion.pages.play.ask_page import AskPage
from companion.pages.play.missing_facts import MissingPage
from companion.pages.play.points_run_page import PointsRunPage
from companion.pages.play.table_page import TablePage
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.doors import BUTTONS
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import KeyboardScreen
from companion.screens.number_screen import NumberScreen
from companion.screens.players_screen import PlayersScreen
from companion.table.game_setup import setup_for
from rules.amul import commands as c
from rules.amul.steps import outstanding
from rules.amulett.commands import Bid, Pass
from rules.core.pad.state import Way
from tests.companion.person import Person, paths
from tests.companion.presses import Played, Teller, played, untaught
from tests.companion.pupil import power_answers
from tests.companion.sorter import choose_door, is_power, next_of, several_at_once
from tests.games import GAMES, new_players, new_setup, new_simulation
from tests.sweeps import sweep

PLAYERS = 4
NIGHTS = range(sweep(1, 2))
DOCS = Path(__file__).parents[3] / "docs" / "first-night.md"


def _said(what: str) -> float:
    """The most that the docs promise."""
    row = re.search(rf"^\| {re.escape(what)} \| ([\d.]+) \|", DOCS.read_text("utf-8"), re.MULTILINE)
    assert row is not None, what
    return float(row[1])


# A round of Āmul, told step by step.


def _kind(card: str) -> str:
    return card.partition("#")[0]


def _offers(state: Any, cards: Sequence[str]) -> list[c.Offer]:
    """Who offered which card, as far as what is known of the hands leaves it open."""
    left, owners = list(cards), dict[int, str]()
    for seat in outstanding(state):
        known = {_kind(card) for card in state.hands[seat].known}
        own = next((card for card in left if _kind(card) in known), None)
        if own is not None:
            owners[seat] = own
            left.remove(own)
    return [c.Offer(seat, owners.get(seat) or left.pop()) for seat in outstanding(state)]


@dataclass(frozen=True)
class Cost:
    """What a round has cost, up to its upkeep, and how much of it was for questions about the box."""

    presses: int
    questions: int

    @property
    def without(self) -> int:
        return self.presses - self.questions


def _rounds(teller: Teller, night: Played) -> Iterator[Cost]:
    before, asked, revealed = 0, 0, list[c.Reveal]()
    for command in night.commands:
        match command:
            case c.Show() | c.Done():
                return
            case c.TurnUp(cards):
                teller.give_all(_offers(teller.live.session.state, cards))
            case c.Reveal():
                revealed.append(command)
                if len(revealed) == PLAYERS:
                    teller.give_all(revealed)
                    revealed.clear()
            case _:
                teller.give(command)
        if isinstance(command, c.Upkeep):
            yield Cost(teller.presses - before, teller.for_questions - asked)
            before, asked = teller.presses, teller.for_questions


@pytest.mark.slow
@pytest.mark.parametrize("seed", NIGHTS)
def test_a_round_of_amul_told_step_by_step(seed: int, tmp_path: Path) -> None:
    night = played("amul", PLAYERS, seed)
    teller = Teller(tmp_path, night)
    costs = [cost.presses for cost in _rounds(teller, night)]
    teller.store.close()
    assert len(costs) == 9
    assert max(costs) <= _said("Āmul, four players: a round, every step") <= 37, costs


# Questions, on a box that nobody has taught.


@pytest.mark.slow
@pytest.mark.parametrize("seed", sweep([0, 2], [0, 1, 2, 3]))
def test_the_questions_of_an_evening_on_an_untaught_box(seed: int, tmp_path: Path) -> None:
    night = played("amul", PLAYERS, seed)
    teller = Teller(tmp_path, night, untaught(night.setup.facts))
    costs = list(_rounds(teller, night))
    teller.store.close()
    assert len(costs) == 9
    assert max(teller.asked.values()) == 1, "nothing is asked twice"
    assert len(teller.asked) > 25
    assert teller.for_questions <= _said("Āmul, nobody has taught the box: all questions of an evening") <= 25
    without = max(cost.without for cost in costs)
    assert without <= _said("Āmul, nobody has taught the box: a round without its questions") <= 37, costs
    most = max(cost.presses for cost in costs)
    assert most <= _said("Āmul, nobody has taught the box: a round with its questions") <= 46, costs


@pytest.mark.slow
@pytest.mark.parametrize("seed", NIGHTS)
def test_colours_and_symbols_at_scoring_take_few_presses(seed: int, tmp_path: Path) -> None:
    teller = _at_the_wall(tmp_path, seed)
    teller.choose_listed("Tell them now")
    page, before, asked, counters = teller.app.page, teller.presses, list[str](), set[str]()
    assert isinstance(page, MissingPage)
    count = len({fact for _, fact in page.ticks().things})  # type: ignore[union-attr]
    for _ in range(count):
        screen = teller.screen
        assert isinstance(screen, DoorsScreen)
        counters.add(screen.model.header.place)
        teller.choose_each(screen)
    colours = teller.presses - before
    while (ticks := page.ticks()) is not None:
        screen = teller.screen
        assert isinstance(screen, DoorsScreen)
        asked.append(screen.model.now.text)
        teller.tick(screen, ticks)
    teller.store.close()
    assert len(counters) == count, "each card once, and counted"
    assert len(set(asked)) == len(asked) == 3, "three symbols, each once"
    assert colours / count <= _said("Āmul, colours at scoring: a card, on average") <= 2
    assert (teller.presses - before) / count <= _said("Āmul, colours and symbols at scoring: a card, on average") <= 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", sweep([0], [0, 1, 2, 3]))
def test_powers_at_scoring_take_few_presses(seed: int, tmp_path: Path) -> None:
    """Whoever reads them off the cards, one after another; each is asked for once, with a counter."""
    teller = _at_the_wall(tmp_path, seed)
    teller.choose_listed("Tell them now")
    page, printed = teller.app.page, new_setup("amul", PLAYERS, seed).facts["cards"]
    assert isinstance(page, MissingPage)
    _tick_all(teller, page)
    before, asked = teller.presses, list[str]()
    while (fact := page.fact) is not None:
        asked.append(fact)
        _tell_power(teller, page, printed[fact.split(".")[1]]["power"], printed)
        _tick_all(teller, page)  # a power may count a symbol that nobody has named before
    teller.store.close()
    assert len(asked) == len(set(asked)) > 20, "each once"
    assert (teller.presses - before) / len(asked) <= _said("Āmul, powers at scoring: a card, on average") <= 10.5


def _tick_all(teller: Teller, page: MissingPage) -> None:
    while (ticks := page.ticks()) is not None:
        screen = teller.screen
        assert isinstance(screen, DoorsScreen)
        teller.choose_each(screen) if ticks.is_choice else teller.tick(screen, ticks)


def _tell_power(teller: Teller, page: MissingPage, power: list[Any], kinds: Any) -> None:
    """By the fewest questions: as on another card, or part by part."""
    fact = page.fact
    parts = list(power_answers(power))[:-1] if len(power) == 1 else list(power_answers(power))
    pending = [PARTS, *parts] if len(power) > 1 else parts
    while page.fact == fact:
        asked = page.asked
        assert isinstance(asked, AskPage)
        ask = asked.ask
        alike = [one.value for one in ask.options if isinstance(one.value, list) and is_power(one.value, power, kinds)]
        for value in alike[:1] or several_at_once(ask, pending) or next_of(ask, pending):
            if isinstance(teller.screen, KeyboardScreen):
                teller.type(value)
            elif isinstance(teller.screen, NumberScreen):
                teller.enter(value)
            else:
                choose_door(teller, value)


def _at_the_wall(folder: Path, seed: int) -> Teller:
    """A game is over, and of no card is known what it scores."""
    night = played("amul", PLAYERS, seed)
    unknown = ("colour", "power", "traits", "letter")
    cards = {
        slug: {key: value for key, value in entry.items() if key not in unknown or value == "bazaar"}
        for slug, entry in night.setup.facts["cards"].items()
    }
    known = {**night.setup.facts, "practice": False, "cards": cards}
    teller = Teller(folder, night, known)
    simulation = new_simulation(replace(night.setup, facts=known), new_players(night.setup, seed, night.setup.facts))
    simulation.live = teller.live
    assert simulation.run().finished
    teller.app.tick()
    return teller


@pytest.mark.slow
def test_the_points_of_each_card_lead_to_a_winner(tmp_path: Path) -> None:
    """What the majorities count is ticked first; then each number is a few presses, and the last can be taken back."""
    teller = _at_the_wall(tmp_path, seed=0)
    teller.choose_listed("Points card by card")
    page, before = teller.app.page, teller.presses
    assert isinstance(page, PointsRunPage)
    while isinstance(screen := teller.screen, DoorsScreen):
        ticks = page.first.ticks()
        assert ticks is not None
        assert ticks.sort == "symbols"
        teller.tick(screen, ticks)
    number, counters = 0, list[str]()
    while isinstance(screen := teller.screen, NumberScreen):
        if screen.model.header.place not in counters:
            counters.append(screen.model.header.place)
            number = len(counters) % 12
        teller.press(next(BUTTONS[door] for door in screen.slots if number in screen.behind(door)))
        if len(counters) == 2 and teller.screen is not screen:
            asked = teller.screen
            teller.press(Intent.UNDO)
            assert teller.screen.model == screen.model  # type: ignore[attr-defined]
            assert asked is not teller.screen
            counters.append("taken back")
    cards = len(counters) - 1
    teller.store.close()
    assert counters[0] == f"1 of {cards}"
    assert teller.live.session.game.score(teller.live.session.state)["complete"]
    assert (teller.presses - before) / cards <= _said("Āmul, the points of each card by hand: a card, on average") <= 4


# Scribe.


def _stays(night: Played) -> list[list[tuple[int, str]]]:
    """What was revealed, round by round: seat and card."""
    rounds: list[list[tuple[int, str]]] = [[]]
    for command in night.commands:
        if isinstance(command, c.Reveal):
            rounds[-1].append((command.seat, command.card))
        if isinstance(command, c.Upkeep):
            rounds.append([])
    return rounds[:-1]


@pytest.mark.slow
@pytest.mark.parametrize("facts", ["practice", "own"])
def test_a_round_of_amul_with_a_scribe(facts: str, tmp_path: Path) -> None:
    night = played("amul", PLAYERS, seed=1)
    person = Person(tmp_path, camera="none")
    _set_up_board(person, night, facts, "scribe")
    costs = []
    for stays in _stays(night):
        before = person.presses
        for _, card in sorted(stays):
            person.tell(_as_offered(person, card))
        costs.append(person.presses - before)
    person.store.close()
    assert len(costs) == 9
    assert max(costs) <= _said("Āmul, four players: a round with a scribe") <= 16, costs


def _set_up_board(person: Person, night: Played, facts: str, way: Way) -> None:
    setup = setup_for(person.app.context, "amul", night.setup.players, facts=facts)
    person.app._turn(begin_told_game(person.app.context, setup, way))
    person.app.tick()


def _name(person: Person, card: str) -> str:
    page: Any = person.app.page
    name: str = page.say.name("card", card)
    return name


def _as_offered(person: Person, card: str) -> str:
    """A card known to be for the hand only does not stay, and its button says so."""
    page, screen = person.app.page, person.screen
    assert isinstance(page, TablePage)
    assert isinstance(screen, DoorsScreen)
    leaves: str = page.say("page.scribe.leaves", card=card)
    return leaves if leaves in {path[-1] for path in paths(screen.page)} else _name(person, card)


# Just score it.


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize("facts", ["practice", "own"])
def test_a_card_of_a_table_that_is_only_scored(facts: str, players: int, tmp_path: Path) -> None:
    night = played("amul", players, seed=2)
    person = Person(tmp_path, camera="none")
    _set_up_board(person, night, facts, "score")
    costs = []
    stays = [stay for stays in _stays(night) for stay in stays]
    areas = [[card for seat, card in stays if seat == number] for number in range(players)]
    for area in areas:
        for card in area:
            before = person.presses
            person.tell(_name(person, card))
            costs.append(person.presses - before)
        person.tell("That is all")
    person.store.close()
    assert len(costs) == 9 * players
    assert mean(costs) <= _said("*Just score it*: a card") <= 3, costs


# A name by keyboard.


def test_a_name_is_typed_at_once(person: Person) -> None:
    person.choose_listed("Āmul")
    before = person.presses
    for name in ("Jörg", "Ada", "Maud"):
        for letter in name:
            person.app._wish(Typed(letter), person.now_ms)
        person.press(Intent.OK)
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.names == ("Jörg", "Ada", "Maud")
    assert person.presses - before == 3, "one Enter each"


# Das Amulett.


@pytest.mark.slow
@pytest.mark.parametrize("seed", NIGHTS)
def test_whatever_somebody_does_in_das_amulett(seed: int, tmp_path: Path) -> None:
    night = played("amulett", PLAYERS, seed)
    teller, bids = Teller(tmp_path, night), list[int]()
    for command in night.commands:
        before = teller.presses
        is_read = isinstance(teller.screen, BulletinScreen)  # what passed by itself is read first
        teller.give(command)
        if isinstance(command, Bid | Pass) and not is_read:
            bids.append(teller.presses - before)
    teller.store.close()
    assert teller.live.is_over
    assert teller.presses / len(night.commands) <= _said("Das Amulett: each thing somebody does, on average")
    assert len(bids) > 100
    assert mean(bids) <= _said("Das Amulett: a bid or a pass, on average"), mean(bids)
    assert max(bids) <= _said("Das Amulett: any bid"), max(bids)


def test_every_game_that_can_be_written_down_can_be_scored() -> None:
    assert any(game.scribe is not None for game in GAMES)
    assert all(game.scoring is not None for game in GAMES if game.scribe is not None)
