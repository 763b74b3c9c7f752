"""A table that an older release left half scored becomes a game: all of it, once, whenever the plug is pulled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.keeping import store as stores
from companion.keeping.game_row import with_checksum, without_checksum
from companion.keeping.half_scored import FORMAT, Claim, Points, Scoring, Stay, kept_scoring, read, take_up_half_scored
from companion.keeping.history import past_night
from companion.keeping.session import resume_game
from companion.keeping.store import SCORING, Store
from rules.core.game import Setup
from tests.companion.half_scored import keep_scoring, written
from tests.games import document, open_store

NAMES = ("Ada", "Bo", "Cem")
HALF = Scoring(
    NAMES,
    "practice",
    (("gold#1", "silk#1"), ("lamp#1",), ()),
    seat=1,
    asked=("gold#1",),
    settled=(Claim("silk#1", 1),),
    points=(Points("lamp#1", 4),),
    game="amul",
)
ROUNDS = replace(
    HALF, asked=(), settled=(), round=3, stays=(Stay(1, 0, "gold#1"), Stay(1, 1), Stay(2, 1, "lamp#1")), skipped=(0,)
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def _setup(scoring: Scoring) -> Setup:
    return Setup(scoring.game, scoring.players, facts=document("amul", scoring.facts))


def _taken_up(store: Store) -> int | None:
    return take_up_half_scored(store, ("amul",), _setup)


def test_all_of_it_is_there_and_only_once(store: Store) -> None:
    keep_scoring(store, HALF)
    number = _taken_up(store)
    assert number == 1
    assert (store.setting(SCORING), _taken_up(store)) == ("", None)
    session = resume_game(store, number)
    pad = session.pad
    assert (pad.way, pad.areas, pad.seat, pad.asked) == ("score", HALF.areas, 1, ("gold#1",))
    assert (pad.settled, pad.told) == ((Claim("silk#1", 1),), {"lamp#1": 4})
    assert [row.id for row in store.open_games()] == [1]
    assert not past_night(store, 1).is_followed
    assert store.roster() == NAMES


def test_rounds_that_were_told_stay_told(store: Store) -> None:
    keep_scoring(store, ROUNDS)
    assert _taken_up(store) == 1
    pad = resume_game(store, 1).pad
    assert (pad.way, pad.round, pad.skipped) == ("scribe", 3, (0,))
    assert pad.stays == (Stay(1, 0, "gold#1"), Stay(1, 1), Stay(2, 1, "lamp#1"))


@pytest.mark.parametrize("over", [replace(ROUNDS, is_final=True), replace(ROUNDS, round=10)])
def test_after_the_rounds_the_rest_is_counted(store: Store, over: Scoring) -> None:
    keep_scoring(store, over)
    assert _taken_up(store) == 1
    pad = resume_game(store, 1).pad
    assert (pad.way, pad.round, pad.is_final) == ("score", over.round, False)


def test_cards_that_are_no_longer_known_are_left_out(store: Store) -> None:
    keep_scoring(store, replace(HALF, areas=(("gold#1", "gold#99"), (), ()), asked=("gold#99",)))
    assert _taken_up(store) == 1
    pad = resume_game(store, 1).pad
    assert (pad.areas, pad.asked) == ((("gold#1",), (), ()), ())


@pytest.mark.parametrize("place", ["_insert_entries", "_now"])
def test_a_pulled_plug_leaves_it_as_it_was(store: Store, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    keep_scoring(store, HALF)
    before = store.setting(SCORING)

    def pulled(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(stores, place, pulled)
        with pytest.raises(KeyboardInterrupt):
            _taken_up(store)
    assert (store.setting(SCORING), store.games()) == (before, ())
    assert _taken_up(store) == 1


@pytest.mark.parametrize("spoilt", ["", "{}", "nonsense", '{"kept": "scoring"}'])
def test_what_cannot_be_understood_stays(store: Store, spoilt: str) -> None:
    store.set_setting(SCORING, spoilt)
    assert _taken_up(store) is None
    assert (store.setting(SCORING), store.games()) == (spoilt, ())


def test_what_makes_no_game_stays(store: Store) -> None:
    keep_scoring(store, replace(HALF, skipped=(7,)))
    assert _taken_up(store) is None
    assert kept_scoring(store, ("amul",)) is not None
    assert store.games() == ()


# What is read back.


OLD_TABLE = Scoring(
    ("Guest 1", "Guest 2", "Guest 3"),
    "practice",
    (("gold#1", "silk#1"), ("lamp#1",), ()),
    beside=(3, 17),
    seat=1,
    asked=("gold#1",),
    settled=(Claim("silk#1", 1),),
)
OLD_TEXT = written(OLD_TABLE)
OLD_BODY = without_checksum(OLD_TEXT, FORMAT)


def test_it_comes_back_as_it_was_written() -> None:
    assert read(OLD_TEXT) == OLD_TABLE


@pytest.mark.parametrize(
    ("whole", "spoilt"),
    [
        ('"seat": 1', '"seat": 3'),
        ('"seat": 1', '"seat": true'),
        ('"Guest 2", "Guest 3"', '"Guest 2"'),
        ('"Guest 2", "Guest 3"', '"Guest 2", "Guest 2"'),
        ('["lamp#1"]', '["gold#1"]'),
        ('["lamp#1"]', '"lamp#1"'),
        ('"practice"', '"' + "p" * 300 + '"'),
        ('"kept": "scoring"', '"kept": "scorings"'),
        ('"facts"', '"fact"'),
    ],
)
def test_what_does_not_fit_is_left_out_although_it_is_sealed(whole: str, spoilt: str) -> None:
    assert whole in OLD_BODY
    assert read(with_checksum(OLD_BODY.replace(whole, spoilt, 1), FORMAT)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        OLD_BODY,
        with_checksum(OLD_BODY, FORMAT + 1),
        with_checksum(OLD_BODY[:-1] + " " * 60_000 + "}", FORMAT),
    ],
)
def test_another_releases_and_overlong_ones_are_left_out(text: str) -> None:
    assert read(text) is None


@pytest.mark.slow
@given(st.integers(0, len(OLD_TEXT) - 1), st.characters(codec="utf-8"))
def test_no_spoilt_letter_is_taken_for_what_was_written(place: int, letter: str) -> None:
    assert read(OLD_TEXT[:place] + letter + OLD_TEXT[place + 1 :]) in (None, OLD_TABLE)
