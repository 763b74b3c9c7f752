"""Laying out the table by four buttons: page by page with the numbers of this player count, skipped, remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.contract import setup_step
from companion.games.amulett.laying_out import steps_of
from companion.inbox import TableSeen
from companion.language.i18n import Phrases
from companion.models import SetupLine
from companion.pages.begin.new_game import begin_game
from companion.pages.begin.start_page import StartPage
from companion.pages.play.game_menu import MenuPage
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.layout_screen import LayoutScreen
from companion.screens.navigation import SitDown
from companion.screens.put_back_screen import PutBackScreen
from companion.settings.changing import with_setting
from companion.table.laying_out import LayingOut
from companion.table.table import Table
from rules.amul.commands import Lay, Reveal
from rules.amul.state import State
from rules.core.table import TableCards
from tests.companion.person import Person
from tests.games import GAMES, phrases_for

NAMES = ("Ada", "Bo", "Cem", "Dana", "Emil", "Fritzi", "Gül", "Hanno")


class Host(Person):
    """Somebody who sets the table up, with a box that nobody has taught."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        context = self.app.context
        config = with_setting(with_setting(context.config, "night.setup", True), "camera.kind", "none")
        context.config = with_setting(config, "data.folder", str(folder))
        context.facts = "own"
        self.app.open(StartPage(context))

    def begin(self, slug: str = "amul", players: int = 3, **options: int) -> None:
        turn = begin_game(self.app.context, slug, NAMES[:players], 0, options)
        assert isinstance(turn, SitDown)
        self.app._turn(turn)
        self.app.tick()

    @property
    def model(self) -> Any:
        screen = self.screen
        assert isinstance(screen, LayoutScreen), screen
        return screen.model

    @property
    def labels(self) -> list[str]:
        return [choice.label for choice in self.model.choices]

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    @property
    def state(self) -> State:
        state: State = self.table.live.session.state
        return state

    @property
    def figures(self) -> list[str]:
        return [line.figure for line in self.model.lines]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    somebody = Host(tmp_path)
    yield somebody
    somebody.store.close()


@pytest.mark.slow
def test_from_the_start_page_to_the_first_card_of_amul_by_four_buttons(host: Host) -> None:
    host.choose_listed("Āmul")
    host.seat_all()
    host.draw_start()
    host.press(Intent.OK, Intent.OK, Intent.OK)  # who begins; every step is told; without Tea
    seen = []
    while isinstance(host.screen, LayoutScreen):
        now = next(step.name for step in host.model.header.steps if step.state == "now")
        seen.append((now, host.figures))
        host.choose_listed("Later" if "Later" in host.labels else host.labels[0])
    assert seen == [
        ("Sort", ["3", "", ""]),
        ("Palace", ["6", "", ""]),
        ("Palace", ["4", "", ""]),
        ("Bazaar", ["3", "", ""]),
        ("Hands", ["51", "5", "36", "1"]),
        ("First Pick", ["3", "1", ""]),
    ]
    assert isinstance(host.screen, DoorsScreen)


def test_the_palace_is_told_card_by_card_and_is_whole_then(host: Host) -> None:
    host.begin()
    host.press(Intent.OK, Intent.OK)
    assert host.labels == ["Dervish", "Medallion", "Oil", "Tent", "Yurt", "Another card", "Later"]
    for card in ("Dervish", "Tent", "Yurt"):
        host.choose_listed(card)
    assert host.labels == ["Medallion", "Oil", "Another card", "Later"]
    host.choose_listed("Oil")
    assert host.state.palace == ("dervish", "oil#p1", "silver#p1", "spice#p1", "tent", "yurt")
    assert (host.labels, host.figures[0]) == (["Done, next", "We know it"], "6")
    assert [thing.name for thing in host.model.shelves[0].things] == [
        "Dervish",
        "Oil",
        "Silver",
        "Spice",
        "Tent",
        "Yurt",
    ]


def test_a_card_that_cannot_lie_there_is_refused_in_words_that_say_what_to_do(host: Host) -> None:
    host.begin()
    host.press(Intent.OK, Intent.OK)
    host.choose_listed("Another card")
    assert {"Gem", "Gold", "Silver", "Spice", "Dervish"} <= set(host.labels)
    host.choose_listed("Gem")
    assert host.model.notices[-1].text == (
        "Gem cannot be laid out: with 3 players it is not in use yet. Put it back into the box and tell another card;"
        " if the number on it is 3 or less, teach it in “Teach the box”."
    )
    assert host.state.palace == ("silver#p1", "spice#p1")
    assert "Another card" in host.labels  # back among the likely ones


