"""The stock board shows all that the game's view says: cards of every place, what each has, notes, its own order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from companion.inbox import TableSeen
from companion.keeping.session import start_game
from companion.models import TableModel
from companion.pages.play.stock_board import MANY, StockBoard
from companion.play.live_game import LiveGame
from companion.program.window import Window
from companion.screens.doors import doors
from companion.table.headings import stock_heading
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.secrecy import open_to_all
from rules.core.table import TableCards
from rules.core.words import words
from tests.companion.person import Person
from tests.games import GAMES, new_setup

SLUG = "amul"  # any game whose boxes have many cards: its own board is not asked
MOST = GAMES[SLUG].rules.seats[-1]


@open_to_all
@dataclass(frozen=True)
class Pass:
    seat: int


@open_to_all
@dataclass(frozen=True)
class Bid:
    seat: int
    coins: int


@pytest.fixture
def cards() -> list[str]:
    return [card.card for card in GAMES[SLUG].box.tagged("practice")]


@pytest.fixture
def table_of(person: Person, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Table]:
    """A table whose view says more than that of its game."""

    def made(players: int = 3, options: tuple[Any, ...] | None = None, **more: Any) -> Table:
        started = start_game(person.store, new_setup(SLUG, players, seed=3))
        assert not isinstance(started, Refused)
        rules = type(GAMES[SLUG].rules)
        view = rules.view
        monkeypatch.setattr(rules, "view", lambda *args: {**view(*args), **more})
        if options is not None:
            monkeypatch.setattr(LiveGame, "offered", options)
        return Table(person.app.context, *started)

    return made


def _model(table: Table) -> TableModel:
    return StockBoard(table.desk).screen((), 0).model  # type: ignore[attr-defined, no-any-return]


def _drawn(table: Table, size: tuple[int, int] = (800, 480)) -> list[str]:
    window = Window.headless(size)
    window.show(StockBoard(table.desk).screen((), 0), 0)
    return [written.text for written in window.canvas.written if not written.cut]


@pytest.mark.slow
def test_the_cards_of_every_place_are_shown_as_cards(table_of: Callable[..., Table], cards: list[str]) -> None:
    table = table_of()
    zones = {"market": frozenset(cards[:6]), "mat": frozenset(cards[20:22])}
    table.see(TableSeen(TableCards(zones), frozenset(), at_ms=0))
    model = _model(table)
    assert {card.ident for card in model.cards} == zones["market"]
    assert [{card.ident for card in pile.cards} for pile in model.spreads] == [zones["mat"]]
    drawn = _drawn(table)
    for card in frozenset().union(*zones.values()):
        assert table.say.name("card", card) in " ".join(drawn)


def test_without_a_camera_what_lies_open_comes_from_the_view(table_of: Callable[..., Table], cards: list[str]) -> None:
    model = _model(table_of(lying={"market": cards[:3], "mat": []}))
    assert [card.ident for card in model.cards] == cards[:3]
    assert model.spreads == ()


def test_what_the_camera_sees_is_not_shown_twice(table_of: Callable[..., Table], cards: list[str]) -> None:
    table = table_of(lying={"market": cards[:3]})
    table.see(TableSeen(TableCards({"market": frozenset(cards[1:2])}), frozenset(), at_ms=0))
    assert sorted(card.ident for card in _model(table).cards) == sorted(cards[:3])


@pytest.mark.parametrize("players", [3, 6, MOST])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_what_each_has_is_shown_at_every_number_of_players(
    table_of: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, players: int, size: tuple[int, int]
) -> None:
    said = ("12 coins", "House 3 and House 30", "41 in cheques")
    monkeypatch.setattr("companion.pages.play.stock_board.seat_values", lambda *_: iter(said))
    assert _drawn(table_of(players), size).count(" · ".join(said)) == players


def test_all_notes_are_read_below_what_now(table_of: Callable[..., Table]) -> None:
    notes = [words("screen.tell"), words("screen.hint.menu")]
    table = table_of(notes=notes)
    now = stock_heading(table.desk, 0).now  # of a game that says nothing in its own words
    assert now.why.endswith(" · ".join(table.say.say(note) for note in notes))


def test_the_last_card_that_was_told_is_shown(table_of: Callable[..., Table], cards: list[str]) -> None:
    table = table_of()
    assert _model(table).last is None
    table.live.last_card = cards[0]
    last = _model(table).last
    assert last is not None
    assert last.ident == cards[0]


BIDS = tuple(Bid(0, coins) for coins in range(1, MANY + 5))


def test_what_the_rules_put_first_comes_first(table_of: Callable[..., Table]) -> None:
    """To pass is one press, whatever else there is to choose from."""
    table = table_of(options=(Pass(0), *BIDS))
    actions = _model(table).actions
    assert [action.command for action in actions] == [Pass(0), None]
    assert actions[1].goto == "tell"
    nodes = StockBoard(table.desk).tellable().nodes
    assert [node.command for node in nodes if node.likely] == [Pass(0)]
    assert doors(nodes)[0][0].command == Pass(0)


def test_what_the_rules_put_last_comes_last(table_of: Callable[..., Table]) -> None:
    table = table_of(options=(*BIDS, Pass(0)))
    assert [action.command for action in _model(table).actions] == [None, Pass(0)], "bids by number, then the pass"
    assert not any(node.likely for node in StockBoard(table.desk).tellable().nodes)


def test_few_commands_stand_in_the_order_of_the_rules(table_of: Callable[..., Table]) -> None:
    options = (Bid(0, 2), Pass(0), Bid(0, 1))
    assert tuple(action.command for action in _model(table_of(options=options)).actions) == options


def test_telling_shows_what_is_decided_about(table_of: Callable[..., Table], cards: list[str]) -> None:
    table = table_of(options=(Pass(0), *BIDS), lying={"market": cards[:2]})
    told = StockBoard(table.desk).tellable()
    names = [table.say.name("card", card) for card in cards[:2]]
    assert (told.so_far_title, [node.label for node in told.so_far]) == (
        table.say("mat.zone.market"),
        [" · ".join(names)],
    )
