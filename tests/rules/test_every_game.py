"""What must hold for every game in ``RULES`` at every seat count, whatever its rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest

from companion.language.i18n import load_texts
from rules.core.commands import cards_of, fact_of, given_by, value_of
from rules.core.game import Game, advance
from rules.core.journal import Position, Step, decode_entry, encode_entry, fold
from rules.core.pad.state import new_pad
from rules.core.refusals import Refused
from rules.core.secrecy import HIDDEN, open_fields, openness_of, shown
from rules.core.words import Words
from tests.games import GAMES, RULES, phrases_for
from tests.languages import LANGUAGES
from tests.rules.setups import SETUPS
from tests.sweeps import sweep

TABLES = [
    pytest.param(game, players, id=f"{game.slug}-{players}", marks=[pytest.mark.slow] * (players > game.seats[0]))
    for game in RULES
    for players in game.seats
]
SEEDS = range(sweep(1, 3))
PLAYTHROUGHS = Path(__file__).resolve().parents[1] / "playthroughs"


def new_game(game: Game[Any], players: int, random: Random) -> Any:
    state = game.new(SETUPS[game.slug](players, random))
    assert not isinstance(state, Refused), state
    return state


def pick(options: Sequence[Any], random: Random) -> Any:
    """A kind of command first, so that a hundred numbers to write do not outweigh the one command that ends a game."""
    kind = random.choice(sorted({type(one).__name__ for one in options}))
    return random.choice([one for one in options if type(one).__name__ == kind])


def play(game: Game[Any], state: Any, random: Random, most: int = 5000) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Random legal play: the state before, the command, its events."""
    for _ in range(most):
        options = game.options(state)
        if not options:
            return
        command = pick(options, random)
        events = game.decide(state, command)
        assert not isinstance(events, Refused), (command, events)
        yield state, command, events
        state = advance(game, state, events)
    raise AssertionError(f"the game did not end within {most} steps")


def as_json(value: Any) -> str:
    return json.dumps(value, default=repr, sort_keys=True)


def test_a_game_is_found_by_its_slug() -> None:
    assert [GAMES.rules(game.slug) for game in RULES] == list(RULES)
    assert GAMES.rules("chess") is None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_random_legal_play_ends_and_leaves_nothing_to_do(game: Game[Any], players: int, seed: int) -> None:
    random = Random(f"{game.slug} {players} {seed}")
    state = new_game(game, players, random)
    for before, _, events in play(game, state, random):
        assert not game.is_over(before)
        state = advance(game, before, events)
    assert game.is_over(state)
    assert game.options(state) == ()
    assert game.question(state) is None


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_fold_of_the_journal_is_the_state_also_through_json(game: Game[Any], players: int) -> None:
    random = Random(f"{game.slug} {players} fold")
    first = state = new_game(game, players, random)
    entries = []
    for seq, (before, command, events) in enumerate(play(game, state, random), start=1):
        entries.append(Step(seq, 0, command, events))
        state = advance(game, before, events)
    read = [decode_entry(game, entry.seq, 0, json.loads(json.dumps(encode_entry(game, entry)))) for entry in entries]
    assert read == entries
    assert fold(game, Position(first, new_pad(players)), read) == Position(state, new_pad(players))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_command_of_any_step_is_judged_and_a_refusal_changes_nothing(game: Game[Any], players: int) -> None:
    random = Random(f"{game.slug} {players} refusals")
    steps = list(play(game, new_game(game, players, random), random))
    commands = [command for _, command, _ in steps]
    refusals = 0
    for state, _, _ in random.sample(steps, min(40, len(steps))):
        shown = as_json(game.view(state))
        for command in random.sample(commands, min(30, len(commands))):
            verdict = game.decide(state, command)
            assert isinstance(verdict, Refused | tuple)
            refusals += isinstance(verdict, Refused)
        assert as_json(game.view(state)) == shown
    assert refusals >= min(40, len(steps))  # a number on a sheet can be corrected at any time


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_taking_back_any_step_gives_the_same_view_and_options(game: Game[Any], players: int) -> None:
    random = Random(f"{game.slug} {players} undo")
    first = new_game(game, players, random)
    seen, events_of = [], []
    for state, _, events in play(game, first, random):
        seen.append((as_json(game.view(state)), game.options(state)))
        events_of.append(events)
    for number in random.sample(range(len(seen)), min(25, len(seen))):
        again = first
        for events in events_of[:number]:
            again = advance(game, again, events)
        assert (as_json(game.view(again)), game.options(again)) == seen[number]


def without_secrets(value: Any) -> Any:
    """The same command or event with something else in every hidden field."""
    hidden = {item.name for item in fields(value)} - set(open_fields(type(value)))
    return replace(value, **dict.fromkeys(hidden, "something else"))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_shown_or_told_depends_on_what_is_hidden(game: Game[Any], players: int) -> None:
    random = Random(f"{game.slug} {players} secrets")
    for _, command, events in play(game, new_game(game, players, random), random):
        assert shown(command, game.commands) == shown(without_secrets(command), game.commands)
        for event in events:
            other = without_secrets(event)
            assert (game.show_event(event), game.tell(event)) == (game.show_event(other), game.tell(other))