def test_back_leaves_the_other_cards_then_the_page_and_at_last_leads_to_the_menu(host: Host) -> None:
    host.begin()
    host.press(Intent.OK, Intent.OK)
    host.choose_listed("Another card")
    host.press(Intent.BACK)
    assert "Another card" in host.labels
    host.press(Intent.BACK)
    assert host.labels == ["Done, next", "We know it"], "nothing is asked while the palace is laid out"
    assert "lie open" in host.model.lines[0].text
    host.press(Intent.BACK)
    assert host.model.title == "Sort out the cards"
    host.press(Intent.BACK)
    assert isinstance(host.app.page, MenuPage)


def test_hold_back_takes_a_told_card_back(host: Host) -> None:
    host.begin()
    host.press(Intent.OK, Intent.OK)
    host.choose_listed("Tent")
    host.press(Intent.UNDO)
    if isinstance(host.screen, PutBackScreen):
        host.press(Intent.OK)
    assert host.state.palace == ("silver#p1", "spice#p1")
    assert host.model.title == "Lay out the palace"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "label", "left"), [(6, "The 3 pale ones", 6), (7, "The 11 pale ones", 0), (5, "Dervish", 6)]
)
def test_what_the_sums_prove_is_told_in_one_press(host: Host, players: int, label: str, left: int) -> None:
    host.begin(players=players)
    host.press(Intent.OK, Intent.OK)
    assert host.labels[0] == label
    host.press(Intent.OK)
    assert 2 * players - len(host.state.palace) == left


@pytest.mark.slow
def test_who_knows_it_skips_all_but_what_is_to_be_told_and_is_asked_kindly_next_time(host: Host) -> None:
    host.begin()
    assert (host.labels, host.screen.focus) == (["Done, next", "We know it"], 0)  # type: ignore[attr-defined]
    host.choose_listed("We know it")
    assert host.model.header.steps[1].state == "now"
    host.press(Intent.BACK)
    assert host.model.title == "Sort out the cards"  # pressed by mistake
    host.choose_listed("We know it")
    host.choose_listed("Later")
    assert isinstance(host.screen, DoorsScreen)
    host.begin()
    assert host.labels[host.screen.focus] == "We know it"  # type: ignore[attr-defined]
    host.begin("amulett")
    assert host.screen.focus == 0  # type: ignore[attr-defined] # another game is another thing
    host.begin(players=4)
    assert host.screen.focus == 0  # type: ignore[attr-defined] # new to one of them


def test_with_a_taught_box_one_press_skips_everything(host: Host) -> None:
    host.app.context.facts = "practice"
    host.begin()
    host.choose_listed("We know it")
    assert isinstance(host.screen, DoorsScreen)


def test_the_pages_can_be_switched_off(host: Host) -> None:
    context = host.app.context
    context.config = with_setting(context.config, "night.setup", False)
    host.begin()
    assert isinstance(host.screen, DoorsScreen)


@pytest.mark.slow
def test_a_palace_left_for_later_is_told_from_the_table_and_hides_in_no_other_question(host: Host) -> None:
    host.begin()
    host.choose_listed("We know it")
    host.choose_listed("Later")
    screen: Any = host.screen
    assert screen.model.now.why.startswith("card 1 of 1")
    told = {node.label for node in screen.model.nodes}
    assert "Yurt" not in told
    assert {"Camel", "Tell the palace: 4 cards"} <= told
    host.tell("Tell the palace: 4 cards")
    host.choose_listed("Yurt")
    host.press(Intent.BACK)
    assert isinstance(host.screen, DoorsScreen)
    assert "yurt" in host.state.palace


def play_to_effects(host: Host) -> None:
    """Round 1, in which Ada reveals a Merchant who takes from the palace."""
    live = host.table.live
    while host.state.phase != "effects" or live.question is not None:
        merchant = [option for option in live.options if option == Reveal(0, "arab-merchant#1")]
        answers = [option for option in live.options if getattr(option, "value", None) in ("area", "palace")]
        others = [option for option in live.options if not isinstance(option, Lay)]
        live.do((merchant or answers or others)[0], host.now_ms)
    host.app.tick()
    host.now_ms += 5_000  # a press at once would be meant for the screen before


@pytest.mark.slow
def test_a_card_nobody_told_of_can_be_taken_by_an_effect_all_the_same(host: Host) -> None:
    """The palace was told in part; the Merchant takes a card that lies there and is not among those."""
    host.begin()
    host.choose_listed("We know it")
    host.choose_listed("Later")
    play_to_effects(host)
    screen: Any = host.screen
    assert [node.label for node in screen.model.nodes] == [
        "Silver",
        "Spice",
        "Take nothing",
        "Another card",
        "See the table",
    ]
    host.tell("Another card")
    host.choose_listed("Dervish")
    host.press(Intent.BACK)
    host.tell("Dervish")
    assert "dervish" in host.state.areas[0]


