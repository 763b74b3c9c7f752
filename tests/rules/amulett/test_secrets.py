"""Nothing shared depends on what a hand holds beyond its total; nothing bad in crashes or changes anything."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.language.i18n import load_texts
from rules.amulett import GAME
from rules.amulett.commands import Bid, Lay, Pass
from rules.amulett.events import EVENTS
from rules.amulett.stock import METALS
from rules.core.refusals import Refused
from tests.games import new_referee, phrases_for
from tests.rules.amulett.desks import Desk, gather, lay_out
from tests.rules.setups import amulett_setup

DECK = ["zwei-wuensche", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss"]


def twins(party: str, first: dict[str, int], second: dict[str, int]) -> tuple[Desk, Desk]:
    """Two tables that differ in nothing but who of two players holds which metals; totals and stacks are the same."""
    table = gather([[], [], []], party, **{party: ["red", "green"]})
    hands = ([first, second, {}], [second, first, {}])
    return tuple(lay_out(deck=DECK, metals=hand, **table).to("gem", "exchange") for hand in hands)  # type: ignore[return-value]


def shared(desk: Desk, command: Any) -> str:
    """The whole shared answer to a command, as the referee would give it."""
    events = GAME.decide(desk.state, command)
    if isinstance(events, Refused):
        return json.dumps(["refused", events.code, repr(events.words)])
    desk.do(command)
    return json.dumps([[GAME.show_event(event) for event in events], desk.view], default=repr)


@pytest.mark.parametrize("party", ["a1", "b3"])
def test_swapped_hands_of_equal_totals_give_the_same_shared_answers(party: str) -> None:
    one, other = twins(party, {"gold": 4, "iron": 2}, {"gold": 1, "iron": 3, "silver": 2})
    assert one.view == other.view
    for command in (Bid(0, 1), Bid(1, 0), Pass(1), Bid(0, 2), Pass(2)):
        assert shared(one, command) == shared(other, command)
    assert one.view == other.view


def test_a_hand_that_leaves_one_way_to_pay_does_not_show() -> None:
    one, other = twins("b3", {"gold": 3}, {"gold": 1, "iron": 1, "silver": 1})
    for command in (Bid(0, 2), Pass(1), Pass(2)):
        assert shared(one, command) == shared(other, command)
    assert one.view["open_bid"] == {}


def test_an_unpayable_bid_is_refused_in_the_same_words_whatever_the_hand() -> None:
    answers = set()
    for hand in ({"gold": 1, "iron": 3}, {"iron": 4}, {"gold": 3, "silver": 1}):
        table = gather([[], [], []], "a1", a1=["red"])
        desk = lay_out(deck=DECK, metals=[hand, {}, {}], **table).to("gem", "exchange")
        for amount in (4, 5, 100, 1_000_000):
            answers.add(shared(desk, Bid(0, amount)))
    assert len(answers) == 1


def test_cards_that_are_not_held_are_refused_in_the_same_words() -> None:
    one, other = twins("b3", {"gold": 3, "iron": 2}, {"silver": 5})
    for command in (Bid(0, 2), Pass(1), Pass(2)):
        assert shared(one, command) == shared(other, command)
    assert shared(one, Lay(0, {"copper": 2})) == shared(other, Lay(0, {"copper": 2}))


@pytest.mark.parametrize("players", [3, 6])
def test_no_view_ever_holds_a_hand_of_another(players: int) -> None:
    random = Random(players)
    state = GAME.new(amulett_setup(players, random))
    keys = {"name", "supply", "spells", "gems", "metal_total"}
    for _ in range(200):
        if GAME.is_over(state):  # type: ignore[arg-type]
            break
        view = GAME.view(state)  # type: ignore[arg-type]
        assert "metals" not in view
        assert all(set(player) == keys for player in view["players"])
        events = GAME.decide(state, random.choice(GAME.options(state)))  # type: ignore[arg-type]
        for event in events:
            state = GAME.evolve(state, event)  # type: ignore[arg-type]


def test_the_view_has_exactly_the_keys_of_the_contract() -> None:
    keys = [
        "round",
        "phase",
        "start",
        "party",
        "turn",
        "passed",
        "high_bid",
        "high_bidder",
        "spell",
        "exchanges_left",
        "turn_why",
        "least_bid",
        "marker",
        "named",
        "notes",
        "board",
        "stacks",
        "open_bid",
        "deck_count",
        "aside_count",
        "winner",
        "players",
        "practice",
    ]
    desk = lay_out()
    assert list(desk.view) == keys
    assert set(GAME.view(desk.state, 1)) == {*keys, "metals"}
    assert set(GAME.view(desk.state, 1)["metals"]) == set(METALS)


BAD_LINES = [
    '{"do":"bid","seat":0,"amount":true}',
    '{"do":"bid","seat":0,"amount":"2"}',
    '{"do":"bid","seat":0,"amount":2.5}',
    '{"do":"bid","seat":0,"amount":-1}',
    '{"do":"bid","seat":0,"amount":0}',
    '{"do":"bid","seat":0,"amount":11}',
    '{"do":"bid","seat":0,"amount":1e400}',
    '{"do":"bid","seat":0,"amount":' + "9" * 5000 + "}",
    '{"do":"bid","amount":1}',
    '{"do":"bid","seat":-1,"amount":1}',
    '{"do":"bid","seat":3,"amount":1}',
    '{"do":"bid","seat":true,"amount":1}',
    '{"do":"bid","seat":1,"amount":1}',
    '{"do":"bid","seat":0,"amount":1,"gem":"red"}',
    '{"do":"bid","seat":0}',
    '{"do":"pass","seat":1}',
    '{"do":"move","seat":0,"area":"a1"}',
    '{"do":"lay","seat":0,"metals":{"gold":1}}',
    '{"do":"lay","seat":0,"metals":[]}',
    '{"do":"take_gem","seat":0,"gem":7}',
    '{"do":"offer","seat":0,"card":"gold#1"}',
    '{"do":"tell","seat":0,"fact":"spells.einfluss.cost","value":1}',
    '{"do":"later","seat":0,"fact":"x"}',
    '{"do":null}',
    "{}",
    "[]",
    "",
    "[" * 2000,
]


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:40])
def test_bad_lines_are_refused_and_change_nothing(line: str) -> None:
    referee = new_referee("en")
    new = {"do": "new", "game": "amulett", "players": ["A", "B", "C"], "facts": "practice"}
    table = {"spells": [{}, {}, {}], "deck": DECK}
    assert referee.answer(json.dumps({**new, "table": table}).encode())["ok"]
    before = (referee.answer(b'{"do":"view"}'), referee.answer(b'{"do":"options"}'))
    answer = referee.answer(line.encode())
    assert answer["ok"] is False
    assert answer["refused"]
    assert answer["words"] != f"refusal.{answer['refused']}"
    assert (referee.answer(b'{"do":"view"}'), referee.answer(b'{"do":"options"}')) == before


def test_every_event_and_refusal_has_words_in_every_language() -> None:
    for language in ("en", "de"):
        texts = load_texts(language)
        assert {f"amulett.event.{name}" for name in EVENTS.classes} <= set(texts)


def test_an_event_says_what_happened() -> None:
    from rules.amulett.events import BidLaid, CostsPaid, FactTold, IncomeGiven, SpellBought
    from tests.rules.setups import amulett_facts

    say = phrases_for("amulett", "de", amulett_facts("practice"), ("Ada", "Bo"))
    assert say.say(GAME.tell(SpellBought(0, "einfluss", 1))) == "Ada nimmt Einfluss mit 1 Stein."
    assert say.say(GAME.tell(BidLaid(1, {"gold": 2, "iron": 1}))) == "Bo legt offen hin: 2 Gold und 1 Eisen."
    assert say.say(GAME.tell(IncomeGiven(0, {}, 1))) == "Ada bekommt 1 Karte nach Wahl."
    assert say.say(GAME.tell(CostsPaid(0, {"einfluss": 2}))) == "Ada zahlt Energie: Einfluss 2."
    income = FactTold("spells.einfluss.income", ["gold", "gold"], corrected=True)
    assert say.say(GAME.tell(income)) == "Berichtigt: das Einkommen von Einfluss: Gold und Gold."
    assert (
        say.say(GAME.tell(FactTold("areas.c3.wall", "north")))
        == "Eingegeben: die große Mauer (C3): ja, nördlich von ihr."
    )
    assert say.say(GAME.tell(FactTold("areas.c3.pyramid", False))) == "Eingegeben: eine Pyramide (C3): nein."
    assert say.say(GAME.tell(FactTold("areas.c3.terrain", "steppe"))) == "Eingegeben: das Gelände (C3): Steppe."
    assert say.say(GAME.tell(FactTold("spells.einfluss.cost", 2))) == "Eingegeben: die Kosten von Einfluss: 2."