@pytest.mark.parametrize("game", [pytest.param(game, id=game.slug) for game in RULES])
def test_every_command_and_event_says_what_of_it_is_open(game: Game[Any]) -> None:
    classes = (*game.commands.classes.values(), *game.events.classes.values())
    assert [cls.__name__ for cls in classes if openness_of(cls) is HIDDEN] == []


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_view_and_a_score_have_what_every_game_has(game: Game[Any], players: int) -> None:
    random = Random(f"{game.slug} {players} keys")
    steps = list(play(game, new_game(game, players, random), random))
    for state, _, _ in steps[::10]:
        view, score = game.view(state), game.score(state)
        assert view.keys() >= {"round", "phase", "turn", "players"}
        assert [player["name"] for player in view["players"]] == [player["name"] for player in score["players"]]
        assert len(score["players"]) == players
        if score["kind"] == "points":
            assert all(set(player["scores"]) == set(score["rows"]) for player in score["players"])
        else:
            assert all(isinstance(player["line"], Words) for player in score["players"])


def sentences(value: Any) -> Iterator[Words]:
    """Every sentence inside plain values."""
    if isinstance(value, Words):
        yield value
        value = value.values
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for item in value:
            yield from sentences(item)


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", [pytest.param(game, id=game.slug) for game in RULES])
def test_every_sentence_met_in_play_can_be_said(game: Game[Any], code: str) -> None:
    """Views, questions, refusals and scores, with and without facts: each has its text and all its places filled."""
    met: dict[str, Words] = {}
    for facts in ("practice", "rulebook"):
        random = Random(f"{game.slug} {facts} words")
        setup = SETUPS[game.slug](game.seats[1], random, facts)
        state = game.new(setup)
        assert not isinstance(state, Refused), state
        commands: list[Any] = []
        for before, command, _ in play(game, state, random):
            commands.append(command)
            question = game.question(before)
            refusals = [game.decide(before, other) for other in random.sample(commands, min(3, len(commands)))]
            told = [refusal.words for refusal in refusals if isinstance(refusal, Refused)]
            for words in sentences((game.view(before), question.words if question else (), told)):
                met.setdefault(words.key, words)
        for words in sentences(game.score(before)):
            met.setdefault(words.key, words)
    say = phrases_for(game.slug, code, setup.facts, setup.players)
    assert len(met) > 2
    assert set(met) <= set(load_texts(code))
    assert not [words for words in met.values() if set("{}") & set(say.say(words))]


@pytest.mark.parametrize("game", [pytest.param(game.rules, id=game.slug) for game in GAMES if game.box.folder is None])
def test_a_golden_game_exists_for_people_to_read(game: Game[Any]) -> None:
    """A game beside us keeps its own where it likes."""
    golden = sorted(PLAYTHROUGHS.joinpath(game.slug).glob("*.txt"))
    assert len(golden) >= 3
    assert all(len(path.read_text("utf-8").splitlines()) > 50 for path in golden)


@pytest.mark.parametrize("game", [pytest.param(game, id=game.slug) for game in RULES])
def test_too_few_and_too_many_players_are_refused(game: Game[Any]) -> None:
    for players in (game.seats[0] - 1, game.seats[-1] + 1):
        setup = SETUPS[game.slug](game.seats[0], Random(0))
        names = tuple(f"player {number}" for number in range(players))
        refusal = game.new(type(setup)(setup.game, names, 0, setup.options, setup.facts, setup.table))
        assert isinstance(refusal, Refused)
        assert refusal.code == "bad_player_count"


@pytest.mark.parametrize("game", RULES, ids=lambda game: game.slug)
def test_what_the_program_reads_of_any_command_means_the_same_in_each(game: Game[Any]) -> None:
    """``rules.core.commands``: a field of that name of another type would be read all the same, and wrongly."""
    wanted = {"seat": int, "card": str, "cards": tuple[str, ...], "fact": str}
    for sort in game.commands.classes.values():
        hints = get_type_hints(sort)
        for name in {item.name for item in fields(sort)} & wanted.keys():
            assert hints[name] == wanted[name], (sort, name)
        assert "fact" in hints or "value" not in hints, sort


def test_what_is_read_of_a_command() -> None:
    @dataclass(frozen=True, slots=True)
    class Everything:
        seat: int = 2
        cards: tuple[str, ...] = ("a", "b")
        fact: str = "cards.gold.letter"
        value: str = "A"

    @dataclass(frozen=True, slots=True)
    class Play:
        card: str = "a"

    @dataclass(frozen=True, slots=True)
    class Later:
        fact: str = "cards.gold.letter"

    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    read = [
        (given_by(command), cards_of(command), fact_of(command), value_of(command))
        for command in (Everything(), Play(), Later(), Nothing())
    ]
    assert read == [
        (2, ("a", "b"), "cards.gold.letter", "A"),
        (None, ("a",), None, None),
        (None, (), "cards.gold.letter", None),
        (None, (), None, None),
    ]
