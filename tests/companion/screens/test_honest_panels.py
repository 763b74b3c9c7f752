"""Nothing is hidden without a sign, empty where there is something to show, or about a camera that is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.drawing.widgets import initials
from companion.games.amulett.screens.model import ExchangePanel, MapPanel, SpellsPanel
from companion.keeping.session import start_game
from companion.models import Action, CardModel, Header, NowLine
from companion.pages.set_up.camera_page import SeenPage
from companion.program.window import Window
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.choices import ARROW, more_beside
from companion.screens.intents import Intent
from companion.screens.reading_screen import ReadingModel, ReadingScreen
from companion.screens.table_screen import TableScreen
from companion.screens.tell_screen import Node, TellModel, TellScreen
from companion.settings.changing import with_setting
from companion.table.table import Table
from companion.twin.demo import TAKEN_OVER_MS, Demo
from rules.amulett import commands as c
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.core.words import words
from tests.companion.person import Person
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable
from tests.games import document, new_setup


class Drawn:
    """What a painter does with icons and texts, noted."""

    def __init__(self) -> None:
        self.icons: list[str] = []
        self.texts: list[str] = []

    def icon(self, name: str, *_: Any) -> None:
        self.icons.append(name)

    def text(self, _: Any, text: str, *__: Any, **___: Any) -> None:
        self.texts.append(text)


@pytest.mark.parametrize(
    ("shown", "arrows", "hidden"),
    [
        (range(5), [], []),
        (range(3), ["next"], ["+2"]),
        (range(1, 4), ["previous", "next"], ["+1", "+1"]),
        (range(2, 5), ["previous"], ["+2"]),
    ],
)
def test_a_row_behind_which_there_is_more_has_arrows_and_how_many(
    shown: range, arrows: list[str], hidden: list[str]
) -> None:
    from companion.drawing.regions import Region

    canvas: Any = Drawn()
    left = more_beside(canvas, Region(0, 0, 500, 80), 5, shown)
    assert (canvas.icons, canvas.texts) == (arrows, hidden)
    assert left.w == 500 - (ARROW + 6) * len(arrows)


def test_actions_that_do_not_fit_are_behind_an_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    window = Window.headless((800, 480))
    icon = type(window.canvas).icon
    monkeypatch.setattr(
        type(window.canvas), "icon", lambda self, name, *rest: (drawn.append(name), icon(self, name, *rest))[1]
    )
    actions = tuple(Action(f"Action {number}", number) for number in range(12))
    window.show(ReadingScreen(ReadingModel(Header(""), NowLine(""), (), actions=actions)), 0)
    assert drawn.count("next") == 1, "beside the row; the button's own hint is empty here"


def test_tiles_that_scroll_have_a_bar() -> None:
    window = Window.headless((800, 480))
    nodes = tuple(Node(f"Tile {number}", number) for number in range(60))
    screen = TellScreen(TellModel(Header(""), "Which?", nodes))
    window.show(screen, 0)
    whole = window.canvas.part_boxes["tiles"]
    tiles = [target.region for target in window.canvas.targets if target.key.startswith("choice.")]
    assert len(tiles) < 60
    assert max(tile.right for tile in tiles) <= whole.right - 18


# A board nobody has told.


@pytest.fixture
def unmapped(person: Person) -> Table:
    setup = new_setup("amulett", 3, seed=3)
    facts = document("amulett", "own")
    started = start_game(person.store, Setup("amulett", setup.players, setup.start, setup.options, facts, setup.table))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    person.app.play(page)
    return page


def _at(person: Person, page: Table, stage: str) -> Any:
    """The screen of the first moment of that stage."""
    for _ in range(300):
        person.app.tick()
        if isinstance(person.screen, BulletinScreen):
            person.press(Intent.OK)
        live = page.live
        if live.question is None and live.session.state.stage == stage:
            person.app.tick()
            return person.screen.model  # type: ignore[attr-defined]
        told = [one for one in live.options if isinstance(one, c.Pass | c.Enough | c.Decline | c.Later)]
        live.do((told or list(live.options))[0], 0)
    raise AssertionError(stage)


@pytest.mark.slow
def test_without_a_map_there_is_something_else_to_see(person: Person, unmapped: Table) -> None:
    assert isinstance(_at(person, unmapped, "draw").panel, SpellsPanel)
    panel = _at(person, unmapped, "exchange").panel
    assert isinstance(panel, ExchangePanel)
    assert [area.ident for area in panel.map.areas] == ["pyramid-city"], "what has been learnt"
    assert isinstance(_at(person, unmapped, "move").panel, SpellsPanel), "one area is no map yet"


def test_with_a_map_it_is_shown(person: Person) -> None:
    started = start_game(person.store, new_setup("amulett", 3, seed=3))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    person.app.play(page)
    assert isinstance(_at(person, page, "draw").panel, MapPanel)


# Cards nobody has told anything about.


def test_unknown_cards_can_be_told_apart_from_afar() -> None:
    assert [initials(name) for name in ("Arab Guard", "Gold no. 2", "Ölhändler", "silk-road")] == ["AG", "G", "Ö", "SR"]
    model = CardModel("arab-guard#1", "Arab Guard")
    window = Window.headless((1280, 720))
    screen = SAMPLES["table-pick"](SampleTable("en", 3))
    assert isinstance(screen, TableScreen)
    from dataclasses import replace

    screen.show(replace(screen.model, cards=(model,), last=model))
    window.show(screen, 0)
    assert [written.text for written in window.canvas.written].count("AG") >= 2


# Writing in large letters.


def test_hints_grow_less_than_names_when_writing_is_large() -> None:
    sizes = {}
    for zoom in (1.0, 2.0):
        window = Window.headless((1280, 720), zoom=zoom)
        window.show(SAMPLES["table-pick"](SampleTable("en", 3)), 0)
        parts = window.canvas._parts
        hints = max(written.px for written in parts["hints"].written)
        heading = max(written.px for written in parts["now"].written)
        sizes[zoom] = (hints, heading)
    assert sizes[2.0][0] <= sizes[1.0][0] * 1.3
    assert sizes[2.0][0] < sizes[2.0][1], "what is to be done is larger than the buttons' names"


@pytest.mark.parametrize("name", ["table-pick", "amulett-bid"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_names_grow_with_the_writing_and_hints_stay_smaller(name: str, size: tuple[int, int]) -> None:
    px = {}
    for zoom in (1.0, 2.0):
        window = Window.headless(size, zoom=zoom)
        window.show(SAMPLES[name](SampleTable("de", 3)), 0)
        parts = window.canvas._parts
        hints = max(written.px for written in parts["hints"].written)
        names = {written.text: written.px for part in parts.values() for written in part.written}
        px[zoom] = (hints, names["Linda"])
        assert not [written.text for part in parts.values() for written in part.written if written.cut and zoom > 1]
    assert px[2.0][1] >= px[1.0][1] * 1.25
    assert px[2.0][0] <= px[1.0][0] * 1.15
    assert px[2.0][0] <= px[2.0][1], "who plays is larger than what the buttons do"


# No camera set up.


def test_without_a_camera_nothing_is_said_to_be_read_or_to_come_back(tmp_path: Path) -> None:
    person = Person(tmp_path, camera="none")
    started = start_game(person.store, new_setup("amul", 3, seed=3))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    person.app.play(page)
    person.app.tick()
    person.tell("See the table")
    assert person.screen.model.last_title == "Last card told"  # type: ignore[attr-defined]
    seen = SeenPage(person.app.context, "amul", document("amul"))
    shown: Any = seen.screen(0)
    assert "comes back" not in shown.model.nothing
    assert "set-up" in shown.model.nothing
    context = person.app.context
    context.config = with_setting(context.config, "camera.kind", "usb")
    first: Any = SeenPage(context, "amul", document("amul")).screen(0)
    assert "Looking for the first time" in first.model.nothing
    context.parts["camera"] = words("notice.camera_lost")
    lost: Any = SeenPage(context, "amul", document("amul")).screen(0)
    assert "comes back" in lost.model.nothing


# The demonstration.


def test_the_demonstration_says_what_it_is_and_how_to_take_over_and_hand_back(person: Person) -> None:
    started = start_game(person.store, new_setup("amul", 3, seed=3))
    assert not isinstance(started, Refused)
    person.app.play(Table(person.app.context, *started))

    class Still:
        def tick(self, now_ms: int) -> None: ...

        def let_go(self) -> None: ...

        def is_busy(self, now_ms: int) -> bool:
            return True

    person.app.driver = Demo(None, Still(), 500)  # type: ignore[arg-type]
    person.app.tick()
    notices = [notice.text for notice in person.screen.model.notices]  # type: ignore[attr-defined]
    assert notices == ["Demonstration. Press a key or touch the screen, and you play."]
    person.app.touched_ms = person.now_ms
    person.app.tick()
    notices = [notice.text for notice in person.screen.model.notices]  # type: ignore[attr-defined]
    assert notices == ["You play. After 20 seconds without a touch the simulated players take over again."]
    person.now_ms += TAKEN_OVER_MS
    person.app.tick()
    assert person.screen.model.notices[0].text.startswith("Demonstration")  # type: ignore[attr-defined]
