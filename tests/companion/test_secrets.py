"""What the table can see must not depend on what is hidden: two games that look alike to all, compared in every output.

Pictures of the camera show what lies there and are left out. A report holds the journal and says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.commands import export, history
from companion.contract import TableGame
from companion.inbox import TableSeen
from companion.keeping.history import past_night, played_again
from companion.keeping.session import resume_game
from companion.language.wording import Trouble
from companion.pages.history.night_page import NightPage
from companion.pages.play.corrections_page import CorrectionsPage
from companion.pages.play.log_page import LogPage
from companion.program.narrator import Narrator
from companion.program.window import Window
from companion.screens import Chosen, Finished, Undo
from companion.screens.doors_screen import DoorsModel
from companion.screens.tell_screen import Node
from companion.settings.config import load_config
from companion.sharing.takeaway import Takeaway
from companion.signals.chimes import Chimes
from companion.signals.lights import Lights
from companion.table.table import Table
from rules.core.pad.commands import ChangeWay
from rules.core.secrecy import disclosed
from rules.core.table import TableCards
from tests.companion.other_worlds import World, hidden_moments, hides
from tests.companion.tables import TickedPage
from tests.games import GAMES, new_context, open_store, secretive
from tests.sweeps import sweep

SETTINGS = ("timers.count=false", "display.motion=false", "camera.kind=usb")
LATELY = 6  # steps taken while the page looks on
MOMENTS = sweep(4, 6)
LONG_MS = 20_000  # after this every notice is gone and every doubt is asked

# A hidden hand can make impossible what all think possible. Each has one answer, whatever it is that is hidden.
NECESSARY = {"refusal.all_told", "refusal.must_show", "refusal.cannot_pay"}


class Recorder:
    """Loudspeaker, voice and lamps."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def play(self, name: str) -> None:
        self.heard.append(name)

    def say(self, text: str) -> None:
        self.heard.append(text)

    def go_on(self) -> None:
        """Nothing waits."""

    def hush(self) -> None:
        """Nothing is cut short."""

    def answer(self, kind: str, seat: int | None = None) -> None:
        self.heard.append((kind, seat))

    def show_turn(self, seats: frozenset[int], count: int) -> None:
        self.heard.append((seats, count))


class Evening:
    """A world on its own box, with the page of the table open for the last few steps."""

    def __init__(self, folder: Path, game: TableGame, world: World, language: str) -> None:
        folder.mkdir()
        self.folder, self.game, self.now_ms = folder, game, 1000 * len(world.steps)
        self.store = open_store(folder)
        self.ident = self.store.new_game(game.rules, world.setup)
        if before := world.steps[:-LATELY]:
            self.store.append(game.rules, self.ident, *before)
        context = new_context(load_config(files=(), pairs=SETTINGS), self.store, language, facts="practice")
        self.table = Table(context, self.ident, resume_game(self.store, self.ident))
        self.page = TickedPage(self.table)
        self.box = Recorder()
        self._chimes, self._lights = Chimes(self.box), Lights(self.box)
        self._window, self._narrator = Window.headless((800, 480)), Narrator(self.box, "everything")
        self._follow()
        for command in world.commands[len(before) :]:
            self.page.live.do(command, self.now_ms)
            self.shows()

    def _follow(self) -> None:
        self.page.tick(self.now_ms)
        self._lights.follow(self.table, self.now_ms)
        self._chimes.follow(self.table, self.now_ms)
        screen = self.page.screen(self.now_ms)
        self._window.show(screen, self.now_ms)
        self._narrator.follow(screen, self._window.canvas, self.table, self.now_ms, self.table.say)

    def shows(self) -> Any:
        """The one screen in front of everybody."""
        self._follow()
        model = getattr(self.page.screen(self.now_ms), "model", None)
        assert model is not None
        return model

    @property
    def said(self) -> str | None:
        words = self.page.live.notice(self.now_ms)
        return None if words is None else words.key

    def outputs(self) -> Iterator[tuple[str, Any]]:
        """Everything there is to see or hear now."""
        page, desk, now = self.page, self.table.desk, self.now_ms
        yield "table", self.shows()
        yield "heard", tuple(self.box.heard)
        yield "help", page._on_table(now)
        if desk.live.moves:
            return
        told = page._tell_page().screen(now).model  # type: ignore[attr-defined]
        yield "tell", told
        yield "elsewhere", told.elsewhere() if isinstance(told, DoorsModel) else ()
        yield "menu", page._menu().screen(now).model  # type: ignore[attr-defined]
        yield "log", LogPage(desk.live.session, page.say, lambda *_: None).screen(now).model  # type: ignore[attr-defined]
        yield "score", self.table.score()
        if self.game.course is not None:
            yield "facts", [choice.label for choice in CorrectionsPage(desk).screen(now).model.choices]  # type: ignore[attr-defined]

    def kept(self) -> Iterator[tuple[str, Any]]:
        """What is read or taken away later: all of it tells the whole game, however far it has come."""
        yield "night", NightPage(self.table.desk.context, self.ident).screen(self.now_ms).model  # type: ignore[attr-defined]
        night = past_night(self.store, self.ident)
        takeaway = Takeaway(night, played_again(self.store, night), self.page.say, self.game, GAMES.columns)
        for form, write in export.FORMATS.items():
            try:
                text = write(takeaway).decode("latin-1")
            except Trouble as trouble:
                text = repr(trouble.said)
            yield form, re.sub(r'\[Id "[0-9a-f]+"\]', "", text.replace(night.row.started, ""))
        said = history._one(self.store, night)
        yield "history", json.dumps({**said, "started": ""})
        at = "2026-11-15T20:00:00+00:00"
        yield "history text", list(history._one_text({**said, "started": at}, self.page.say))