@pytest.mark.slow
def test_the_camera_reads_the_palace_and_nothing_else_while_it_is_laid_out(host: Host) -> None:
    host.begin()
    context = host.app.context
    context.config = with_setting(context.config, "camera.kind", "usb")
    table = {"palace": {"silver#p1", "spice#p1", "tent", "gem#p1"}, "market": {"camel#1"}}
    seen = TableSeen(TableCards({zone: frozenset(cards) for zone, cards in table.items()}), frozenset(), at_ms=0)
    host.table.see(seen)
    assert host.table.live.session.steps == ()  # cards are being sorted
    host.press(Intent.OK)
    host.table.see(seen)
    assert (host.state.palace, host.state.market) == (("silver#p1", "spice#p1", "tent"), ())
    host.now_ms += 20_000
    host.table.see(replace(seen, at_ms=host.now_ms))
    host.now_ms += 20_000
    assert host.model.notices[-1].text.startswith("Gem cannot lie there: with 3 players it is not in use yet.")
    for _ in range(4):
        host.choose_listed("Later" if "Later" in host.labels else host.labels[0])
    assert host.state.market == ("camel#1",)  # now everything is looked at


def test_without_a_mat_palace_cards_are_told_from_market_cards(host: Host) -> None:
    host.begin()
    host.press(Intent.OK, Intent.OK)
    everything = frozenset({"silver#p1", "tent", "camel#1"})
    host.table.see(TableSeen(TableCards({"table": everything}), frozenset(), at_ms=0))
    assert (host.state.palace, host.state.market) == (("silver#p1", "spice#p1", "tent"), ())


FIGURES = {
    3: [["52", "3", "2"], ["6", ""], ["4", "1", "25"], ["10", "30"], ["33", "2", "2", "6"], ["", ""]],
    6: [["52", "3", "2"], ["6", ""], ["4", "1", "22"], ["10", ""], ["33", "2", "2", "6"], ["", ""]],
}


@pytest.mark.parametrize("players", [3, 6])
def test_the_pages_of_das_amulett_have_the_numbers_of_the_rulebook(host: Host, players: int) -> None:
    host.begin("amulett", players)
    titles, figures = [], []
    while isinstance(host.screen, LayoutScreen):
        titles.append(host.model.title)
        figures.append(host.figures)
        host.press(Intent.OK)
    expected = ["Lay out the gems", "Fill the bag again", "Stack the metals", "Energy stones", "Deal the spells"]
    assert titles == [*expected, "Two magic hats"]
    assert figures == FIGURES[players]


def test_spells_that_were_loaded_in_secret_are_not_dealt_again() -> None:
    say = phrases_for("amulett", "en", {}, NAMES[:3])
    names = [step.name for step in steps_of(NAMES[:3], 0, say, loaded=True)]
    assert names == ["Gems", "Markers", "Metals", "Hats"]


AMUL_FIGURES = {
    4: [["4", "", ""], ["8", "", ""], ["4", "", ""], ["74", "5", "54", "1"], ["3", "1", ""]],
    8: [["8", "", "8"], ["16", "", ""], ["9", "", ""], ["147", "5", "107", "1"], ["3", "1", ""]],
}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "tea"), [(4, 0), (8, 8)])
def test_the_pages_of_amul_have_the_numbers_of_this_player_count(host: Host, players: int, tea: int) -> None:
    host.app.context.facts = "practice"
    host.begin(players=players, tea=tea)
    figures = []
    while isinstance(host.screen, LayoutScreen):
        figures.append(host.figures)
        host.press(Intent.OK)
    assert figures == AMUL_FIGURES[players]


def test_a_game_that_says_nothing_of_its_set_up_begins_at_once(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["amulett"]
    monkeypatch.setitem(game.__dict__, "setup_steps", None)
    host.begin("amulett")
    assert not isinstance(host.screen, LayoutScreen)


def test_a_step_says_the_texts_of_its_own_key() -> None:
    step = setup_step(Phrases("en"), "highest.setup.deal", "cards", {"deal": "5"}, {})  # as the guide has it
    assert (step.name, step.title) == ("highest.setup.deal.name", "highest.setup.deal.title")
    assert step.lines == (SetupLine("highest.setup.deal.deal", "5"),)


def test_a_change_of_language_stays_on_the_page(host: Host) -> None:
    host.begin()
    host.press(Intent.OK, Intent.OK)
    context = host.app.context
    context.config = with_setting(context.config, "language", "de")
    context.language = "de"
    host.app.tick()
    assert (host.model.title, host.labels[-1]) == ("Den Palast auslegen", "Später")


def test_nothing_is_left_open_where_all_is_told(host: Host) -> None:
    host.begin()
    host.choose_listed("We know it")
    host.choose_listed("Later")
    for card in ("dervish", "tent", "yurt", "oil#p1"):
        host.table.live.do(Lay(0, card), host.now_ms)
    assert LayingOut(host.table.desk, only_open=True).is_over
