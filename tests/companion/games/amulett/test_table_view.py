"""Das Amulett on the shared screen: what helps bidders, and nothing that a hidden hand would change."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.games.amulett.actions import area_name
from companion.games.amulett.heading import hands_now
from companion.games.amulett.screens.model import AuctionPanel, ExchangePanel, MapPanel, SpellsPanel
from companion.games.amulett.screens.table import AmulettScreen
from companion.games.amulett.table_view import AmulettAround, table_view
from companion.program.window import Window
from rules.amulett import GAME
from rules.amulett.commands import Bid, Lay, Pass
from rules.amulett.state import State
from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from tests.gallery.games.amulett.table import SAMPLES, amulett_facts, sample_state
from tests.gallery.samples import NAMES, SampleTable
from tests.games import phrases_for

THREE = NAMES[:3]
SAY = phrases_for("amulett", "en", amulett_facts(), THREE)


def _model(state: State, **around: Any) -> Any:
    return table_view(state, SAY, AmulettAround(options=GAME.options(state), **around))


def test_a_bidder_sees_free_stones_and_how_long_the_spell_lasts() -> None:
    model = _model(sample_state(THREE, "bid"))
    assert isinstance(model.panel, AuctionPanel)
    assert [text for _, text in model.panel.lines] == [
        "4 free stones",
        "with 1: to round 1",
        "2 more spells",
    ]
    assert [action.label for action in model.actions] == ["Pass", "1", "2", "3", "4"]
    assert [action.detail for action in model.actions[1:3]] == ["to round 1", "to round 2"]
    assert model.bids == (1, 2, 3, 4)


def test_one_gem_from_winning_is_said() -> None:
    model = _model(sample_state(THREE, "bid"))
    assert [badge.text for badge in model.header.badges] == ["1 gem to win: Maximiliane-Charlotte"]
    assert [player.threat for player in model.players] == [True, False, False]


def test_the_party_is_led_on_the_whole_map() -> None:
    model = _model(sample_state(THREE, "move"))
    assert isinstance(model.panel, MapPanel)
    assert len(model.panel.map.areas) == 24
    reachable = {area.ident for area in model.panel.map.areas if area.choice is not None}
    assert reachable == {action.command.area for action in model.actions}


@pytest.mark.parametrize(
    ("stage", "then"),
    [
        ("open", "then: bids"),
        ("bid", "then: Bo"),
        ("draw", "then: first exchange"),
        ("lay", "then: the gem"),
        ("gem", "then: moving on"),
        ("move", "then: next exchange"),
        ("blue", "then: round 2"),
    ],
)
def test_what_comes_next_is_the_next_step_and_not_just_the_next_phase(stage: str, then: str) -> None:
    assert _model(sample_state(THREE, stage)).now.then == then


def test_after_the_last_exchange_comes_energy() -> None:
    state = sample_state(THREE, "move")
    assert _model(replace(state, exchanges_left=state.left)).now.then == "then: Energy"


def test_a_spell_that_may_be_used_is_named() -> None:
    said = _model(sample_state(THREE, "blue")).now.text
    assert said == "Sog des Lichts: Maximiliane-Charlotte may take a stone off another's spell"


@pytest.mark.parametrize("stage", ["open", "bid", "choose", "before", "draw", "exchange", "lay", "gem", "move", "blue"])
def test_the_first_line_says_what_the_hands_do_with_names_and_places(stage: str) -> None:
    """No place is left open, and whoever acts is named."""
    state = sample_state(THREE, stage)
    said = hands_now(state, SAY)
    assert state.acting is not None
    assert SAY.player(state.acting) in said
    assert "screen.amulett" not in said
    if stage in ("exchange", "gem"):
        assert said.startswith(f"{area_name(state, state.party, SAY)}: ")
    if stage == "lay":
        assert state.auction is not None
        assert f"{state.auction.bid} metal card" in said


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.parametrize("stage", ["open", "before", "lay", "gem", "move", "blue"])
def test_what_to_do_is_never_cut_however_long_the_name(stage: str, size: tuple[int, int]) -> None:
    say = phrases_for("amulett", "de", amulett_facts(), THREE)
    state = replace(sample_state(THREE, stage), turn=0)
    state = replace(state, undecided=tuple((0, spell) for _, spell in state.undecided))
    model = table_view(state, say, AmulettAround(lasted="32:34"))
    window = Window.headless(size)
    window.show(AmulettScreen(model), 0)
    assert [text.cut for text in window.canvas.written if text.text == model.now.text] == [False]


def test_of_two_spells_that_may_be_used_both_are_named() -> None:
    state = sample_state(THREE, "before")
    seat = state.undecided[0][0]
    both = replace(state, undecided=((seat, "brennendes-verlangen"), (seat, "magische-reise")))
    assert hands_now(both, SAY).endswith("may use Brennendes Verlangen and Magische Reise")


def test_energy_is_a_checklist_with_what_is_left_and_what_ends() -> None:
    model = _model(sample_state(THREE, "blue"))
    assert isinstance(model.panel, SpellsPanel)
    first = model.panel.rows[0].spells[0]
    assert (first.name, first.stones, first.after, first.expires) == ("Zwei Wünsche", 3, 1, False)
    assert "Geschenk der Pharaonen" in {spell.name for spell in model.panel.rows[0].spells if spell.expires}


def test_what_has_been_paid_is_not_announced_again() -> None:
    state = sample_state(THREE, "blue")
    paid = replace(state, turn=2, queue=())
    rows = _model(paid).panel.rows
    assert {spell.after for row in rows[:2] for spell in row.spells} == {None}
    assert None not in {spell.after for spell in rows[2].spells}


def _shuffled_hands(state: State, seed: int) -> State:
    """The same totals, other cards: what each hand holds is nobody else's business."""
    chance = random.Random(seed)
    players = []
    for player in state.players:
        total, hand = sum(player.metals), [0, 0, 0, 0]
        for _ in range(total):
            hand[chance.randrange(4)] += 1
        players.append(replace(player, metals=tuple(hand)))
    return replace(state, players=tuple(players))


