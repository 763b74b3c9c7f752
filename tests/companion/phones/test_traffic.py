"""A night is recorded on every phone, and searched for each card while it was hidden from that seat.

Its first steps in every run; all of it by ``STEPS=0 pytest tests/companion/phones/test_traffic.py -s``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract import TableGame
from companion.phones import seated_app
from rules.core.commands import given_by
from rules.core.game import advance
from rules.core.secrecy import is_face_down, shown
from tests.companion.other_worlds import TOLD, hidden_values, hides
from tests.companion.phones.table import Phone, PhoneTable
from tests.games import GAMES, secretive
from tests.rules.setups import SETUPS, laid_table

PLAYERS = 3
STEPS = int(os.environ.get("STEPS", "60")) or 100_000  # 0: a whole night, which takes minutes on a busy machine
SORTS = ("card", "kind", "spell", "fruit")  # things that a page names only where its seat may know them


@dataclass(frozen=True)
class Secret:
    """Hidden from all but ``seat`` (None: from everybody) from one step on, until another shows it."""

    seat: int | None
    ident: str
    since: int
    until: int

    def is_hidden(self, step: int) -> bool:
        return self.since <= step < self.until


class Recorded:
    """A night by phone where something is laid face down, by buttons where not; after each step all pages are
    waited for, so that what each of them was sent belongs to one step."""

    def __init__(self, game: TableGame, folder: Path) -> None:
        random = Random(f"{game.slug} recorded")
        setup = SETUPS[game.slug](PLAYERS, random)
        if game.slug in TOLD:  # a table that knows its deck and its hands has more to hide
            setup.table.update(laid_table(PLAYERS, random))  # type: ignore[attr-defined]
            setup = TOLD[game.slug](setup)
        self.game, self.box = game, PhoneTable(folder, setup)
        self.box.phones.start()
        self.phones = [self.box.phone(name) for name in setup.players]
        self.watching = self.box.phone()
        self.sent: list[list[list[str]]] = []  # after each step, to each phone
        self._random = random
        self._note()

    @property
    def everybody(self) -> list[tuple[int | None, Phone]]:
        return [*enumerate(self.phones), (None, self.watching)]

    def _note(self) -> None:
        self.sent.append([phone.traffic[:] for _, phone in self.everybody])
        for _, phone in self.everybody:
            phone.traffic.clear()

    def play(self) -> None:
        live = self.box.table.live
        while not live.is_over and len(self.sent) <= STEPS and (options := live.options):
            before = live.session.last_seq
            command = self._random.choice(options)
            if not (is_face_down(command) and self._by_phone(given_by(command))):
                assert live.do(command, self.box.now_ms).steps
            if live.session.last_seq > before:
                self.box.pump(self._has_come, "the step")
                self._note()

    def _by_phone(self, seat: int | None) -> bool:
        """Whether that seat has found an act that is possible."""
        acts = self.phones[seat or 0].parts["acts"]
        numbers = [number for number, act in enumerate(acts["list"]) if act["secret"]]
        for number in self._random.sample(numbers, min(10, len(numbers))):
            if self.phones[seat or 0].want(self.box, do="act", at=acts["at"], act=number)["ok"]:
                return True
        return False

    def _has_come(self) -> bool:
        shared, own = self.box.phones.feed.said
        entry = json.dumps(self.box.table.live.session.last_seq)
        if any(parts["entry"] != entry for parts in own.values()):
            return False
        return all(
            phone.parts.get(name) == json.loads(part)
            for seat, phone in self.everybody
            for name, part in {**shared, **({} if seat is None else own[self.box.setup.players[seat]])}.items()
        )


class Search:
    def __init__(self, night: Recorded) -> None:
        self._night, live = night, night.box.table.live
        self._rules, self._say = night.game.rules, night.box.table.say
        self._steps = live.session.steps
        state = self._rules.new(live.session.setup)
        self._views, self._told = [_leaves(self._rules.view(state))], [set[str]()]
        self._own = [self._of_seats(state)]
        for step in self._steps:
            state = advance(self._rules, state, step.events)
            self._views.append(_leaves(self._rules.view(state)))
            self._own.append(self._of_seats(state))
            told = [shown(step.command, self._rules.commands), *map(self._rules.show_event, step.events)]
            self._told.append(_leaves(told))

    def _of_seats(self, state: Any) -> dict[int | None, set[str]]:
        """What each seat may know more than all."""
        return {None: set(), **{seat: _leaves(self._rules.view(state, seat)) for seat in range(PLAYERS)}}

    def secrets(self) -> Iterator[Secret]:
        for number, step in enumerate(self._steps, 1):
            if is_face_down(step.command):
                for ident in _leaves(list(hidden_values(step.command).values())):
                    yield from self._secret(given_by(step.command), ident, number)
        for ident in self._night.box.setup.table.get("deck", ()):
            yield from self._secret(None, ident, 0)

    def _secret(self, seat: int | None, ident: str, since: int) -> Iterator[Secret]:
        """Nothing where it lay open before, and nothing that has no name: of a metal all have some."""
        is_named = any(self._say.name(sort, ident) != ident for sort in SORTS)
        if is_named and ident not in self._views[since]:
            numbers = range(since, len(self._views))
            until = next((n for n in numbers if ident in self._views[n] | self._told[n]), len(self._views))
            if until > since:
                yield Secret(seat, ident, since, until)

    def name(self, ident: str) -> str:
        return next((name for sort in SORTS if (name := self._say.name(sort, ident)) != ident), ident)

    def faults(self) -> Iterator[str]:
        """Every message that held what was hidden then: its id, or its name where nothing that lies open has that."""
        secrets = list(self.secrets())
        for number, sent in enumerate(self._night.sent):
            told, now = self._views[number] | self._told[number], [one for one in secrets if one.is_hidden(number)]
            for (seat, _), texts in zip(self._night.everybody, sent, strict=True):
                lying = {self.name(ident) for ident in told | self._own[number][seat]}
                for text in texts:
                    rest = _without("\n".join(_texts(json.loads(text))), lying)
                    for secret in now if seat is None else [one for one in now if one.seat != seat]:
                        if f'"{secret.ident}"' in text or _names(rest, self.name(secret.ident)):
                            yield f"step {number}, seat {seat}: {secret}: {text[:200]}"

    def logs(self) -> Iterator[str]:
        """Every line of the log that names what its step does not tell everybody."""
        before: list[str] = []
        names = {self.name(ident) for view in self._views for ident in view} - {""}
        for number, sent in enumerate(self._night.sent):
            told = {self.name(ident) for ident in self._told[number]}
            for text in sent[-1]:
                lines = [row["text"] for row in json.loads(text).get("log") or []]
                for line in lines[: max(0, len(lines) - len(before))] if lines else ():
                    rest = _without(line, told)
                    secret = {self.name(ident) for ident in self._hidden(number)} & names
                    yield from (f"step {number}: {line}" for name in secret if _names(rest, name))
                before = lines or before

    def _hidden(self, number: int) -> set[str]:
        command = self._steps[number - 1].command if number else None
        return _leaves(list(hidden_values(command).values())) if command and is_face_down(command) else set()


def _leaves(value: Any) -> set[str]:
    if isinstance(value, dict):
        return _leaves([*value.keys(), *value.values()])
    if isinstance(value, list | tuple | set | frozenset):
        return set().union(*map(_leaves, value))
    return {value} if isinstance(value, str) else set()


def _texts(parts: dict[str, Any]) -> set[str]:
    """All that stands on a page, but for what was done before and what a seat could do: that is the same whatever
    others hide (see ``test_secrets``)."""
    return _leaves({name: part for name, part in parts.items() if name not in ("log", "acts", "texts", "undo")})


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _without(text: str, names: set[str]) -> str:
    """The longest first: a Gem is no Gemsmith."""
    ordered = sorted(names - {""}, key=len, reverse=True)
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, ordered))})\b", "", text) if ordered else text


@pytest.mark.slow
@pytest.mark.parametrize("game", [secretive(game) for game in GAMES], ids=lambda game: game.slug)
def test_no_hidden_card_is_in_what_a_phone_was_sent(
    game: TableGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hides(game.rules):
        pytest.skip("nothing is ever hidden in this game")
    monkeypatch.setattr(seated_app, "BETWEEN_ACTS_S", 0.0)
    night = Recorded(game, tmp_path / "box")
    night.play()
    assert night.box.table.live.is_over or len(night.sent) > STEPS
    search = Search(night)
    secrets = list(search.secrets())
    faults = [*search.faults(), *search.logs()]
    messages = sum(len(texts) for sent in night.sent for texts in sent)
    print(f"{game.slug}: {len(secrets)} hidden cards searched for in {messages} messages")
    assert not faults, faults[:5]
    night.box.close()
    if not any(map(search._hidden, range(len(search._steps)))):
        pytest.skip("numbers are hidden in this game, not things with a name; worlds are compared instead")
    if not secrets and game.box.folder is not None:
        pytest.skip("what is hidden in this game has the name of something that lies open; worlds are compared instead")
    assert len(secrets) >= (PLAYERS if game.box.folder is None else 1), "who hides something has something to hide"