def compare(one: Evening, other: Evening) -> None:
    _compare(dict(one.outputs()), dict(other.outputs()))


def compare_kept(one: Evening, other: Evening) -> None:
    _compare(dict(one.kept()), dict(other.kept()))


def _compare(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert mine.keys() == theirs.keys()
    for name, shown in mine.items():
        assert shown == theirs[name], f"expected the same {name} whatever is hidden"


def leaves(nodes: tuple[Node, ...]) -> Iterator[Any]:
    for node in nodes:
        yield from leaves(node.children) if node.children else [node.command]


def tell(one: Evening, other: Evening, random: Random) -> bool:
    """Somebody chooses what the screen offers. False: what was hidden has been turned up, or refused of necessity."""
    offered = [*leaves(one.page._board.tellable()[1]), *one.page.live.offered[-1:]]
    for command in random.sample(offered, min(4, len(offered))):
        for evening in (one, other):
            evening.now_ms += LONG_MS
            evening.page.act(Chosen(command), evening.now_ms)
        if one.said != other.said and {one.said, other.said} & NECESSARY:
            return False
        if any(map(disclosed, one.page.live.session.steps[-1].events)):
            return False
        compare(one, other)
    return True


def change_way(one: Evening, other: Evening) -> None:
    """What the pad takes over from the rules is what all see; a game that can only be followed refuses alike."""
    for way in ("scribe", "follow"):
        done = [evening.page.live.session.do(ChangeWay(way), evening.now_ms) for evening in (one, other)]
        assert done[0] == done[1]
    compare(one, other)


def take_back(one: Evening, other: Evening, random: Random) -> None:
    """The last step, then to some line of the log: what to put back is the same."""
    for to in (None, random.choice([0, *(step.seq for step in one.page.live.session.steps[:-1])])):
        if not one.page.live.session.steps or to == one.page.live.session.steps[-1].seq:
            return
        for evening in (one, other):
            evening.now_ms += LONG_MS
            evening.page.act(Undo(to), evening.now_ms)
        compare(one, other)
        for evening in (one, other):
            evening.page.act(Finished(), evening.now_ms)
        compare(one, other)


def lay_under_camera(one: Evening, other: Evening, hidden: set[str], random: Random) -> None:
    """Cards that lie in the open, some of them where nothing explains them; never one that is hidden."""
    game = one.game
    zones = [zone["name"] for zone in game.box.layout()["zones"]]
    cards = [card.card for card in game.box.cards(one.table.document) if card.card not in hidden]
    if not cards:
        return  # a game without cards has none to lay
    lying: dict[str, frozenset[str]] = {zone: frozenset(random.sample(cards, 1)) for zone in random.sample(zones, 1)}
    market = one.page.live.view.get("market")
    if market is not None:
        lying["market"] = frozenset(market) | lying.get("market", frozenset())
    for evening in (one, other):
        evening.table.see(TableSeen(TableCards(lying), frozenset(), at_ms=evening.now_ms))
        evening.now_ms += LONG_MS
        evening.table.look_again(evening.now_ms)
    compare(one, other)


def evenings(folder: Path, game: TableGame, players: int, seed: int) -> Iterator[tuple[Evening, Evening, Any, Random]]:
    random = Random(f"{game.slug} {players} {seed} secrets")
    pairs = hidden_moments(game.rules, players, f"{game.slug} {players} {seed}", MOMENTS)
    for moment, (world, other) in enumerate(pairs):
        language = random.choice(("en", "de"))
        boxes = [
            Evening(folder / f"{seed}-{moment}-{name}", game, each, language)
            for name, each in (("one", world), ("other", other))
        ]
        yield boxes[0], boxes[1], world.hidden | other.hidden, random
        for box in boxes:
            box.store.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sweep(1, 2)))
@pytest.mark.parametrize("game", [secretive(game) for game in GAMES], ids=lambda game: game.slug)
def test_nothing_that_all_see_or_hear_depends_on_what_is_hidden(game: TableGame, seed: int, tmp_path: Path) -> None:
    if not hides(game.rules):
        pytest.skip("nothing is ever hidden in this game")
    found = 0
    for one, other, hidden, random in evenings(tmp_path, game, game.rules.seats[seed % 2], seed):
        found += 1
        compare(one, other)
        compare_kept(one, other)
        change_way(one, other)
        if random.random() < 0.5:
            lay_under_camera(one, other, hidden, random)
        if tell(one, other, random):
            compare_kept(one, other)
            take_back(one, other, random)
            compare_kept(one, other)
    print(f"{game.slug}: {found} moments compared")
    assert found >= MOMENTS // 2
