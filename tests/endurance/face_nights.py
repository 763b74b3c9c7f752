"""Whole nights in which most cards have no tags, or none has: drawn, known by their faces, followed to the score.

    python -m tests.endurance.face_nights --game amul --tags one --players 3 --seed 1

``--tags one``: one copy of each kind has a tag; ``none``: no card has. The faces are learnt first, each from one view:
of the tagged copy, or shown. What is reported of the table is compared with what lies there after every look; any card
that does not is wrong. People do not tell equal cards apart: where the companion has taken another copy, that is it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2

from companion.inbox import TableSeen
from companion.models import kind_of
from companion.play.face_doubts import NameCard
from companion.play.live_game import LiveGame
from companion.play.simulated.players import SimulatedPlayers
from companion.play.simulated.simulated_table import LyingCard, SimulatedTable, parse_slots
from companion.seeing.eyes import Eyes, scale
from companion.seeing.face_memory import FaceMemory
from companion.seeing.face_shelf import FaceShelf
from companion.twin.simulation import Outcome, Simulation, new_players, new_setup
from companion.twin.twin_camera import TAG_MM, WIDTH, TwinCamera, difficulty
from rules.core.commands import given_by
from rules.core.table import Doubt, Resolution, TableCards
from rules.core.words import words
from tests.games import GAMES
from vision.faces.gallery import Face
from vision.faces.learning import learn_shown, learn_tagged
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.places import CARD_MM
from vision.scenes import Scene, SceneCard
from vision.scenes.render import render
from vision.table.zones import parse_zones

LOOK_MS = 200
MOST_LOOKS = 40  # at one table; until then everything has been searched
GONE_MS = 8000  # after which a card that was taken away must be gone
QUIET_LOOKS = 5  # in which nothing changes any more
VIEWS = 12  # in which a card may be shown until its outline is found
SIDE_BY_SIDE = 62.0  # mm: cards that are known by their faces are not laid over each other


NOTHING = TableSeen(TableCards(), frozenset(), at_ms=0)


@dataclass
class Counts:
    """``wrong``: zone and kind of every card that was reported and did not lie there."""

    looks: int = 0
    asked: int = 0
    said: int = 0
    missed: int = 0
    by_face: int = 0
    tags: int = 0
    learnt: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    slowest_ms: float = 0.0


def layout(game: str) -> Mapping[str, Any]:
    """The game's own mat, with no fans on it."""
    plan = deepcopy(dict(GAMES.box(game).layout()))
    for zone in plan["zones"]:
        (across, down), slots = zone["slots"]["step"], zone["slots"]
        if across < SIDE_BY_SIDE:
            room = zone["corners"][1][0] - zone["corners"][0][0]
            slots["step"], slots["columns"] = [SIDE_BY_SIDE, down], int(room / SIDE_BY_SIDE)
            slots["at"] = [zone["corners"][0][0] + 40.0, slots["at"][1]]
    return plan


