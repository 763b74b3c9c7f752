"""A game that is continued goes on with its guided set-up where it was left: after a power cut, or from *Continue*."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.contract import Context
from companion.keeping.kept_settings import MOST_SET_UPS, SetUpStep
from companion.keeping.session import resume_game, start_game
from companion.settings.changing import with_setting
from companion.table.acts import LayOut, LayOutBack, Tell
from companion.table.laying_out import LATER, NEXT, SKIP
from companion.table.table import Table
from rules.core.pad.commands import ChangeWay
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import GAMES, new_setup

GUIDED = [slug for slug in GAMES.slugs if GAMES[slug].setup_steps is not None]


def _context(folder: Path) -> Context:
    context = Person(folder, camera="none").app.context
    context.config = with_setting(context.config, "night.setup", True)
    return context


def _begun(context: Context, slug: str) -> Table:
    started = start_game(context.store, new_setup(slug, 4, 3))
    assert not isinstance(started, Refused)
    return Table(context, *started, is_new=True)


def _continued(table: Table) -> Table:
    """As after a power cut: nothing but the store is left."""
    return Table(table.context, table.number, resume_game(table.context.store, table.number))


def _next(table: Table) -> None:
    assert table.laying is not None
    ends = {choice.value for choice in table.laying.choices()[1]}
    assert table.act(LayOut(NEXT if NEXT in ends else LATER), 1000) is None


@pytest.mark.slow
@pytest.mark.parametrize("slug", GUIDED)
def test_every_step_is_come_back_to(slug: str, tmp_path: Path) -> None:
    table = _begun(_context(tmp_path), slug)
    seen = []
    while table.laying is not None:
        again = _continued(table)
        assert again.laying is not None, "the set-up was skipped"
        assert again.laying.step.title == table.laying.step.title
        seen.append(again.laying.step.title)
        _next(table)
    assert len(seen) == len(set(seen)) > 1
    assert _continued(table).is_laid_out


@pytest.mark.parametrize("slug", GUIDED)
def test_a_step_back_is_kept_too(slug: str, tmp_path: Path) -> None:
    table = _begun(_context(tmp_path), slug)
    assert table.laying is not None
    first = table.laying.step.title
    _next(table)
    table.act(LayOutBack(), 2000)
    again = _continued(table)
    assert again.laying is not None
    assert again.laying.step.title == first


def test_skipped_steps_stay_skipped(tmp_path: Path) -> None:
    table = _begun(_context(tmp_path), "amul")
    table.act(LayOut(SKIP), 1000)
    again = _continued(table)
    assert (table.laying is None) == (again.laying is None)
    if table.laying is not None and again.laying is not None:
        assert again.laying.step.title == table.laying.step.title


def test_a_game_that_is_only_scored_has_no_set_up(tmp_path: Path) -> None:
    table = _begun(_context(tmp_path), "amul")
    table.act(Tell(ChangeWay("score")), 1000)
    assert _continued(table).is_laid_out


def test_each_game_has_its_own_step_and_old_ones_are_forgotten(tmp_path: Path) -> None:
    store = _context(tmp_path).store
    for number in range(MOST_SET_UPS + 3):
        SetUpStep(store, number).keep(number)
    assert [SetUpStep(store, number).kept() for number in range(5)] == [None, None, None, 3, 4]
    SetUpStep(store, 4).keep(None)
    assert SetUpStep(store, 4).kept() is None
    store.set_setting("set_up", '{"7": "seven"}')
    assert SetUpStep(store, 7).kept() is None
