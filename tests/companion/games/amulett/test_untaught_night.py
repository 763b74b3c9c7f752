"""A whole night on a board that nobody has taught: Teleportation, corrections, the right winner, a map for the next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.amulett.areas_page import AreaPage, AreasPage
from companion.games.amulett.screens.table import AmulettScreen
from companion.keeping.session import start_game
from companion.pages.play.corrections_page import FactPage
from companion.pages.play.table_page import TablePage
from companion.screens import Answered, Chosen, Finished
from companion.screens.doors_screen import DoorsScreen
from companion.screens.navigation import Open, Replace
from companion.table.table import Table
from rules.amulett import commands as c
from rules.amulett import events as e
from rules.amulett.state import State
from rules.core.commands import value_of
from rules.core.game import Setup
from rules.core.questions import Barred
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import document, game_box

NAMES = ("Ada", "Bo", "Cy")
# The board on the table: what the players see and the box does not.
PRINTED = dict(document("amulett", "practice")["areas"])


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told tonight is kept, but not in the data folder of the person who runs this."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    assert game_box("amulett").own_path().is_relative_to(tmp_path)


class Night:
    """People at an untaught board: they see which printed area is meant, and tell what is printed there."""

    def __init__(self, person: Person, seed: int, called: dict[str, str] | None = None) -> None:
        person.app.context.facts = "own"
        facts = document("amulett", "own")
        rich = {"gold": 9, "silver": 9, "copper": 9, "iron": 9}
        spells = [{"teleportation": 10}, {"einfluss": 5}, {"geschenk-der-baumeister": 8}]
        table = {"spells": spells, "metals": [rich] * 3}
        started = start_game(person.store, Setup("amulett", NAMES, facts=facts, table=table))
        assert not isinstance(started, Refused), started
        self.page = Table(person.app.context, *started)
        self.live = self.page.live
        self.chance = Random(seed)
        start = next(slug for slug, entry in PRINTED.items() if entry["terrain"] == "city" and entry.get("pyramid"))
        self.called = {"pyramid-city": start} if called is None else called  # what the box calls each printed area
        self.gems = {slug: 3 if entry["terrain"] == "city" else 2 for slug, entry in PRINTED.items()}
        self.amulets: list[list[str]] = [[], [], []]
        self.party, self.lifted = "pyramid-city", ""
        self.mistaken: list[str] = []  # areas of which somebody has told the wrong terrain

    @property
    def state(self) -> State:
        state: State = self.live.session.state
        return state

    def play(self, most: int = 4000) -> Iterator[Any]:
        for _ in range(most):
            if self.live.is_over:
                return
            command = self._answer() if self.live.question is not None else self._choose()
            self.live.do(command, 0)
            step = self.live.session.steps[-1]
            assert step.command == command, (command, self.live.last_notice)
            for event in step.events:
                self._follow(event)
            yield command

    def _answer(self) -> Any:
        question = self.live.question
        assert question is not None
        sort, slug, key = question.fact.split(".") if question.fact.count(".") == 2 else (question.fact, "", "")
        if sort != "areas":
            return question.answers[0]
        value = self._printed(slug, key)
        if key == "terrain" and value != "city" and not self.mistaken:
            self.mistaken.append(slug)
            value = "water" if value != "water" else "forest"
        return next(answer for answer in question.answers if value_of(answer) == value)

    def _printed(self, slug: str, key: str) -> Any:
        return PRINTED[self.called[slug]].get(key, {"pyramid": False, "wall": "none"}.get(key))

    def put_right(self) -> None:
        """By the menu: areas, the area, its terrain; where later bids would not fit, from now on only."""
        slug = self.mistaken[0]
        asking = AreaPage(self.page.desk, slug).act(Answered(("terrain",)), 0)
        assert isinstance(asking, Open)
        turn = asking.page.act(Chosen(self._printed(slug, "terrain")), 0)
        if isinstance(turn, Replace):
            choices: Any = turn.page.screen(0)
            assert choices.model.choices[0].label == "From now on only"
            turn.page.act(Answered(choices.model.choices[0].value), 0)

    def _choose(self) -> Any:
        options = list(self.live.options)
        least = [one for one in options if isinstance(one, c.Bid)][:1] if self.state.phase == "gem" else []
        passes = [one for one in options if isinstance(one, c.Pass)]
        command = self.chance.choice((least + passes) or options)
        if isinstance(command, c.Lift | c.Place | c.Move) and command.area not in self.called:
            wanted = [slug for slug in PRINTED if slug not in self.called.values()]
            near = [slug for slug in PRINTED[self.called[self.state.party]]["neighbours"] if slug in wanted]
            self.called[command.area] = self.chance.choice(near or wanted)
        return command

    def _follow(self, event: Any) -> None:
        """What the players' hands do with the gems."""
        match event:
            case e.PartyMoved(area=area):
                self.party = area
            case e.GemLifted(area=area):
                self.lifted = area
            case e.GemMoved(area=area):
                self.gems[self.called[self.lifted]] -= 1
                self.gems[self.called[area]] += 1
            case e.GemTaken(seat, gem):
                self.gems[self.called[self.party]] -= 1
                self.amulets[seat].append(gem)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_night_on_an_untaught_board_ends_with_the_right_winner_and_a_known_map(person: Person, seed: int) -> None:
    first = Night(person, seed)
    lifted = 0
    for command in first.play():
        lifted += isinstance(command, c.Lift)
        if first.mistaken and first.state.round == 2 and first.state.phase == "spell":
            slug = first.mistaken[0]
            if first.state.facts.area(slug).terrain != PRINTED[first.called[slug]]["terrain"]:
                first.put_right()
    assert lifted, "Teleportation was used"
    assert first.live.is_over
    kept = document("amulett", "own")["areas"]
    assert {slug: kept[slug]["terrain"] for slug in first.state.entered if slug != "pyramid-city"} == {
        slug: PRINTED[first.called[slug]]["terrain"] for slug in first.state.entered if slug != "pyramid-city"
    }
    told = {slug: len(gems) for slug, gems in first.state.board.items()}
    assert told == {slug: first.gems[first.called[slug]] for slug in told}, "the box knows what lies on the table"
    won = [seat for seat, own in enumerate(first.amulets) if len(set(own)) >= 7 or len(own) >= 8]
    assert [first.state.winner] == won
    entered = {slug for slug in first.state.entered if slug != "pyramid-city"}
    assert len(entered) >= 3
    second = Night(person, seed + 5, first.called)
    second.mistaken = first.mistaken
    asked = [command.fact for command in second.play(250) if isinstance(command, c.Tell)]
    assert entered & set(second.state.entered), "the party comes to areas of the first night"
    assert not {fact for fact in asked if fact.split(".")[1] in entered}, "and nothing is asked of them again"


