"""Evenings of forty people at nine tables with a real broker, and an account of them kept beside.

Tables 1 to 8 have a box, which is simulated but speaks through the program's own link; the host enters the results of
table 9 by hand. One of two Annas is called like the other by the boxes, and set right by the host.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from openskill.models import PlackettLuce

from companion.club.broker import Broker, LinkTrouble
from companion.club.link import Link
from companion.club.messages import ClubPeople, GameResult, encode
from companion.club.read_messages import read_people
from companion.club.topics import people_topic
from companion.clubhouse.club_board import HOST, ClubBoard
from companion.clubhouse.listener import Listener, link_to
from companion.clubhouse.mail import Mail
from companion.clubhouse.register import open_register
from companion.clubhouse.standings import night_of
from companion.inbox import PhoneAsked
from companion.keeping.folder_lock import FolderLock
from tests.companion.club.broker import HERE, Patience, RealBroker
from tests.companion.clubhouse.boards import CLUB, NOW, Reader, open_parts
from tests.companion.clubhouse.results import result

ROUNDS, PEOPLE, TABLES = 6, 40, 9
BY_HAND = TABLES  # the table without a box
Report: TypeAlias = tuple[int, GameResult, bool]  # from which table, and whether it has a wrong name
LATE, LEAVES, KILLED, RESTARTED = (2, 4), 5, 3, 4  # the rounds in which it happens


class Account:
    """What should come out, counted without any of the program but the library of ratings."""

    def __init__(self) -> None:
        self.nights: list[Counter[str]] = []
        self.wins, self.pairs = Counter[str](), Counter[tuple[str, ...]]()
        self._model = PlackettLuce()
        self._skill: dict[str, Any] = {}

    def begin(self) -> None:
        """Another night."""
        self.nights.append(Counter())

    def played(self, ranked: list[str]) -> None:
        for place, name in enumerate(ranked):
            self.nights[-1][name] += 2 * (len(ranked) - 1 - place)
        self.wins[ranked[0]] += 1
        self.pairs.update(tuple(sorted(pair)) for pair in combinations(ranked, 2))
        teams = [[self._skill.get(name, self._model.rating())] for name in ranked]
        rated = self._model.rate(teams, ranks=[float(place) for place in range(1, len(ranked) + 1)])
        self._skill |= {name: after for name, (after,) in zip(ranked, rated, strict=True)}

    def ratings(self) -> dict[str, float]:
        return {name: round(one.mu - 3 * one.sigma, 1) for name, one in self._skill.items()}

    def totals(self, best: int = 0) -> dict[str, int]:
        """Of all nights, or of each person's ``best``."""
        names = {name for night in self.nights for name in night}
        of = {name: sorted((night[name] for night in self.nights), reverse=True) for name in names}
        return {name: sum(each[:best] if best else each) for name, each in of.items()}


class Box:
    """Keeps what it could not say, and says all of it on every connection."""

    def __init__(self, number: int, port: int) -> None:
        self.number, self._port = number, port
        self.people: ClubPeople | None = None
        self._said: dict[str, bytes] = {}
        self._link: Link | None = None
        self.come()

    def come(self) -> None:
        link = Link(Broker(HERE, self._port), f"box-{self.number}", heard=self._hear)
        link.open()
        link.subscribe(people_topic(CLUB))
        self._link = link
        for topic, payload in self._said.items():
            self._publish(topic, payload)

    def report(self, one: GameResult) -> None:
        topic = f"table-companion/{CLUB}/box-{self.number}/result/{one.game}"
        self._said[topic] = encode(one)
        self._publish(topic, self._said[topic])

    def _publish(self, topic: str, payload: bytes) -> None:
        if self._link is not None:
            try:
                self._link.publish(topic, payload, retain=True)
            except LinkTrouble:
                self._link = None

    def pump(self) -> None:
        if self._link is None:  # the broker is away, or has given up a box that a busy machine did not let speak
            with suppress(LinkTrouble):
                self.come()
        if self._link is not None:
            try:
                self._link.wait(0.001)
            except LinkTrouble:
                self._link = None

    def _hear(self, _: str, payload: bytes, __: bool) -> None:
        self.people = read_people(payload)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()


