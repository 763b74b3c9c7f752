"""Lamps and buzzer follow a real game of Āmul."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.play.live_game import LiveGame
from companion.signals.lights import Lights, acting
from rules.core.refusals import Refused
from rules.core.words import words
from tests.games import new_players, new_setup, new_simulation, open_game

SETUP = new_setup("amul", 3, 7)


@dataclass
class Lamps:
    said: list[tuple[object, ...]] = field(default_factory=list)

    def answer(self, kind: str, seat: int | None = None) -> None:
        self.said.append((kind, seat))

    def show_turn(self, seats: frozenset[int], count: int) -> None:
        self.said.append(("turn", *sorted(seats)))

    def take(self) -> list[tuple[object, ...]]:
        taken, self.said = self.said, []
        return taken


def _new_live() -> LiveGame:
    session = open_game(SETUP, lambda entry: None)
    assert not isinstance(session, Refused)
    return LiveGame(session)


def _live_at(phase: str) -> LiveGame:
    """A game played by the twin up to a phase of its first round."""
    simulation = new_simulation(SETUP, new_players(SETUP, 7))
    while simulation.live.view["phase"] != phase:
        simulation.step()
    return simulation.live


def test_the_start_player_is_lit_while_the_market_is_filled() -> None:
    live, lamps = _new_live(), Lamps()
    Lights(lamps).follow(live)
    assert lamps.take() == [("turn", SETUP.start)] == [("turn", *acting(live))]


def test_an_entry_is_answered_and_moves_the_light() -> None:
    simulation, lamps = new_simulation(SETUP, new_players(SETUP, 7)), Lamps()
    lights = Lights(lamps)
    lights.follow(simulation.live)
    lamps.take()
    while simulation.live.session.last_seq == 0:
        simulation.step()
    lights.follow(simulation.live)
    assert lamps.take() == [("read", None), ("turn", *sorted(acting(simulation.live)))]
    lights.follow(simulation.live)
    assert lamps.take() == []


def test_all_who_have_not_offered_are_lit_together() -> None:
    assert acting(_live_at("offer")) == {0, 1, 2}


def test_what_is_refused_is_seen_and_heard_once() -> None:
    live, lamps = _live_at("pick"), Lamps()
    lights = Lights(lamps)
    lights.follow(live)
    lamps.take()
    live.say(words("page.not_your_turn", seat=1), 1000)
    lights.follow(live)
    lights.follow(live)
    assert lamps.take() == [("refused", None)]


def test_without_a_game_all_lamps_are_out() -> None:
    lamps = Lamps()
    lights = Lights(lamps)
    lights.follow(_new_live())
    lights.follow(None)
    assert lamps.take()[-1] == ("turn",)


def test_an_undo_moves_the_light_and_reads_nothing() -> None:
    live, lamps = _live_at("offer"), Lamps()
    lights = Lights(lamps)
    lights.follow(live)
    lamps.take()
    live.undo(9000)
    lights.follow(live)
    assert lamps.take()[-1] == ("turn", *sorted(acting(live)))


def test_the_last_seconds_of_a_bidder_are_seen_and_heard_until_they_are_over() -> None:
    live, lamps = _live_at("pick"), Lamps()
    lights = Lights(lamps)
    lights.follow(live)
    lamps.take()
    for _ in range(3):
        lights.follow(live, hurried=2)
    assert lamps.take() == [("hurry", 2)]
    lights.follow(live)
    assert lamps.take() == [("turn", *sorted(acting(live)))]


def test_a_sale_has_a_signal_of_its_own() -> None:
    simulation, lamps = new_simulation(SETUP, new_players(SETUP, 7)), Lamps()
    lights = Lights(lamps)
    lights.follow(simulation.live)
    lamps.take()
    while simulation.live.session.last_seq == 0:
        simulation.step()
    events = simulation.live.session.steps[-1].events
    lights.follow(simulation.live, {type(events[0]): "sold"})
    assert lamps.take()[0] == ("sold", None)