class FaceNight(Simulation):
    """People play with cards that are known by their faces."""

    def __init__(self, game: str, players: int, seed: int, *, tagged: bool, folder: Path) -> None:
        self.counts = Counts()
        self._lay: dict[tuple[str, str], int] = {}  # when each kind last lay in a zone
        self._game = GAMES[game]
        setup = new_setup(self._game, players, seed)
        people = new_players(self._game, setup, seed)
        plan = layout(game)
        _lay_on(people, parse_slots(plan))
        size = (float(plan["size"][0]), float(plan["size"][1]))
        cards = self._game.box.card_tags(setup.facts)
        first = {kind_of(card): (card, tag) for tag, card in reversed(cards.items())}
        tags = dict(first.values()) if tagged else {}
        memory = FaceMemory(FaceShelf(folder, game, "en"))
        px = WIDTH / size[0]
        for face in learn_all({kind: tag if tagged else "" for kind, (_, tag) in first.items()}, px, seed):
            memory.learn(face)
        self.counts.learnt = len(memory.gallery.kinds)
        self.kinds = len(first)
        self._clock = 0
        self._camera = TwinCamera(
            people.table, tags, size, how=difficulty("easy"), clock=lambda: self._clock, seed=seed
        )
        self._eyes = Eyes(cards, parse_zones(plan, game), scale(px), faces=memory)
        super().__init__(self._game, setup, people, self.look)

    def look(self, people: SimulatedPlayers, now_ms: int) -> TableSeen:
        """Until all that changed has been searched, and nothing has changed for a while."""
        seen, quiet = NOTHING, 0
        for _ in range(MOST_LOOKS):
            self._clock += LOOK_MS
            frame = self._camera.next_frame(0)
            assert frame is not None
            began = time.process_time()
            now = self._eyes.look(frame)
            self.counts.slowest_ms = max(self.counts.slowest_ms, 1000 * (time.process_time() - began))
            self.counts.looks += 1
            self._compare(people, now)
            is_same = replace(now, at_ms=0) == replace(seen, at_ms=0)
            all_zones = len(now.table.zones) == len(people.table.zones)
            quiet = quiet + 1 if is_same and (all_zones or now.unsure) else 0
            seen = now
            if quiet >= QUIET_LOOKS:
                break
        # Patience with what is unsure has been had in the looks above.
        return replace(seen, at_ms=now_ms)

    def _compare(self, people: SimulatedPlayers, seen: TableSeen) -> None:
        """A card that was taken away at the picture's edge is reported for some seconds: an arm might lie there."""
        table = people.table
        self._lay |= {(zone, kind_of(card)): self._clock for zone in table.zones for card in table.zone(zone)}
        for zone, cards in seen.table.zones.items():
            lying = Counter(kind_of(card) for card in table.zone(zone))
            for kind in (Counter(map(kind_of, cards)) - lying).elements():
                if self._clock - self._lay.get((zone, kind), -GONE_MS) >= GONE_MS:
                    self.counts.wrong.append((zone, kind))
        self.counts.by_face = max(self.counts.by_face, len(seen.by_face or ()))

    def step(self) -> bool:
        before = self.live.session.last_seq
        acted = super().step()
        self._agree()
        if acted or self.live.session.last_seq != before:
            return acted
        return self._tell() if self.live.is_laying else self._tell_missed()

    def _tell(self) -> bool:
        """A card of the hand that lies on the mat, said by button: by its face nobody knows where it comes from."""
        held, believed = self.people.truth()["areas"], self.people.belief(self.live.view)["areas"]
        seat = self.live.focus or 0
        shown = self.live.session.state.shown[seat]  # they join the area when all is told
        lacking = Counter(map(kind_of, held[seat])) - Counter(map(kind_of, (*believed[seat], *shown)))
        for option in self.live.options:
            if getattr(option, "seat", None) == seat and kind_of(getattr(option, "card", "")) in lacking:
                self.counts.said += 1
                self.live.do(option, self.now_ms)
                self._agree()
                return True
        return False

    def _tell_missed(self) -> bool:
        """A card that lies there and is not seen, said by button, where only one seat can have laid it."""
        lying = Counter(kind_of(card) for zone in self.people.table.zones for card in self.people.table.zone(zone))
        lacking = lying - Counter(kind_of(card) for cards in self.live.seen.table.zones.values() for card in cards)
        fits = [option for option in self.live.options if _named(option) & set(lacking)]
        if not fits or len({given_by(option) for option in fits}) > 1:
            return False
        self.counts.missed += 1
        self.live.do(fits[0], self.now_ms)
        self._agree()
        return True

    def _agree(self) -> None:
        """Equal cards change their numbers, so that people and companion call them the same."""
        while (pair := self._named_otherwise()) is not None:
            _swap(self.people, *pair)

    def _named_otherwise(self) -> tuple[str, str] | None:
        """A card that people hold, and what the companion calls it."""
        for held, believed in _lists(self.people.truth(), self.people.belief(self.live.view)):
            extra = [card for card in believed if card not in held]
            for card in [card for card in held if card not in believed]:
                for twin in extra:
                    if kind_of(twin) == kind_of(card):
                        return card, twin
        return None

    def choose(self, doubt: Doubt) -> Resolution:
        if not (doubt.answers[0].commands and isinstance(doubt.answers[0].commands[0], NameCard)):
            # These people show their cards in turn.
            own = (answer for answer in doubt.answers if answer.words == words("ladder.own", seat=self.live.focus))
            return next(own, doubt.answers[0])
        self.counts.asked += 1
        lying = Counter(kind_of(card) for zone in self.people.table.zones for card in self.people.table.zone(zone))
        seen = Counter(kind_of(card) for cards in self.live.seen.table.zones.values() for card in cards)
        missed = lying - seen
        fits = (answer for answer in doubt.answers if _kind(answer) in missed)
        return next(fits, doubt.answers[-1])


