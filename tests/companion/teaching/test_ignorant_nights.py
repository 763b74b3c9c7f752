"""A box of which the companion knows only what the rulebooks prove: it asks, once, and the next night it asks nothing.

The people have a whole box before them (the practice values stand for what is printed); whatever ``rules/facts.md``
calls unknown is unknown at the start, copies and board among it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.facts.own import remember_all
from companion.games.amul import players as amul
from companion.games.amulett import players as amulett
from companion.games.amulett.walk import board_facts
from companion.keeping.session import Session
from companion.pages.play.corrections_page import missing_facts
from companion.play.live_game import LiveGame
from companion.play.simulated.players import printed
from companion.teaching.classroom import owner_for
from companion.teaching.course import Course, open_lessons
from rules.amul.facts import parse_facts
from rules.core.refusals import Refused
from tests.companion.games.amulett.walker import walked
from tests.doubles.strangers import Strangers, names_between, renamed
from tests.games import GAMES, game_box, new_players, new_setup, new_simulation, open_game, tell_command

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_folder")]

# What the rulebooks do prove of a kind or spell; everything else has to be asked.
PROVEN = {"amul": {"copies", "min_players", "palace"}, "amulett": {"name", "phase", "source"}}

BLANK = {"amul": amul.blank, "amulett": amulett.blank}


def _box(slug: str) -> Mapping[str, Any]:
    return game_box(slug).document("practice", Path())


def _own(slug: str) -> Mapping[str, Any]:
    return game_box(slug).document("own", Path())


class Evening:
    """One night of an owner who has told what the file says, with people who have the whole box."""

    def __init__(self, slug: str, players: int, seed: int, areas: Mapping[str, str] | None = None) -> None:
        """``areas``: what the people call the areas that the companion names otherwise."""
        self.box, known = _box(slug), _own(slug)
        setup = new_setup(slug, players, seed, facts="practice")
        self.names = names_between(slug, known, self.box) | dict(areas or {})
        people = Strangers(new_players(setup, seed, box=self.box), self.names)
        owner = owner_for(game_box(slug), "own", known)
        self.simulation = new_simulation(replace(setup, facts=known), people, people.look, owner)
        self.outcome = self.simulation.run()

    @property
    def live(self) -> LiveGame:
        return self.simulation.live

    @property
    def asked(self) -> list[str]:
        return [fact for step in self.live.session.steps if (fact := getattr(step.command, "fact", None)) is not None]

    def tell_missing(self) -> None:
        """After the end people tell what the score still lacks."""
        while facts := missing_facts(
            GAMES.session(self.live.session), self.live
        ):  # a power once told may count what nobody has told yet
            fact = facts[0]
            value = printed(self.box, fact, BLANK[self.live.session.game.slug])
            self.live.do(tell_command(self.live.session, fact, value), 0)

    def score(self) -> Any:
        session = self.live.session
        return _plain(renamed(session.game.score(session.state), self.names))

    def score_of_one_who_knew(self) -> Any:
        """The same moves by somebody who knew everything from the start, and so is asked nothing."""
        session = self.live.session
        opened = open_game(replace(session.setup, facts=self.box), lambda *_: None)
        assert isinstance(opened, Session)
        for step in session.steps:
            if getattr(step.command, "fact", None) is None:
                done = opened.do(renamed(step.command, self.names))
                # Whoever knows the player counts lays out palace and bazaar untold, and moves where there is one way.
                goes_by_itself = isinstance(done, Refused) and (
                    done.code == "not_to_lay" or getattr(step.command, "area", None) is not None
                )
                assert goes_by_itself or not isinstance(done, Refused), (step.command, done)
        return _plain(opened.game.score(opened.state))


def _plain(score: Mapping[str, Any]) -> Any:
    """The result, without where its facts come from: that is not the same for somebody who was told."""
    players = [dict(player) for player in score["players"]]
    for player in players:
        lines = [{key: item for key, item in line.items() if key != "origin"} for line in player.get("lines", ())]
        player["lines"] = sorted(lines, key=repr)
    return {"complete": score["complete"], "winners": score["winners"], "players": players}


def _course(slug: str) -> Course:
    make = GAMES[slug].course
    assert make is not None
    return make(_own(slug), None)


def _teach_the_rest(slug: str) -> dict[str, str]:
    """What no night has asked for, as the teaching screen tells it; answers with what the areas are called."""
    box, course, told = _box(slug), _course(slug), {}
    section = "cards" if slug == "amul" else "spells"
    for thing in course.things:
        for lesson in open_lessons(course, thing):
            keys = ("min_players", "palace", "copies") if lesson.sort == "players" else (lesson.sort,)
            entry = box[section][thing]
            told |= {f"{section}.{thing}.{key}": entry[key] for key in keys if key in entry}
    remember_all(game_box(slug), told)
    if slug == "amul":
        return {}
    dialogue, walker = walked(box["areas"])
    assert dialogue.result is not None
    remember_all(game_box(slug), board_facts(dialogue.result, _own(slug).get("areas", {})))
    return walker.names


@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_the_box_is_empty_at_the_start(slug: str) -> None:
    known, box = _own(slug), _box(slug)
    section = "cards" if slug == "amul" else "spells"
    for thing, entry in known[section].items():
        may = PROVEN[slug] | ({"colour"} if "trader" in thing else set())
        assert set(entry) <= may, thing
    assert "areas" not in known
    if slug == "amul":
        assert parse_facts(known).kinds["mughal-warlord"].copies == 7, "as the rulebook's table has it"
        assert parse_facts(box).kinds["mughal-warlord"].copies == 1, "as it is in this box"
        assert names_between(slug, known, box)["mughal-warlord#1"] == "mughal-warlord"


@pytest.mark.parametrize(("slug", "players", "seed"), [("amul", 4, 5), ("amulett", 4, 3)])
def test_an_ignorant_companion_learns_a_box(slug: str, players: int, seed: int) -> None:
    first = Evening(slug, players, seed)
    assert first.outcome.finished
    assert first.outcome.differences == {}
    first.tell_missing()
    assert len(first.asked) == len(set(first.asked)) > 20, "each question once"
    score = first.score()
    assert score["complete"]
    assert score == first.score_of_one_who_knew()

    second = Evening(slug, players, seed + 100)
    assert second.outcome.finished
    assert not set(second.asked) & set(first.asked), "what was told once is never asked again"

    areas = _teach_the_rest(slug)
    third = Evening(slug, players, seed + 200, areas)
    assert third.outcome.finished
    assert third.outcome.differences == {}
    assert third.asked == []
    assert missing_facts(GAMES[slug], third.live) == ()
    assert third.score() == third.score_of_one_who_knew()
