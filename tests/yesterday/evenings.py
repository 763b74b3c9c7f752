"""Simulated people at games that are kept, for ``write``: made-up time, the same game for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from companion.facts.book import find_book
from companion.shelves import find_shelf, phrases_for
from companion.twin.simulated_players import new_players, new_setup

from companion.facts.own import remember
from companion.keeping import store as stores
from companion.keeping.kept_settings import LaidCards
from companion.keeping.session import Session, resume_game, start_game
from companion.keeping.store import Store
from companion.language.wording import in_words
from companion.play.live_game import LiveGame
from companion.teaching.correction import Rehearsal, rehearse
from companion.twin.simulation import Simulation
from rules.core.game import Setup
from rules.core.origins import told
from rules.core.questions import Question
from rules.core.refusals import Refused
from tests.doubles.strangers import Strangers, names_between

PACE_MS = 20_000  # nobody takes longer for one thing
LATER = 4  # every so many questions somebody says "later"
MOST_LOOKS = 2000


class Calendar:
    """What the store takes for now: the beginning of an evening and the time played in it."""

    def __init__(self) -> None:
        self.begin("2026-10-03T18:00")

    def begin(self, moment: str) -> None:
        self.began, self.played_ms = datetime.fromisoformat(moment).replace(tzinfo=UTC), 0

    def now(self) -> str:
        return (self.began + timedelta(milliseconds=self.played_ms)).isoformat(timespec="seconds")

    @contextmanager
    def in_force(self) -> Iterator[None]:
        with mock.patch.object(stores, "_now", self.now):
            yield


CALENDAR = Calendar()


class People(Strangers):
    """They answer what is printed on their cards, and now and then "later"."""

    asked = 0

    def answer(self, question: Question) -> Any:
        self.asked += 1
        return question.answers[-1] if self.asked % LATER == 0 else super().answer(question)


class Evening:
    """A game in the store, played step by step with pauses between."""

    def __init__(self, store: Store, setup: Setup, seed: int, box: Mapping[str, Any] | None = None) -> None:
        """``box``: what is printed on their cards, where that is not what the companion knows."""
        started = start_game(store, setup)
        assert not isinstance(started, Refused), started
        self.number, session = started
        self._store, self._random = store, Random(seed)
        cards = box or setup.facts
        people = People(new_players(setup, seed, cards), names_between(setup.game, setup.facts, cards))
        self.simulation = Simulation(setup, people, people.look)
        self._sit_down(session)

    @property
    def night(self) -> LiveGame:
        return self.simulation.live

    @property
    def session(self) -> Session:
        return self.live.session

    def again(self, store: Store, moment: str) -> None:
        """The box was switched off meanwhile, and counts its time from the beginning."""
        CALENDAR.begin(moment)
        self._store, self.simulation.now_ms = store, 0
        self._sit_down(resume_game(store, self.number))

    def play(self, until: Callable[[LiveGame], bool]) -> None:
        while not until(self.live):
            self.simulation.now_ms += self._random.randrange(PACE_MS)
            CALENDAR.played_ms = self.simulation.now_ms
            self.simulation.step()
            assert self.simulation.looks < MOST_LOOKS, "nothing moves any more"

    def undo(self) -> None:
        """The last step; the cards are put back with the next one."""
        assert not isinstance(self.live.undo(self.simulation.now_ms), Refused)

    def correct(self) -> None:
        """The first place told in this game was told wrongly: everything after it is played again."""
        wrong = next(step.command for step in self.session.steps if _is_place(step.command))
        found = rehearse(self.session, wrong.fact, "both" if wrong.value == "area" else "area")
        assert isinstance(found, Rehearsal)
        assert found.is_whole, found.dropped
        self.live.rewrite(found.to, found.steps, self.simulation.now_ms, whole=True)

    def finish(self, language: str) -> None:
        """As the last screen does it."""
        session, setup = self.session, self.session.setup
        say = phrases_for(setup.game, language, setup.facts, setup.players)
        self._store.finish(self.number, in_words(session.game.score(session.state), say))

    def _sit_down(self, session: Session) -> None:
        self.simulation.live = LiveGame(session, self._learn, LaidCards(self._store, self.number))

    def _learn(self, fact: str, value: Any) -> None:
        """Into the owner's file, with the number of this game; the day is that of the calendar."""
        if not self.session.setup.facts.get("practice"):
            book = find_book(self.session.game.slug, self._store.path.parent)
            remember(book, fact, value, told(CALENDAR.now()[:10], self.number))


def in_round(number: int, phase: str, steps: int) -> Callable[[LiveGame], bool]:
    """So many entries into a phase, with nothing asked."""
    began: list[int] = []

    def is_reached(night: LiveGame) -> bool:
        if (night.view["round"], night.view["phase"]) != (number, phase):
            return False
        began.append(night.session.last_seq)
        return night.session.last_seq - began[0] >= steps and night.question is None and not night.moves

    return is_reached


def printed(slug: str) -> Mapping[str, Any]:
    """The practice values, for what is printed on the cards of people whose companion does not know it yet."""
    return find_shelf(slug).document("practice", Path())


def practice(slug: str, *players: str, seed: int, **options: Any) -> Setup:
    return replace(new_setup(slug, len(players), seed, **options), players=players)


def own(slug: str, *players: str, seed: int, home: Path) -> Setup:
    """With what the owner of this data folder has told so far."""
    return replace(new_setup(slug, len(players), seed, "own", home), players=players)


def _is_place(command: Any) -> bool:
    return str(getattr(command, "fact", "")).endswith(".position") and getattr(command, "value", None) is not None
