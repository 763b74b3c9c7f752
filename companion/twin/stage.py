"""Wires up the demonstration: people, camera, panel, and the program between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.contract import Context, TableGame
from companion.facts.box import GameBox
from companion.inbox import Inbox, Pressed, TableSeen
from companion.keeping.session import Session, resume_game, start_game
from companion.pages.begin.start_page import StartPage
from companion.play.simulated.players import SimulatedPlayers
from companion.play.simulated.simulated_table import SimulatedTable
from companion.program.app import App
from companion.program.window import Window
from companion.seeing.eyes import Eyes, TableWatch, scale
from companion.table.table import Table
from companion.twin.demo import Demo, Finger
from companion.twin.simulation import new_players, new_setup
from companion.twin.twin_camera import TwinCamera, difficulty
from hardware.panel import Panel, PanelConfig, open_panel
from hardware.wiring import Wiring
from rules.core.refusals import Refused
from vision.table.zones import parse_zones


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """The demonstration asked for on the command line."""

    game: str
    players: int = 4
    seed: int = 1
    facts: str = "practice"
    new: bool = False
    pace_ms: int = 900


class DemoStage:
    """``threaded``: in real time, with camera and panel in their own threads; otherwise step by step."""

    def __init__(
        self, options: DemoOptions, context: Context, window: Window, clock: Callable[[], int], *, threaded: bool
    ) -> None:
        self.inbox = Inbox()
        game_id, session = _game(context, options)
        self.session = session
        self.app = App(context, window, self.inbox, clock, StartPage(context))
        self.app.play(Table(context, game_id, session))
        heard: list[str] = []
        self.panel, pins = _panel(self.inbox, heard, clock, threaded=threaded)
        game = context.games.session(session)
        self.people = people = taken_up(game, session, options.seed)
        self.camera, self.eyes = _sight(game.box, session, people.table, clock, options.seed)
        self.app.driver = Demo(people, Finger(self.panel, pins, heard), options.pace_ms, len(session.steps))
        self._watch = TableWatch(self.camera, self.eyes, self.inbox, every_s=0.3, shows=True) if threaded else None
        if self._watch is not None:
            self._watch.start()

    def look(self) -> TableSeen:
        """One look of the camera, if there is no thread for it."""
        frame = self.camera.next_frame(0)
        assert frame is not None
        seen = self.eyes.look(frame)
        self.inbox.put(seen)
        return seen

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
        self.panel.close()


def taken_up(game: TableGame, session: Session, seed: int) -> SimulatedPlayers:
    """Simulated people for a game that may have begun earlier: they take over the table as it is."""
    people = new_players(game, session.setup, seed)
    if session.steps:
        people.take_up([session.game.view(session.state, seat) for seat in range(len(session.setup.players))])
    return people


def _game(context: Context, options: DemoOptions) -> tuple[int, Session]:
    """The unfinished demonstration, or a new one."""
    store = context.store
    row = store.unfinished()
    if row is not None and not options.new and row.game == options.game and len(row.setup.players) == options.players:
        return row.id, resume_game(store, row.id)
    setup = new_setup(
        context.games[options.game], options.players, options.seed, options.facts, context.config.data_path
    )
    started = start_game(store, setup)
    assert not isinstance(started, Refused), started
    return started


def _panel(inbox: Inbox, heard: list[str], clock: Callable[[], int], *, threaded: bool) -> tuple[Panel, dict[str, int]]:
    """``heard``: gets each button that is reported."""
    wiring = Wiring(factory="mock")

    def on_press(name: str, kind: str, at_ms: int) -> None:
        inbox.put(Pressed(name, kind, at_ms))
        heard.append(name)

    panel = open_panel(PanelConfig(wiring), on_press, clock=clock, threaded=threaded)
    return panel, dict(wiring.buttons)


def _sight(
    box: GameBox, session: Session, table: SimulatedTable, clock: Callable[[], int], seed: int
) -> tuple[TwinCamera, Eyes]:
    plan = box.layout()
    cards = box.card_tags(session.setup.facts)
    size = (float(plan["size"][0]), float(plan["size"][1]))
    tags = {card: tag for tag, card in cards.items()}
    camera = TwinCamera(table, tags, size, how=difficulty("easy"), clock=clock, seed=seed)
    return camera, Eyes(cards, parse_zones(plan, f"{box.slug}/zones.toml"), scale(camera.px_per_mm))
