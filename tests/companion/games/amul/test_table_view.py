"""What screens show, as text: what now, whose turn and why, what next, what can be chosen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.games.amul.table_view import Around, hands_now, table_actions, table_view
from companion.language.i18n import Phrases
from companion.models import Action
from companion.program.window import Window
from companion.screens.table_screen import TableScreen
from rules.amul import GAME
from rules.amul.commands import Decline, Offer, Pick
from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from tests.gallery.games.amul.stage import phrases, practice_facts
from tests.gallery.games.amul.table import sample_view
from tests.gallery.samples import SampleTable

STAGE = SampleTable("en", 3)
SAY = phrases(STAGE)


def test_a_pick_says_who_why_and_who_is_next() -> None:
    model = table_view(sample_view(STAGE, "pick"), SAY, Around(facts=practice_facts()))
    assert (model.now.text, model.now.why, model.now.then) == ("Bo picks a card", "prowess 1, letter D", "then: Linda")
    assert [(row.name, row.place, row.turn, row.done) for row in model.players] == [
        ("Maximiliane-Charlotte", 1, False, True),
        ("Bo", 2, True, False),
        ("Linda", 3, False, False),
    ]


def test_in_a_step_for_all_everybody_has_a_tick_or_is_waited_for() -> None:
    model = table_view(sample_view(STAGE, "offer"), SAY, Around(ticks={2}))
    assert {row.name: row.tick for row in model.players} == {
        "Bo": "waiting",
        "Linda": "done",
        "Maximiliane-Charlotte": "waiting",
    }
    assert {row.reason for row in model.players} == {""}


def test_practice_values_and_a_lost_camera_stand_in_the_header() -> None:
    model = table_view(sample_view(STAGE, "offer"), SAY, Around(practice=True, camera=False, incomplete=True))
    assert [badge.text for badge in model.header.badges] == ["practice values", "no camera", "as far as known"]


def test_an_area_in_short_is_its_colours_and_prowess() -> None:
    model = table_view(sample_view(STAGE, "pick"), SAY, Around(facts=practice_facts()))
    first = model.players[0]
    assert first.pips == (("yellow", 1), ("red", 2), ("green", 1))
    assert first.figures == (("prowess", "3B"),)
    assert first.marks == ("start",)


def test_cards_seen_but_not_settled_are_pale() -> None:
    model = table_view(sample_view(STAGE, "pick"), SAY, Around(seen={"spice#3"}))
    assert {card.ident: card.state for card in model.cards} == {
        "gold#1": "settled",
        "arab-guard#1": "settled",
        "mongol-merchant#2": "settled",
        "spice#3": "seen",
    }


def test_cards_in_the_open_are_chosen_there_and_hidden_ones_are_told() -> None:
    view = sample_view(STAGE, "pick")
    options = (Pick(1, "gold#1"), Offer(1, "dancer"), Decline(1))
    assert table_actions(view, options, SAY) == (
        Action("Gold", Pick(1, "gold#1"), card="gold#1"),
        Action("Take nothing", Decline(1), "no"),
        Action("Tell by hand", icon="tell", goto="tell"),
    )


def test_an_effect_shows_what_it_may_take_and_nothing_else() -> None:
    view = {**sample_view(STAGE, "effects"), "effects": [{"seat": 0, "card": "contract#1", "places": ["bazaar"]}]}
    model = table_view(view, SAY, Around())
    assert [card.ident for card in model.cards] == ["trader-1", "trader-2", "trader-3"]
    assert {card.place for card in model.cards} == {"bazaar"}


@pytest.mark.rule("A-REP-2")
@pytest.mark.parametrize(("players", "count"), [(3, 1), (4, 2), (5, 3), (8, 3)])
def test_the_first_line_says_what_the_hands_do_with_names_and_places(players: int, count: int) -> None:
    stage = SampleTable("en", players)
    view = GAME.view(GAME.new(Setup("amul", stage.names, 1, {}, practice_facts())))
    assert hands_now(view, phrases(stage), 1) == f"Bo: a card to everyone, then {count} open into the market"
    ended = {**view, "phase": "upkeep", "market": []}
    said = hands_now(ended, phrases(stage), 1)  # type: ignore[arg-type]
    assert said == "Market into the box; Bo gives First Pick to Linda"


@cache
def _states(players: int, seed: int) -> tuple[Any, ...]:
    """A whole game of random legal play, every state of it."""
    chance = random.Random(seed)
    names = SampleTable("en", players).names
    state = GAME.new(Setup("amul", names, 0, {}, practice_facts()))
    assert not isinstance(state, Refused)
    states = [state]
    while options := GAME.options(state):
        events = GAME.decide(state, chance.choice(options))
        assert not isinstance(events, Refused)
        state = advance(GAME, state, events)
        states.append(state)
    return tuple(states)


def _models(players: int) -> Iterator[Any]:
    say = phrases(SampleTable("de", players))
    for state in _states(players, seed=players)[::7]:
        around = Around(facts=practice_facts(), options=GAME.options(state), practice=True)
        yield table_view(GAME.view(state), say, around)


def test_the_last_card_read_is_shown_only_while_it_lies_open() -> None:
    view = sample_view(STAGE, "pick")
    shown = {card: table_view(view, SAY, Around(last=card)).last for card in ("gold#1", "dancer", "nomad")}
    assert [card for card, model in shown.items() if model is not None] == ["gold#1"]


@pytest.mark.parametrize("players", [3, 6])
def test_no_shared_screen_depends_on_what_is_known_of_a_hand(players: int) -> None:
    """Hands swapped round the table, cards laid face down and shown at the end exchanged: the same screen."""
    say = phrases(SampleTable("de", players))
    compared = 0
    for state in _states(players, seed=players)[::5]:
        if len({hand.count for hand in state.hands}) > 1:
            continue
        hidden = replace(state, hands=state.hands[1:] + state.hands[:1])
        if state.phase in ("offer", "reveal") and all(state.face_down):
            hidden = replace(hidden, face_down=state.face_down[1:] + state.face_down[:1])
        models = [
            table_view(GAME.view(one), say, Around(facts=practice_facts(), last="gold#1")) for one in (state, hidden)
        ]
        assert models[0] == models[1]
        compared += 1
    assert compared > 5


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 8])
def test_a_whole_real_game_can_be_shown(players: int) -> None:
    window = Window.headless((800, 480))
    screen: TableScreen | None = None
    for model in _models(players):
        assert model.now.text
        assert "screen." not in model.now.text + model.now.why + model.now.then
        assert all("screen." not in action.label for action in model.actions)
        screen = screen or TableScreen(model)
        screen.show(model)
        window.show(screen, 0)
        outside = [text.text for text in window.canvas.written if not text.region.contains(text.ink)]
        assert outside == []


def test_an_effect_with_several_places_takes_from_one_of_them() -> None:
    assert Phrases("en").either(["the palace", "the bazaar", "the market"]) == "the palace, the bazaar or the market"
    assert Phrases("de").either(["dem Palast", "dem Markt"]) == "dem Palast oder dem Markt"
    assert Phrases("en").either(["the bazaar"]) == "the bazaar"
