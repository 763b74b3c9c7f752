"""The table lives whatever page is shown: with the menu open, phones and the camera play on and strict clocks run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.inbox import ActByPhone, Inbox, PhoneAsked
from companion.keeping.session import start_game
from companion.pages.begin.start_page import StartPage
from companion.pages.play.game_menu import MenuPage
from companion.pages.set_up.power_page import PausePage
from companion.phones.host import Phones
from companion.phones.phone_acts import acts_of
from companion.phones.translated_table import TranslatedTable
from companion.play.simulated.players import Say, SimulatedPlayers, on_view
from companion.program.app import App
from companion.screens.intents import Intent
from companion.settings.config import load_config
from companion.table.acts import Answer, Tell
from companion.table.table import Table
from companion.twin.simulation import told_outright
from rules.amulett.commands import Bid, Open, Pass
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.doubles.late_canvas import late_window
from tests.games import document, new_context, new_players, new_setup, open_store

SETTINGS = ("night.help=false", "night.setup=false", "display.motion=false", "timers.count=true")
SPELLS = [{"zwei-wuensche": 2}, {"geschenk": 2}, {"einfluss": 2}]
TICK_MS = 250
MOST_LOOKS = 3000


@dataclass
class Evening:
    """The whole program, without a phone's network: what a phone wants is put into the inbox, as its server does."""

    folder: Path
    setup: Setup
    settings: tuple[str, ...] = ()
    now_ms: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.store = open_store(self.folder)
        context = new_context(load_config(files=(), pairs=(*SETTINGS, *self.settings)), self.store, "en", "practice")
        self.app = App(context, late_window((320, 180)), Inbox(), lambda: self.now_ms, StartPage(context))
        self.app.phones = Phones(context, self.app.inbox)
        started = start_game(self.store, self.setup)
        assert not isinstance(started, Refused)
        self.number = started[0]
        self.table = Table(context, *started)
        self.app.play(self.table)
        self.app.tick()

    def wait(self, ms: int) -> None:
        until = self.now_ms + ms
        while self.now_ms < until:
            self.now_ms += TICK_MS
            self.app.tick()

    def act(self, seat: int, number: int) -> None:
        """By the phone of that seat."""
        answers: list[Any] = []
        at = acts_of(TranslatedTable(self.table, "en"), seat, self.now_ms).situation
        wish = ActByPhone(at, number)
        self.app.inbox.put(PhoneAsked(self.setup.players[seat], wish, answers.append, lambda: True))
        self.wait(TICK_MS)
        assert answers, "nobody was answered"

    def play_on(self, chance: Random) -> None:
        """Somebody who can do something does it by phone."""
        spoken = TranslatedTable(self.table, "en")
        may = [(seat, acts_of(spoken, seat, self.now_ms)) for seat in range(len(self.setup.players))]
        seat, acts = chance.choice([(seat, acts) for seat, acts in may if acts.actions])
        self.act(seat, chance.randrange(len(acts.actions)))

    @property
    def journal(self) -> list[tuple[Any, ...]]:
        return [(entry.seq, entry.at_ms, repr(entry)) for entry in self.table.live.session.entries]


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[tuple[Evening, Evening]]:
    """One at which the menu is opened, and one at which it is not."""
    setup = new_setup("amulett", 3, seed=3)
    both = Evening(tmp_path / "menu", setup), Evening(tmp_path / "table", setup)
    yield both
    for evening in both:
        evening.store.close()


@pytest.mark.slow
@pytest.mark.slow
def test_a_game_played_by_phones_behind_an_open_menu_is_the_same_game(evenings: tuple[Evening, Evening]) -> None:
    """From the second turn to the end: same journal, same clocks, same result, and kept without closing the menu."""
    seed = 11
    print(f"seed {seed}")
    for evening in evenings:
        chance = Random(seed)
        while evening.table.live.view["turn"] is None:
            evening.play_on(chance)
        evening.play_on(chance)
        if evening is evenings[0]:
            evening.app.press(Intent.MENU)
            assert isinstance(evening.app.page, MenuPage)
        while not evening.table.live.is_over:
            evening.play_on(chance)
        evening.wait(1000)
    behind, open_table = evenings
    assert isinstance(behind.app.page, MenuPage), "nobody has closed it"
    assert behind.journal == open_table.journal
    assert behind.table.clock(behind.now_ms) == open_table.table.clock(open_table.now_ms)
    kept = [evening.store.game(evening.number) for evening in evenings]
    assert kept[0].ended is not None
    assert kept[0].result == kept[1].result


def _bidding(folder: Path) -> Evening:
    """A strict clock of ten seconds, and the second of three is to bid."""
    setup = Setup("amulett", ("Ada", "Bo", "Cem"), 0, {}, document("amulett"), {"spells": SPELLS})
    evening = Evening(folder, setup, ("timers.auction=strict", "timers.seconds=10"))
    for command in (Open(0, "teleportation"), Bid(0, 1)):
        assert evening.table.live.do(command, 0).steps
    evening.wait(TICK_MS)
    return evening


def test_a_strict_clock_runs_out_behind_an_open_menu(tmp_path: Path) -> None:
    evening = _bidding(tmp_path / "box")
    evening.app.press(Intent.MENU)
    evening.wait(9_000)
    assert evening.table.live.view["turn"] == 1
    evening.wait(2_000)
    assert isinstance(evening.app.page, MenuPage)
    assert evening.table.live.session.steps[-1].command == Pass(1)
    assert evening.table.live.view["turn"] == 2
    evening.store.close()


@pytest.mark.slow
def test_a_pause_is_nobody_s_time(tmp_path: Path) -> None:
    evening = _bidding(tmp_path / "box")
    evening.wait(4_000)
    before = evening.table.clock(evening.now_ms)
    evening.app.open(PausePage(evening.app.context))
    evening.wait(60_000)
    evening.app.press(Intent.OK)
    evening.wait(2 * TICK_MS)
    after = evening.table.clock(evening.now_ms)
    assert before is not None
    assert after is not None
    assert after.used_ms - before.used_ms <= 3 * TICK_MS
    assert evening.table.live.view["turn"] == 1
    evening.store.close()


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_what_the_camera_sees_behind_an_open_menu_is_followed(tmp_path: Path, slug: str) -> None:
    """Simulated people play by laying cards; the same journal as with the table on the screen."""
    setup, ended = new_setup(slug, 3, seed=5), []
    for name in ("menu", "table"):
        evening = Evening(tmp_path / name, setup, ("camera.kind=usb",))
        people = new_players(setup, seed=5)
        if name == "menu":
            evening.app.press(Intent.MENU)
        for _ in range(MOST_LOOKS):
            if evening.table.live.is_over:
                break
            act_at(evening.table, people, evening.now_ms)
            evening.app.inbox.put(told_outright(people, evening.now_ms))
            evening.wait(TICK_MS)
        evening.wait(TICK_MS)
        assert isinstance(evening.app.page, MenuPage) == (name == "menu")
        ended.append((evening.journal, evening.store.game(evening.number).result))
        evening.store.close()
    assert ended[0][1] is not None, "the game never ended"
    assert ended[0] == ended[1]


def act_at(table: Table, people: SimulatedPlayers, now_ms: int) -> None:
    """Somebody lays a card, or says what no camera can see."""
    if (question := table.live.question) is not None:
        table.act(Answer(people.answer(question)), now_ms)
        return
    act = people.next_act(on_view(table.live))
    if isinstance(act, Say):
        table.act(Tell(act.command), now_ms)
