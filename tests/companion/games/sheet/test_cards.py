"""Cards of a sheet at the end of a game: laid, read from frames, told by hand, corrected, counted right."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.sheet.people import SheetPlayers
from companion.inbox import TableSeen
from companion.keeping.session import start_game
from companion.models import kind_of
from companion.screens.intents import Intent
from companion.table.table import Table
from companion.twin.simulation import Simulation, new_players, new_setup
from companion.twin.twin_camera import rendered
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.core.table import TableCards
from rules.sheets.counting import count
from rules.sheets.game.messages import EndCards, LayCards
from rules.sheets.table import ToldPlayer, ToldTable
from tests.companion.person import Person
from tests.endurance.face_nights import FaceNight, KindNight, play
from tests.games import GAMES

GARDEN = "sheet-night-garden"
SEED = 3


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "players"), [(GARDEN, 3), ("sheet-salt-road", 2)])
def test_cards_are_laid_read_from_frames_and_counted(slug: str, players: int) -> None:
    print("seed", SEED)
    game = GAMES[slug]
    setup = new_setup(game, players, SEED)
    people = new_players(game, setup, SEED)
    assert isinstance(people, SheetPlayers)
    simulation = Simulation(game, setup, people, rendered(game.box, setup, SEED))
    outcome = simulation.run()
    assert outcome.finished
    assert outcome.held
    assert outcome.differences == {}
    told = [step.command for step in simulation.live.session.steps if isinstance(step.command, LayCards)]
    assert told, "read by the camera"
    state = simulation.live.session.state
    columns = [tuple(columns[seat] for columns in state.rounds) for seat in range(players)]
    expected = count(
        state.sheet,
        ToldTable(
            tuple(
                ToldPlayer(name, columns[seat], {}, _kinds(people.hands[seat]))
                for seat, name in enumerate(setup.players)
            )
        ),
    )
    assert [one["total"] for one in outcome.score["players"]] == [float(one.total or 0) for one in expected.players]


def _kinds(cards: tuple[str, ...]) -> Mapping[str, int]:
    kinds = [kind_of(card) for card in cards]
    return {kind: kinds.count(kind) for kind in kinds}


@pytest.mark.parametrize("seed", range(4))
def test_equal_cards_seen_only_by_their_kind_are_counted_right(seed: int) -> None:
    """As by their faces, without pictures."""
    night = KindNight(GARDEN, 3, seed)
    outcome = play(night)
    assert outcome.finished, seed
    held, believed = (
        {who: sorted(map(kind_of, cards)) for who, cards in one.items()} for one in (outcome.held, outcome.believed)
    )
    assert held == believed, seed


@pytest.mark.longest
@pytest.mark.slow
def test_cards_without_tags_are_known_by_their_faces(tmp_path: Path) -> None:
    night = FaceNight(GARDEN, 2, SEED, tagged=False, folder=tmp_path)
    outcome = play(night)
    assert night.counts.wrong == []
    assert night.counts.by_face > 0
    assert outcome.finished


def _at_cards(person: Person) -> Table:
    box = GAMES[GARDEN].box
    started = start_game(person.store, Setup(GARDEN, ("Ada", "Bo"), 0, {}, box.rulebook()))
    assert not isinstance(started, Refused)
    table = Table(person.app.context, *started)
    person.app.play(table)
    person.app.tick()
    return table


def _see(person: Person, *cards: str) -> None:
    for _ in range(10):
        person.now_ms += 400
        seen = TableSeen(TableCards({"mat": frozenset(cards)}), frozenset(), at_ms=person.now_ms)
        person.app.inbox.put(seen)
        person.app.tick()


def _cards(table: Table) -> Any:
    return tuple(tuple(sorted(cards)) for cards in table.live.session.state.cards)


def test_told_by_hand_without_a_camera(host: Person) -> None:
    table = _at_cards(host)
    for card in ("Moth", "Moth", "Rose", "Those are all", "Owl", "Those are all"):
        host.tell(card)
    assert _cards(table) == (("moth#1", "moth#2", "rose#1"), ("owl#1",))
    assert table.live.session.state.phase == "check"


@pytest.mark.slow
def test_read_and_told_at_once_and_what_still_lies_there_is_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    person = Person(tmp_path)
    table = _at_cards(person)
    _see(person, "moth#3", "bat#1")
    person.act("Tell by hand")
    person.tell("Moth")
    assert _cards(table)[0] == ("bat#1", "moth#1", "moth#3")
    table.live.tell(EndCards(0), person.now_ms)
    _see(person, "moth#3", "bat#1", "owl#2")
    assert _cards(table)[1] == ("owl#2",), "Ada's cards have not been cleared away yet"


@pytest.mark.slow
def test_a_card_of_the_wrong_player_is_given_to_the_right_one(host: Person) -> None:
    table = _at_cards(host)
    for card in ("Moth", "Rose", "Those are all", "Owl", "Those are all"):
        host.tell(card)
    host.press(Intent.MENU)
    host.choose_listed("Correct a card")
    host.choose_listed("Ada")
    host.choose_listed("Rose")
    host.choose_listed("It belongs to Bo")
    assert _cards(table) == (("moth#1",), ("owl#1", "rose#1"))
    host.press(Intent.MENU)
    host.choose_listed("Correct a card")
    host.choose_listed("Bo")
    host.choose_listed("A card that is missing")
    host.tell("Lamp")
    assert _cards(table)[1] == ("lamp#1", "owl#1", "rose#1")