class KindNight(FaceNight):
    """The same without pictures: told outright what lies there, by kinds. For what becomes of copies."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.counts = Counts()
        self._lay = {}
        self._clock = 0
        setup = new_setup(GAMES[game], players, seed)
        people = new_players(GAMES[game], setup, seed)
        self._copies: dict[str, list[str]] = {}
        for card in GAMES[game].box.card_tags(setup.facts).values():
            self._copies.setdefault(kind_of(card), []).append(card)
        Simulation.__init__(self, GAMES[game], setup, people, self.look)

    def look(self, people: SimulatedPlayers, now_ms: int) -> TableSeen:
        """Any copies stand for what lies there."""
        used: Counter[str] = Counter()
        zones: dict[str, frozenset[str]] = {}
        for zone, cards in people.table.zones.items():
            standing = []
            for kind in sorted(kind_of(card) for card in cards):
                standing.append(self._copies[kind][-1 - used[kind]])
                used[kind] += 1
            zones[zone] = frozenset(standing)
        return TableSeen(TableCards(zones), frozenset(), at_ms=now_ms, by_face=frozenset[str]().union(*zones.values()))


def _named(option: Any) -> set[str]:
    """Kinds of cards, whatever the game calls them."""
    return {kind_of(value) for item in fields(option) if isinstance(value := getattr(option, item.name), str)}


def _kind(answer: Resolution) -> str | None:
    told = answer.commands[0]
    return kind_of(told.card) if isinstance(told, NameCard) and told.card is not None else None


def learn_all(kinds: Mapping[str, str], px: float, seed: int) -> Iterable[Face]:
    """Each kind from the first view in which its outline is found; with the tag on it, or without one."""
    size = CardSize(CARD_MM[0] * px, CARD_MM[1] * px)
    for kind, tag in kinds.items():
        for view in range(VIEWS):
            card = SceneCard(tag, 200 / px, 200 / px, 3.0 * view, crc32(kind.encode()), tag_mm=TAG_MM)
            scene = Scene(400, 400, px, (card,), difficulty("easy"), seed + 1000 * view, cut_from=WIDTH)
            picture = render(scene)
            outlines = find_outlines(picture.grey, size, whole=True)
            if tag:
                face = learn_tagged(kind, picture.grey, picture.truth[0].corners, size, outlines)
            else:
                shown = learn_shown(picture.grey, size, outlines)
                face = None if shown is None else replace(shown[0], kind=kind)
            if face is not None:
                yield face
                break


def _lists(truth: Any, belief: Any) -> list[tuple[list[str], list[str]]]:
    """Lists of cards in both, in pairs."""
    if isinstance(truth, dict):
        return [pair for key, value in truth.items() for pair in _lists(value, belief.get(key))]
    if isinstance(truth, list) and isinstance(belief, list):
        if all(isinstance(item, str) for item in (*truth, *belief)):
            return [(truth, belief)]
        return [pair for one, other in zip(truth, belief, strict=False) for pair in _lists(one, other)]
    return []


def _lay_on(people: Any, slots: Any) -> None:
    """The same cards on the places of another layout."""
    table: SimulatedTable = people.table
    lying = {zone: tuple(reversed(table.zone(zone))) for zone in table.zones}
    table.lift([card for cards in lying.values() for card in cards])
    table._slots = slots
    for zone, cards in lying.items():
        table.lay(cards, zone)


def _swapped(value: Any, one: str, other: str) -> Any:
    if isinstance(value, str):
        return other if value == one else one if value == other else value
    if isinstance(value, LyingCard):
        return replace(value, card=_swapped(value.card, one, other))
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(_swapped(item, one, other) for item in value)
    if isinstance(value, dict):
        return {_swapped(key, one, other): _swapped(item, one, other) for key, item in value.items()}
    return value


def _swap(people: Any, one: str, other: str) -> None:
    for name, value in vars(people).items():
        if name not in ("table", "_document", "_position"):
            setattr(people, name, _swapped(value, one, other))
    people.table._taken = {
        place: replace(lying, card=_swapped(lying.card, one, other)) for place, lying in people.table._taken.items()
    }


def play(night: FaceNight, steps: int = 10_000) -> Outcome:
    """``steps``: at most so many acts of the people."""
    idle = done = 0

    def line(live: LiveGame) -> None:
        view = live.view
        print(f"\rround {view['round']} {view['phase']:<12}", end="", file=sys.stderr, flush=True)

    while not night.live.is_over and idle < 20 and done < steps:
        before = night.live.session.last_seq
        acted = night.step()
        done += 1
        idle = 0 if acted or night.live.session.last_seq != before else idle + 1
        line(night.live)
    return night._outcome()


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES.slugs), default="amul")
    parser.add_argument("--tags", choices=("one", "none"), default="none")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=10_000)
    args = parser.parse_args(words)
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        night = FaceNight(args.game, args.players, args.seed, tagged=args.tags == "one", folder=Path(folder))
        outcome = play(night, args.steps)
    counts = night.counts
    print(f"\n{args.game}, {args.players} players, tags: {args.tags}, seed {args.seed}")
    print(f"faces learnt: {counts.learnt} of {night.kinds}; looks: {counts.looks}; slowest: {counts.slowest_ms:.0f} ms")
    print(f"finished: {outcome.finished}; entries: {outcome.entries}; at most by face at once: {counts.by_face}")
    print(f"asked what a card is: {counts.asked}; doubts: {dict(Counter(outcome.doubts))}")
    print(f"told by hand: {counts.missed} that were not seen; cards of the hand at the end: {counts.said}")
    print(f"wrong cards: {counts.wrong}; differences: {outcome.differences}")
    return int(bool(counts.wrong or outcome.differences or not outcome.finished))


if __name__ == "__main__":
    sys.exit(main())