@pytest.mark.slow
def test_the_map_that_was_learnt_is_drawn(person: Person) -> None:
    night = Night(person, 1)
    for _ in night.play():
        if len(night.state.entered) >= 3 and night.state.stage == "move":
            break
    screen = TablePage(night.page).screen(0)
    assert isinstance(screen, AmulettScreen)
    panel: Any = screen.model.panel
    drawn = {area.ident: area for area in panel.map.areas}
    assert set(drawn) >= set(night.state.facts.areas)
    assert set(panel.map.roads) > set(night.state.ways) > set()
    assert panel.map.stubs
    (new,) = set(drawn) - set(night.state.facts.areas)
    assert drawn[new].choice is not None, "an area not named yet can be chosen"


def _careless(person: Person) -> Night:
    """Everybody says north of the wall, until that cannot be."""
    night = Night(person, 2)
    night.called = {}
    for _ in range(2000):
        question = night.live.question
        if question is not None and question.barred and question.fact.endswith(".wall"):
            return night
        if question is not None:
            likes = {"wall": "north", "pyramid": False}
            value = likes.get(question.fact.rpartition(".")[2], "nothing")
            fitting = [answer for answer in question.answers if value_of(answer) == value]
            night.live.do((fitting or question.answers)[0], 0)
        else:
            new = [one for one in night.live.options if isinstance(one, c.Move)]
            passes = [one for one in night.live.options if isinstance(one, c.Pass | c.Decline)]
            night.live.do((new or passes or night.live.options)[-1], 0)
    raise AssertionError("the wall was never full")


@pytest.mark.slow
def test_who_tells_what_cannot_be_hears_why_and_corrects_what_was_wrong(person: Person) -> None:
    night = _careless(person)
    screen = TablePage(night.page).screen(0)
    assert isinstance(screen, DoorsScreen)
    refused = next(node for node in screen.page if isinstance(node.command, Barred))
    assert (refused.label, refused.icon) == ("Yes, north of it", "no")
    turn = TablePage(night.page).act(Chosen(refused.command), 0)
    assert isinstance(turn, Open)
    why: Any = turn.page.screen(0)
    assert why.model.text == (
        "That cannot be: 5 areas lie north of the wall, touching it; so many are told already. "
        "One of these is wrong, or the answer is."
    )
    assert len(why.model.choices) == 6
    asked = night.live.question
    assert asked is not None
    turn = turn.page.act(Answered(why.model.choices[2].value), 0)
    assert isinstance(turn, Replace)
    assert isinstance(turn.page, FactPage)
    turn.page.act(Chosen("south"), 0)
    again = night.live.question
    assert again is not None
    assert again.fact == asked.fact
    assert not again.barred
    night.live.do(next(answer for answer in again.answers if answer.value == "north"), 0)
    kept = document("amulett", "own")["areas"]
    sides = [entry.get("wall") for entry in kept.values()]
    assert (sides.count("north"), sides.count("south")) == (5, 1), "and all of it is on disk"


@pytest.mark.slow
def test_an_area_is_put_right_from_the_menu_and_nothing_is_undone(person: Person) -> None:
    night = Night(person, 1)
    for _ in night.play():
        if len(night.state.entered) >= 3 and night.state.stage == "move":
            break
    steps = len(night.live.session.steps)
    desk = night.page.desk
    areas = AreasPage(desk, lambda: night.page)
    listed: Any = areas.screen(0)
    slug = next(
        choice.value[0] for choice in listed.model.choices if choice.value[0] not in ("pyramid-city", night.state.party)
    )
    turn = areas.act(Answered((slug,)), 0)
    assert isinstance(turn, Open)
    page = turn.page
    assert isinstance(page, AreaPage)
    shown: Any = page.screen(0)
    assert [choice.label for choice in shown.model.choices] == ["Terrain", "Pyramid", "Wall", "Gems"]
    counting = page.act(Answered(("gems",)), 0)
    assert isinstance(counting, Open)
    counting.page.act(Finished(0), 0)
    assert night.state.board[slug] == ()
    asking = page.act(Answered(("wall",)), 0)
    assert isinstance(asking, Open)
    nobody: Any = asking.page.screen(0)
    forget = next(node for node in nobody.model.nodes if node.label == "Nobody knows")
    asking.page.act(Chosen(forget.command), 0)
    assert night.state.facts.area(slug).wall is None
    assert "wall" not in document("amulett", "own")["areas"][slug]
    assert len(night.live.session.steps) == steps + 2
