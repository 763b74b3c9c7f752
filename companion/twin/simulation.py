"""A game without a window, at full speed: who plays, what the table held, what the companion believed, what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.contract import TableGame
from companion.inbox import TableSeen
from companion.keeping.session import open_game
from companion.language.wording import Trouble
from companion.play.copies import Copies
from companion.play.live_game import Learn, LiveGame
from companion.play.simulated.players import Say, SimulatedPlayers, on_view
from companion.play.simulated.random_players import RandomPlayers
from companion.play.simulated.simulated_table import SimulatedTable, parse_slots
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.core.scoring import Score
from rules.core.table import Doubt, Resolution, TableCards
from rules.core.words import words

LOOK_MS = 400  # two to three looks a second, like the real eyes
MOST_IDLE_LOOKS = 25  # ten seconds without any change: people would have given up
MOST_LOOKS = 20_000
PEOPLE = ("Ada", "Bruno", "Chiara", "Daniel", "Edith", "Farid", "Greta", "Hugo", "Ida", "Jonas", "Kaya", "Leo")

# How the table reaches the companion: told outright, or through rendered frames.
Look = Callable[[SimulatedPlayers, int], TableSeen]


def new_setup(
    game: TableGame, players: int, seed: int, facts: str = "practice", home: Path | None = None, **options: Any
) -> Setup:
    """A set-up for simulated people; the seed decides who starts."""
    seats = game.rules.seats
    if players not in seats:
        raise Trouble(words("command.players_out", least=seats.start, most=seats.stop - 1, got=players))
    document = game.box.at(home).document(facts, Path())
    return Setup(game.slug, PEOPLE[:players], Random(seed).randrange(players), options, document)  # noqa: S311


def new_players(game: TableGame, setup: Setup, seed: int, box: Mapping[str, Any] | None = None) -> SimulatedPlayers:
    """A game's simulated people; ``box``: what is really printed on the cards, if the companion knows less.

    Raises ``Trouble`` if the box lacks facts they need: nothing is made up.
    """
    printed = box or setup.facts
    if lacking := tuple(game.lacking(printed)):
        raise Trouble(words("twin.needs_box", n=len(lacking), fact=lacking[0]))
    random = Random(seed)  # noqa: S311 (cards, not secrets)
    table = SimulatedTable(parse_slots(game.box.layout()), random)
    if game.people is not None:
        return game.people(setup, printed, table, random)
    return RandomPlayers(printed, table, random, game.lays)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a simulated game went."""

    setup: Setup
    finished: bool
    looks: int
    entries: int
    held: dict[str, Any]
    believed: dict[str, Any]
    doubts: tuple[str, ...]
    score: Score

    @property
    def differences(self) -> dict[str, tuple[Any, Any]]:
        """What the table held and what the companion believed, where they differ."""
        return {
            key: (value, self.believed.get(key)) for key, value in self.held.items() if value != self.believed.get(key)
        }


def told_outright(people: SimulatedPlayers, now_ms: int) -> TableSeen:
    """What a perfect camera would report."""
    return TableSeen(TableCards(people.table.zones), frozenset(), at_ms=now_ms)


class Simulation:
    """Lets the simulated people play and the companion follow, look by look."""

    def __init__(
        self,
        game: TableGame,
        setup: Setup,
        people: SimulatedPlayers,
        look: Look = told_outright,
        learn: Learn | None = None,
    ) -> None:
        """``learn`` is called with every fact told in play."""
        opened = open_game(game.rules, setup, lambda *_: None)
        if isinstance(opened, Refused):
            raise Trouble(words("command.no_setup", why=opened.code))
        copies = Copies(game.box.card_tags(setup.facts).values(), game.whereabouts, game.lost_track)
        self.live = LiveGame(opened, learn, laying=game.laying, place_cards=game.place_cards, copies=copies)
        self.people = people
        self._look = look
        self._doubts: list[str] = []
        self.now_ms = 0
        self.looks = 0

    def run(self, on_look: Callable[[LiveGame], None] | None = None) -> Outcome:
        """Runs until the game is over, or nothing moves any more."""
        idle = 0
        while not self.live.is_over and idle < MOST_IDLE_LOOKS and self.looks < MOST_LOOKS:
            before = self.live.session.last_seq
            acted = self.step()
            idle = 0 if acted or self.live.session.last_seq != before else idle + 1
            if on_look is not None:
                on_look(self.live)
        return self._outcome()

    def step(self) -> bool:
        """One act of the people, one look of the camera; whether anybody did anything."""
        acted = self._act()
        self.now_ms += LOOK_MS
        self.looks += 1
        self.live.see(self._look(self.people, self.now_ms))
        if (doubt := self.live.doubt(self.now_ms)) is not None:
            self._doubts.append(doubt.words.key)
            self.live.settle(doubt, self.choose(doubt), self.now_ms)
        return acted

    def choose(self, doubt: Doubt) -> Resolution:
        """What the people answer."""
        return doubt.answers[0]

    def _act(self) -> bool:
        if (question := self.live.question) is not None:
            self.live.do(self.people.answer(question), self.now_ms)
            return True
        if self.live.moves:
            for move in self.live.moves:
                self.people.put_back(move)
            self.live.skip_moves(self.now_ms)
            return True
        act = self.people.next_act(on_view(self.live))
        if isinstance(act, Say):
            self.live.do(act.command, self.now_ms)
        return act is not None

    def _outcome(self) -> Outcome:
        session = self.live.session
        return Outcome(
            setup=session.setup,
            finished=self.live.is_over,
            looks=self.looks,
            entries=session.last_seq,
            held=self.people.truth(),
            believed=self.people.belief(self.live.view),
            doubts=tuple(self._doubts),
            score=session.game.score(session.state),
        )
