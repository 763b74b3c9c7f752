"""A real Home Assistant at the broker of a club: it finds every table by itself, shows what the box shows, and sees
that a box is gone and comes back; restarted, while the broker has forgotten what was told, it is told again.

``python -m tests.endurance.home_assistant --hass PATH --seed 1``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.club.home_assistant import SENSORS, Described, discovery
from companion.club.messages import ShownClock, TableShown, TableState
from rules.core.game import Game
from rules.core.players import LONGEST_NAME
from tests.companion.club.broker import ClubBroker, Listener
from tests.companion.club.table import ClubBox
from tests.companion.other_worlds import play_some
from tests.endurance.hass import RealHass, wait
from tests.games import RULES

NEEDED = """\
--hass PATH is missing: the program of a Home Assistant that is installed on this machine, or a script that starts one.
docs/club.md says how to get one."""
CLUB, PREFIX = "test-club", "homeassistant"
GAMES = (*RULES, None)  # a table each; the last one has none
TOLD = ("turn", "round", "phase", "game", "clock")
LONGEST_STATE = 255  # of Home Assistant
HOLD_S = 30.0  # until Home Assistant must have taken in what was said
STEPS = 40  # of each table


def as_shown(state: TableState) -> dict[str, str]:
    """What Home Assistant must hold of what the box shows."""
    shown = state.shown
    values = {
        "turn": _shortened(", ".join(shown.turn)),
        "round": shown.round,
        "phase": shown.phase,
        "game": shown.game or state.slug,
    }
    found = {
        name: "unknown" if state.game is None or value in (None, "") else str(value) for name, value in values.items()
    }
    calls = "on" if state.calling else "off"
    return {**found, "clock": _moment(state.at, shown.clock), "call": calls, "availability": "on"}


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_STATE else text[: LONGEST_STATE - 1] + "…"


def _moment(at: datetime, clock: ShownClock | None) -> str:
    """When the turn began or its time is up, to the second."""
    if clock is None or not clock.runs:
        return "unknown"
    moment = at + timedelta(seconds=clock.used * -1 if clock.limit is None else clock.limit - clock.used)
    return moment.astimezone(UTC).isoformat(timespec="seconds")


class HassTable:
    """A box that plays, and what Home Assistant makes of it."""

    def __init__(self, number: int, game: Game[Any] | None, folder: Path, broker: ClubBroker, random: Random) -> None:
        self.name, self.ident = f"Table {number}", f"table-{number}"
        self._folder, self._broker, self._random = folder / self.ident, broker, random
        self._setup = None if game is None else play_some(game, 3, random, 1).setup
        self.come()

    def come(self) -> None:
        account = self._broker.files / "accounts" / f"{self.ident}.toml"
        settings = (f"club.table={self.name}", f"club.account={account}", "timers.count=true")
        self.box = ClubBox(self._folder, self._broker.port, self._setup, box=self.ident, settings=settings)
        self.box.come()

    def play(self) -> None:
        """One step, where there is a game, and its clock has gone on by some seconds; now and then it calls."""
        self.box.club.call(on=self._random.random() < 0.3)
        if self._setup is not None:
            self.box.do(self._random.randrange(1000))
        for _ in range(10):
            self.box.tick()

    @property
    def shown(self) -> dict[str, str]:
        publisher = self.box.publisher
        return as_shown(replace(publisher._state, calling=publisher.calling is not None))

    @property
    def descriptions(self) -> dict[str, bytes]:
        names = {name: self.box.context.say(f"club.sensor.{name}") for name in SENSORS}
        return discovery(PREFIX, Described(CLUB, self.ident, self.name), names)

    def entities(self, states: dict[str, dict[str, Any]]) -> dict[str, str]:
        """Their names by ours; told apart as people do, by what stands above them."""
        called = {f"{self.name} {self.box.context.say(f'club.sensor.{name}')}": name for name in SENSORS}
        friendly = {ident: state["attributes"].get("friendly_name") for ident, state in states.items()}
        return {called[name]: ident for ident, name in friendly.items() if name in called}

    def held(self, states: dict[str, dict[str, Any]]) -> dict[str, str]:
        return {name: states[ident]["state"] for name, ident in self.entities(states).items()}


class HassNight:
    def __init__(self, program: str, folder: Path, seed: int) -> None:
        self._folder, self._random = folder, Random(seed)
        self.broker = ClubBroker(folder / "broker", *(f"table-{number}" for number, _ in enumerate(GAMES, start=1)))
        self._account = self.broker.account("home-assistant")
        self.hass = RealHass(program, folder / "hass")
        self.tables: list[HassTable] = []
        self.seen = {name: set[str]() for name in SENSORS}

    def run(self) -> None:
        for number, game in enumerate(GAMES, start=1):
            self.tables.append(HassTable(number, game, self._folder, self.broker, self._random))
        self.hass.start()
        self.hass.become_owner()
        say(f"Home Assistant {self.hass.version} is there")
        self.hass.join(self.broker.port, self._account)
        self._find()
        for _ in range(STEPS):
            self._play()
        counts = ", ".join(f"{len(values)} of {name}" for name, values in self.seen.items())
        say(f"{STEPS} steps of each table: Home Assistant held what the box showed; values: {counts}")
        assert all(len(self.seen[name]) > 1 for name in (*TOLD, "call") if name != "game"), (
            "nothing to be compared was shown"
        )
        self._crowd()
        self._cut()
        self._restart()
        assert not self.hass.complaints, self.hass.complaints

    def _find(self) -> None:
        for table in self.tables:
            wait(partial(self._is_whole, table), f"{table.name} in Home Assistant")
            self._check_device(table)
        entities = len(self.hass.render("integration_entities('mqtt')"))
        assert entities == len(self.tables) * len(SENSORS)
        say(f"{len(self.tables)} tables found by themselves, one without a game; {entities} entities in all")

    def _is_whole(self, table: HassTable) -> bool:
        return len(self._entities(table)) == len(SENSORS)

    def _entities(self, table: HassTable) -> dict[str, str]:
        return table.entities(self.hass.states())

    def _check_device(self, table: HassTable) -> None:
        idents = sorted(self._entities(table).values())
        device = self.hass.render(f"device_id('{idents[0]}')")
        assert sorted(self.hass.render(f"device_entities('{device}')")) == idents
        assert self.hass.render(f"device_attr('{device}', 'name')") == table.name

    def _play(self) -> None:
        for table in self.tables:
            table.play()
        self._agree()

    def _agree(self) -> None:
        for table in self.tables:
            self._hold(table, table.shown)

    def _hold(self, table: HassTable, expected: dict[str, str]) -> None:
        held: list[dict[str, str]] = [{}]

        def is_so() -> bool:
            held[0] = table.held(self.hass.states())
            return held[0] == expected

        try:
            wait(is_so, "the same", HOLD_S)
        except AssertionError as error:
            raise AssertionError(f"{table.name}: Home Assistant holds {held[0]}, the box shows {expected}") from error
        for name, value in expected.items():
            self.seen[name].add(value)

    def _crowd(self) -> None:
        """Eight people with the longest names are on at once, which is more than a state can hold."""
        table = self.tables[-1]
        names = tuple(f"{number} ".ljust(LONGEST_NAME, "x") for number in range(8))
        was = table.box.publisher._state
        table.box.publisher.show(replace(was, game="0123456789abcdef", slug="some-game", shown=TableShown(turn=names)))
        self._hold(table, table.shown)
        table.box.publisher.show(was)
        self._hold(table, table.shown)

    def _cut(self) -> None:
        """One table loses its power, and has it again."""
        lost, *others = self.tables
        lost.box.cut()
        self._hold(lost, dict.fromkeys((*TOLD, "call"), "unavailable") | {"availability": "off"})
        for table in others:
            self._hold(table, table.shown)
        lost.come()
        self._play()
        say("a box without power was unavailable, the others not; it came back by itself")

    def _restart(self) -> None:
        """Nothing but the birth of Home Assistant can bring back what the broker has forgotten."""
        self.hass.stop()
        listener = Listener(self.broker.port, f"{PREFIX}/#", account=self._account)
        topics = {topic for table in self.tables for topic in table.descriptions}
        listener.until(lambda: listener.kept.keys() >= topics, "the descriptions")
        for topic in topics:
            listener.link.publish(topic, b"", retain=True)
        listener.until(lambda: all(listener.kept[topic] == b"" for topic in topics), "the forgetting")
        self.hass.start()
        listener.until(lambda: all(listener.kept[topic] for topic in topics), "the descriptions after its birth")
        listener.close()
        self._play()
        for table in self.tables:
            self._check_device(table)
        say("restarted, and the broker had forgotten the descriptions: told again at its birth, all came back")

    def close(self) -> None:
        self.hass.stop()
        for table in self.tables:
            table.box.close()
        self.broker.stop()


def say(line: str) -> None:
    print(line, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hass", metavar="PATH", help="what starts Home Assistant")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.hass is None:
        print(NEEDED, file=sys.stderr)
        return 2
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        night = HassNight(args.hass, Path(folder), args.seed)
        try:
            night.run()
        finally:
            night.close()
    print(f"seed {args.seed}: as it should be, after {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
