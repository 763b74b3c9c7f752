"""Powers and incomes by piles, as a page asks for them: whole boxes told by requests, taken back, refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.web.editor.editor_server import EditorServer
from companion.web.editor.piles_editor import Sight
from rules.amul.power import parse_power
from tests.companion.sorter import fill_answers, group_answers, power_groups, same_power
from tests.companion.web.client import Client
from tests.games import game_box


def _post(client: Client, path: str, **asked: Any) -> Any:
    return client.post(path, {"game": "amul", "like": "", "answers": [], **asked})


def _facts(client: Client, game: str, section: str) -> Any:
    return client.get(f"/api/box?game={game}")["facts"][section]


@pytest.mark.slow
def test_the_incomes_of_das_amulett_are_told_pile_after_pile(owner: Client) -> None:
    spells = game_box("amulett").document("practice", Path())["spells"]
    piles: dict[tuple[str, ...], list[str]] = {}
    for slug, entry in spells.items():
        piles.setdefault(tuple(entry["income"]), []).append(slug)
    for income, things in piles.items():
        wish = {"game": "amulett", "sort": "income", "things": things, "answers": [*income, "done"]}
        lines = _post(owner, "/api/made/ask", **wish)["whole"]
        assert len(lines) == len(things)
        assert _post(owner, "/api/made/tell", **wish)["ok"]
    told = _facts(owner, "amulett", "spells")
    assert all(sorted(told[slug]["income"]) == sorted(entry["income"]) for slug, entry in spells.items())
    sorts = owner.get("/api/piles?game=amulett")["sorts"]
    assert [(one["name"], one["known"] == one["all"]) for one in sorts] == [("cost", False), ("income", True)]
    assert owner.get("/api/pile?game=amulett&sort=income")["is_done"]


def _answers(cards: dict[str, Any], group: tuple[str, ...], pile: list[str]) -> list[Any]:
    answers = list(group_answers(cards, group))
    if len(group) == 1:
        return answers
    return [*answers, *(value for slug in pile for value in fill_answers(cards, group, slug))]


def _whole(what: list[Any], offered: list[Any]) -> list[Any]:
    """The next answer as the page may offer it: what is counted in one go."""
    pair = what[:2] if what[0] != "any" else ["any", True]
    return pair if pair in offered else []


def _told(owner: Client, wish: dict[str, Any], pending: list[Any]) -> list[Any]:
    """Answer after answer, whatever way the page offers it."""
    given: list[Any] = []
    while True:
        asked = _post(owner, "/api/made/ask", **wish, answers=given)
        if "whole" in asked:
            return given
        offered = [option[0] for option in asked["options"]]
        given = asked["answers"]
        if pair := _whole(pending, offered):
            del pending[: 1 if pair[0] == "any" else 2]
            given = [*given, pair]
        elif isinstance(pending[0], int) and pending[0] not in offered:
            given = [*given, "more", pending.pop(0)]
        elif "other" in offered and pending[0] not in offered:  # a symbol that nobody has named yet
            given = [*given, "other", pending.pop(0)]
        else:
            given = [*given, pending.pop(0)]


@pytest.mark.slow
def test_the_powers_of_amul_are_told_pile_after_pile(owner: Client) -> None:
    cards = game_box("amul").document("practice", Path())["cards"]
    order = [unit["unit"] for unit in owner.get("/api/pile?game=amul&sort=power")["units"]]
    groups = power_groups(cards)
    large, small = max(groups, key=len), next(group for group in groups if len(cards[group[0]]["power"]) > 1)
    for group in (large, small):
        wish = {"sort": "power", "things": list(group)}
        answers = _told(owner, wish, _answers(cards, group, [slug for slug in order if slug in group]))
        assert _post(owner, "/api/made/tell", **wish, answers=answers)["ok"]
    told = _facts(owner, "amul", "cards")
    for slug in (*large, *small):
        assert same_power(parse_power(told[slug]["power"], "", cards)) == same_power(
            parse_power(cards[slug]["power"], "", cards)
        )


@pytest.mark.slow
def test_a_pile_is_taken_back_and_the_likeliest_answers_come_first(owner: Client) -> None:
    wish = {"sort": "power", "things": ["gold"], "answers": ["flat", 7, "done"]}
    first = _post(owner, "/api/made/ask", **{**wish, "answers": []})
    assert first["who"] == "Gold"
    assert first["options"][first["near"][0]][0] == "flat"
    assert _post(owner, "/api/made/ask", **wish)["whole"] == ["Gold: 7 points"]
    assert _post(owner, "/api/made/tell", **wish)["ok"]
    assert _facts(owner, "amul", "cards")["gold"]["power"] == [{"flat": 7}]
    asked = _post(owner, "/api/made/ask", sort="power", things=["silk"], answers=["flat"])
    assert asked["options"][asked["near"][0]][0] == 7, "what was told last is likely"
    assert owner.get("/api/piles?game=amul")["back"] == "Power"
    assert _post(owner, "/api/pile/back")["sort"] == "power"
    assert "power" not in _facts(owner, "amul", "cards")["gold"]


@pytest.mark.slow
def test_as_that_card_but_and_cards_laid_there_as_the_answer(server: EditorServer, owner: Client) -> None:
    power = ["flat", 1, "when", 1, "has", "lamp", "done", "done"]
    assert _post(owner, "/api/made/tell", sort="power", things=["oil"], answers=power)["ok"]
    sort = owner.get("/api/pile?game=amul&sort=power")
    assert [thing for thing, _ in sort["like"]] == ["oil"]
    server.look(Sight("amul", frozenset({"yurt", "nomad"})))
    assert owner.get("/api/seen?game=amul&sort=power")["units"] == ["nomad", "yurt"]
    asked = _post(owner, "/api/made/ask", sort="power", things=["yurt"], like="oil", answers=[3, 2, "has"])
    assert asked["takes_cards"]
    shown = _post(
        owner, "/api/made/ask", sort="power", things=["yurt"], like="oil", answers=[3, 2, "has"], shown=["nomad"]
    )
    assert _post(owner, "/api/made/tell", sort="power", things=["yurt"], like="oil", answers=shown["answers"])["ok"]
    told = _facts(owner, "amul", "cards")["yurt"]["power"]
    assert told == [{"flat": 3}, {"points": 2, "when": {"has": ["nomad"]}}]


def test_what_somebody_else_has_told_meanwhile_is_not_told_over(owner: Client) -> None:
    wish = {"sort": "power", "things": ["gold", "silk"], "answers": ["flat", "partly", 2, "done"]}
    assert "whole" in _post(owner, "/api/made/ask", **wish)
    _post(owner, "/api/tell", base={"cards.silk.power": None}, told={"cards.silk.power": [{"flat": 1}]})
    status, answer, _ = owner.send("POST", "/api/made/tell", {"game": "amul", "like": "", **wish})
    assert (status, "Silk" in answer["error"]) == (400, True)
    assert "power" not in _facts(owner, "amul", "cards")["gold"]


@pytest.mark.parametrize(
    "asked",
    [
        {"sort": "colour"},
        {"things": []},
        {"things": ["no such card"]},
        {"things": [["gold"]]},
        {"like": "no such card"},
        {"like": "silk"},
        {"answers": "flat"},
        {"answers": [0] * 401},
        {"shown": ["no such card"]},
        {"answers": ["flat"]},
        {"answers": [["flat"]]},
        {"answers": ["flat", True, "done"]},
    ],
)
def test_what_no_page_sends_is_refused_in_words(owner: Client, asked: dict[str, Any]) -> None:
    whole = {"game": "amul", "sort": "power", "things": ["gold"], "like": "", "answers": [], **asked}
    status, answer, _ = owner.send("POST", "/api/made/tell", whole)
    assert (status, bool(answer["error"])) == (400, True)
    assert "power" not in _facts(owner, "amul", "cards")["gold"]