@pytest.mark.parametrize("stage", ["bid", "choose", "exchange", "lay", "gem", "move", "blue"])
def test_no_shared_screen_depends_on_what_a_hand_holds(stage: str) -> None:
    state = sample_state(THREE, stage)
    window = Window.headless((640, 360))
    models = [_model(_shuffled_hands(state, seed)) for seed in range(6)]
    assert {len(set(map(repr, models)))} == {1}
    pictures = set()
    for model in models[:2]:
        window.redraw()
        window.show(AmulettScreen(model), 0)
        pictures.add(hash(bytes(window.canvas.surface.get_buffer())))
    assert len(pictures) == 1


def test_bids_go_up_to_all_cards_of_the_bidder_whatever_their_metal() -> None:
    state = sample_state(THREE, "exchange")
    model = _model(state)
    assert isinstance(model.panel, ExchangePanel)
    turn = GAME.view(state)["turn"]
    assert model.actions[0].command == Pass(turn)
    assert model.actions[-1].command == Bid(turn, sum(state.players[turn].metals))


def test_a_payment_in_one_metal_is_one_tile() -> None:
    state = sample_state(THREE, "lay")
    assert state.auction is not None
    steppe = next(slug for slug, area in state.facts.areas.items() if area.terrain == "steppe")
    state = replace(state, party=steppe, auction=replace(state.auction, bid=2))
    seat = GAME.view(state)["turn"]
    plain = replace(state.players[seat], spells=())
    players = tuple(plain if place == seat else player for place, player in enumerate(state.players))
    around = AmulettAround(options=(Lay(seat, {"copper": 2}),))
    model = table_view(replace(state, players=players), SAY, around)
    assert [(action.label, action.command) for action in model.actions] == [("2 copper", Lay(seat, {"copper": 2}))]


@cache
def _states(players: int, seed: int) -> tuple[State, ...]:
    chance = random.Random(seed)
    state = GAME.new(Setup("amulett", NAMES[:players], facts=amulett_facts()))
    assert not isinstance(state, Refused)
    states = [state]
    while len(states) < 900 and (options := GAME.options(state)):
        events = GAME.decide(state, chance.choice(options))
        assert not isinstance(events, Refused)
        state = advance(GAME, state, events)
        states.append(state)
    return tuple(states)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_a_real_game_can_be_shown(players: int) -> None:
    say = phrases_for("amulett", "de", amulett_facts(), NAMES[:players])
    window = Window.headless((800, 480))
    screen: AmulettScreen | None = None
    for state in _states(players, seed=players)[::11]:
        model = table_view(state, say, AmulettAround(options=GAME.options(state)))
        assert "screen." not in repr(model)
        screen = screen or AmulettScreen(model)
        screen.show(model)
        window.show(screen, 0)
        assert [text.text for text in window.canvas.written if not text.region.contains(text.ink)] == []


def test_the_board_says_which_spells_make_a_difference_and_by_which_reading() -> None:
    """Gewaltige Macht leads, and a metal was named."""
    screen: Any = SAMPLES["amulett-notes"](SampleTable("en", 4))
    assert screen.model.now.text == "Bo bids metal cards. Brennendes Verlangen, as the card says: All bidders."
    assert screen.model.now.why == "Maximiliane-Charlotte has named copper with Brennendes Verlangen."
