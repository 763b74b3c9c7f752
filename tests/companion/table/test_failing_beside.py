"""What a game says to phones and the club fails: they are told in words, the table plays on, and the game is marked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.club import published
from companion.club.club_table import ClubTable
from companion.club.messages import Event, TableState
from companion.club.published import as_all_see
from companion.contract import Block, PhonePart
from companion.inbox import ActByPhone, PhoneAsked
from companion.keeping.fallen import fallen_games
from companion.keeping.session import resume_game
from companion.language.i18n import Phrases
from companion.models import Action
from companion.pages.play.table_page import TablePage
from companion.phones.host import Phones
from tests.companion.failing import Night, Part
from tests.games import GAMES
from tests.languages import LANGUAGES

STEPS = 3


def _nonsense(*_: Any) -> tuple[Block, ...]:
    return (Block("", (b"\xff",)),)  # type: ignore[arg-type]


def _nameless(_: Any, commands: Sequence[Any], __: Phrases) -> tuple[Action, ...]:
    return tuple(Action(object(), command) for command in commands)  # type: ignore[arg-type]


PARTS: Mapping[str, Part] = {
    "places": lambda game, fail: replace(game, phone=PhonePart(places=fail)),
    "of_seat": lambda game, fail: replace(game, phone=PhonePart(of_seat=fail)),
    "own": lambda game, fail: replace(game, phone=PhonePart(own=fail)),
    "offered": lambda game, fail: replace(game, phone=PhonePart(offered=fail)),
    "acts": lambda game, fail: replace(game, phone=PhonePart(acts=fail)),
    "places as bytes": lambda game, _: replace(game, phone=PhonePart(places=_nonsense)),
    "of_seat as bytes": lambda game, _: replace(game, phone=PhonePart(of_seat=lambda *_: [b"\xff"])),  # type: ignore[arg-type]
    "own as bytes": lambda game, _: replace(game, phone=PhonePart(own=_nonsense)),
    "half a letter": lambda game, _: replace(game, phone=PhonePart(own=lambda *_: (Block("", ("\ud800",)),))),
    "acts as bytes": lambda game, _: replace(game, phone=PhonePart(acts=_nameless)),
    "acts of nothing": lambda game, _: replace(game, phone=PhonePart(acts=lambda *_: None)),  # type: ignore[arg-type,return-value]
}


class EveryPhone:
    """The feed of phones at every seat, in two languages, without a server."""

    def __init__(self, phones: Phones) -> None:
        self._phones = phones
        self.shown: dict[str, Any] = {}
        seats = SimpleNamespace(changes=0, count=lambda _: 1, to_take=lambda: (), joining=frozenset)
        editor = SimpleNamespace(app=SimpleNamespace(is_open=False))
        push = SimpleNamespace(languages=set(LANGUAGES), publish=self.shown.update, browsers=lambda _: 1)
        server = SimpleNamespace(speak=lambda _: None)
        self._served: Any = SimpleNamespace(push=push, seats=seats, editor=editor, server=server)

    def follow(self, table: Any, now_ms: int, marks: Sequence[int]) -> None:
        self._phones.feed.publish(self._served, table, now_ms, marks)

    def hear(self, *args: Any, **more: Any) -> None:
        self._phones.hear(*args, **more)

    def part(self, code: str, name: str, player: str) -> Any:
        shared, own = self.shown[code]
        return json.loads({**shared, **own[player]}[name])


@pytest.fixture
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Night]:
    slug, part = request.param
    somebody = Night(tmp_path, slug, PARTS.get(part, lambda game, _: game))
    somebody.app.phones = EveryPhone(Phones(somebody.context, somebody.inbox))  # type: ignore[assignment]
    somebody.app._sit_down(somebody.number)
    yield somebody
    somebody.store.close()


def _plays_on(night: Night) -> None:
    for _ in range(STEPS):
        night._step()
        night.tick()
    assert isinstance(night.app.page, TablePage)
    assert len(resume_game(night.store, night.number).entries) >= STEPS
    assert night.number in fallen_games(night.store, night.context.games.release_of), "it is marked, and stays so"


@pytest.mark.slow
@pytest.mark.parametrize(
    "night", [pytest.param((slug, part), id=f"{slug}-{part}") for slug in GAMES.slugs for part in PARTS], indirect=True
)
def test_a_part_for_phones_that_fails_leaves_the_table_alone(night: Night, request: pytest.FixtureRequest) -> None:
    night.table.laying = None
    night.tick()
    _plays_on(night)
    part = request.node.callspec.id.partition("-")[2]
    feed: Any = night.app.phones
    name = {"places": "places", "of_seat": "players"}.get(part.partition(" ")[0], "own")
    for code in LANGUAGES:
        said = json.dumps([feed.part(code, name, player) for player in night.table.people], ensure_ascii=False)
        assert Phrases(code)("phones.part_failed") in said


@pytest.mark.parametrize("night", [pytest.param((slug, "acts"), id=slug) for slug in GAMES.slugs], indirect=True)
def test_a_phone_whose_acts_fail_is_told_so(night: Night) -> None:
    night.table.laying = None
    answers: list[Mapping[str, Any]] = []
    asked = PhoneAsked(night.table.people[0], ActByPhone("", 0), answers.append, lambda: not answers, "de")
    night.app._guard(lambda: night.app._phone(asked))
    assert answers == [{"ok": False, "words": Phrases("de")("phones.part_failed")}]
    assert isinstance(night.app.page, TablePage)


class Heard:
    """A publisher that keeps what it is given."""

    table, announcement, calling = "Table 7", None, None

    def __init__(self) -> None:
        self.states: list[TableState] = []
        self.events: list[Event] = []

    def show(self, state: TableState) -> None:
        self.states.append(state)

    def enter(self, *events: Event) -> None:
        self.events += events

    def look(self, _: Any) -> None:
        """Another game has begun."""


@pytest.fixture
def heard(night: Night) -> Heard:
    """The night is followed by a club."""
    club, heard = ClubTable(night.context), Heard()
    club._settings, club._publisher = night.context.config.club, heard  # type: ignore[assignment]
    club._member, club._clock = published.join(night.store), published.ToldClock()
    night.app.club = club
    return heard


_nights = pytest.mark.parametrize("night", [pytest.param((slug, ""), id=slug) for slug in GAMES.slugs], indirect=True)


def _raise(*_: Any, **__: Any) -> Any:
    raise RuntimeError("on purpose")


def _exit(*_: Any, **__: Any) -> Any:
    raise SystemExit


class _Own(BaseException):
    pass


def _evil(*_: Any, **__: Any) -> Any:
    raise _Own


_fails = pytest.mark.parametrize("fail", [_raise, _exit, _evil])


@_nights
@_fails
def test_a_score_that_fails_for_the_club_leaves_the_table_alone(
    night: Night, heard: Heard, fail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.app.phones, night.table.laying = None, None
    monkeypatch.setattr(type(night.session.game), "score", fail)
    night.tick()
    _plays_on(night)
    assert heard.states == []


@pytest.mark.slow
@_nights
@_fails
def test_an_entry_that_a_game_cannot_show_is_left_out_for_the_club(
    night: Night, heard: Heard, fail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.table.laying = None
    night.tick()
    monkeypatch.setattr(type(night.session.game), "show_event", fail)
    night._step()
    night.tick()
    assert [event.entry for event in heard.events] == [published.LEFT_OUT]
    assert isinstance(night.app.page, TablePage)
    assert as_all_see(night.session.game, night.table.live.session.entries[-1]) == published.LEFT_OUT