class Season:
    """``say``: called with what goes on."""

    def __init__(self, lock: FolderLock, broker: RealBroker, seed: int, say: Callable[[str], None] = lambda _: None):
        self._lock, self._broker, self._chance, self._say = lock, broker, Random(seed), say
        self.account, self.now, self.games = Account(), NOW, 0
        self.boxes = [Box(number, broker.port) for number in range(1, BY_HAND)]
        self.start()

    def start(self) -> None:
        """The board is started."""
        self.register, mail = open_register(self._lock), Mail(CLUB, time.monotonic)
        self._listener = Listener(CLUB, mail, link_to(Broker(HERE, self._broker.port), "the-board"))
        self.board = ClubBoard(CLUB, self.register, mail, self._listener, "en")
        self._listener.start()

    def stop(self) -> None:
        """The board is stopped; its file outlives it."""
        self._listener.close()
        self.register.close()

    def close(self) -> None:
        self.stop()
        for box in self.boxes:
            box.close()

    def wants(self, **wish: Any) -> None:
        """The host does this."""
        answers: list[Mapping[str, Any]] = []
        self.board.hear(PhoneAsked(HOST, {"who": "Uli", **wish}, answers.append, lambda: True), self.now)
        assert answers[0]["ok"], (wish, answers[0])

    def parts(self) -> dict[str, Any]:
        """What everybody sees."""
        reader = Reader()
        reader.languages = frozenset(("en",))
        self.board.publish(self.board.known(self.now), reader)
        return open_parts(reader.said["en"][0])

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        patience = Patience()
        while not is_so():
            assert not patience.is_over, f"{what} never came; {self._heard()}"
            self.board.take_in(self.now)
            for box in self.boxes:
                box.pump()

    def _heard(self) -> str:
        """What each box was told last, and what is wrong with the board."""
        told = {box.number: None if box.people is None else box.people.round for box in self.boxes}
        return f"rounds told to the boxes: {told}; {self.board.known(self.now).troubles}"

    def ident(self, sign: str) -> str:
        person = self.register.counted().persons.by_sign(sign)
        assert person is not None, sign
        return person.id

    def night(self, number: int) -> None:
        """``number``: of the night, beginning with 0."""
        self.account.begin()
        begins = NOW + timedelta(weeks=number) - timedelta(hours=ROUNDS)
        self.now = begins
        for name in ("Anna Meier", "Anna Kurz", *(f"Guest{one}" for one in range(PEOPLE - 2))):
            self._arrive(name)
        for round_ in range(1, ROUNDS + 1):
            self.now = begins + timedelta(minutes=50 * round_)
            assert night_of(self.now) == night_of(begins)
            self._round(round_)
            self._say(f"night {number + 1}, round {round_}: {self.games} games")

    def _arrive(self, name: str) -> None:
        known = next((one for one in self.register.counted().persons.all if one.name == name), None)
        self.wants(do="here", **({"name": name} if known is None else {"person": known.id}))

    def _round(self, round_: int) -> None:
        if round_ in LATE:
            self._arrive(f"Late{round_}")
        if round_ == LEAVES:
            self.wants(do="leave", person=self.ident("Guest7"))
        self.wants(do="seat", size=4, by="mixed", tables=TABLES)
        tables = self._seats(round_)
        reports = [self._played(place, guests) for place, guests in tables.items()]
        half = len(reports) // 2
        self._report(*reports[:half])
        self._trouble(round_, *reports[half : half + 3])
        self._report(*reports[half + 3 :])
        games = {one.game for _, one, _ in reports}
        self.until(lambda: games <= {*self.register.heard()}, "all results of the round")
        for _, one, is_other in reports:
            if is_other:
                self.wants(do="other", games=one.game, was="Anna", to=self.ident("Anna K"))

    def _seats(self, round_: int) -> dict[int, list[str]]:
        """As everybody sees them, and as each box is told them."""
        shown = self.parts()["seating"]["tables"]
        tables = {int(table["name"].split()[-1]): list(table["guests"]) for table in shown}
        expected = PEOPLE + sum(round_ >= late for late in LATE) - (round_ >= LEAVES)
        assert sum(map(len, tables.values())) == expected == len({one for table in tables.values() for one in table})
        assert {len(table) for table in tables.values()} <= {4, 5}

        def is_told() -> bool:
            told = [box.people for box in self.boxes]
            return all(one is not None and one.round == round_ and one.at.date() == self.now.date() for one in told)

        self.until(is_told, "the seats at the boxes")
        for box in self.boxes:
            assert box.people is not None
            assert {*box.people.at_table(f"Table {box.number}")} == {*tables.get(box.number, ())}
            assert box.people.why.get(str(box.number), {}).keys() >= ({"en", "de"} if box.number in tables else set())
        return dict(sorted(tables.items()))

    def _played(self, place: int, guests: list[str]) -> Report:
        """Who came where, also in the account; and whether the box has written Anna for Anna K."""
        self.games += 1
        ranked = self._chance.sample(guests, len(guests))
        self.account.played(ranked)
        is_other = "Anna K" in guests and "Anna" not in guests and place != BY_HAND
        called = ["Anna" if is_other and name == "Anna K" else name for name in ranked]
        one = result(self.games, {name: (at, None) for at, name in enumerate(called, 1)})
        ended = self.now - timedelta(seconds=TABLES - place)
        return place, replace(one, began=ended - timedelta(minutes=30), ended=ended, table=f"Table {place}"), is_other

    def _report(self, *reports: Report) -> None:
        for place, one, _ in reports:
            if place == BY_HAND:
                self._write(one)
            else:
                self.boxes[place - 1].report(one)

    def _write(self, one: GameResult) -> None:
        lines = [{"name": player.name, "place": player.place, "points": ""} for player in one.players]
        more = {"game": one.game, "slug": one.slug, "title": "", "table": one.table, "day": "", "least": 0}
        self.wants(do="correct", sort="enter", players=lines, **more)

    def _trouble(self, round_: int, *reports: Report) -> None:
        """In the midst of a round the broker is killed, or the board is stopped; these tables end meanwhile."""
        if round_ == RESTARTED:
            self.stop()
        if round_ == KILLED:
            self._broker.stop(kill=True)
            self.until(lambda: bool(self.board.known(self.now).troubles), "that the broker is gone")
        self._report(*reports)
        if round_ == RESTARTED:
            self.start()
        if round_ == KILLED:
            assert not {one.game for _, one, _ in reports} & {*self.register.heard()}
            self._broker.start()

    def choose(self, **rules: Any) -> dict[str, float]:
        """The season as these rules count it."""
        self.wants(do="correct", sort="choose", **{"best": 0, "places": "", "since": "", "practice": 0, **rules})
        return {row[1]: row[2] for row in self.parts()["standings"][1]["rows"]}

    def check(self) -> None:
        """Everything against the account."""
        account = self.account
        assert self.choose(count="places") == account.totals()
        for best in range(1, len(account.nights)):
            assert self.choose(count="places", best=best, of="nights") == account.totals(best), best
        assert {one["name"]: float(one["rating"]) for one in self.parts()["ratings"]} == account.ratings()
        assert self.choose(count="rating") == account.ratings()
        assert {name: wins for name, wins in self.choose(count="wins").items() if wins} == dict(account.wins)
        assert max(account.pairs.values()) <= 3 * len(account.nights)
        assert len(self.register.counted().results) == self.games
