"""A game written as text and read back is the same game; errors name the line."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import CompanionError
from companion.keeping.session import Session
from companion.language.i18n import Phrases
from companion.language.wording import explain
from companion.sharing.game_text import format_command, parse_command, read_game, write_game
from rules.amul import commands as c
from rules.core.game import Game, Setup
from rules.core.refusals import Refused
from tests.games import GAMES, RULES, open_game, rules_of
from tests.rules.setups import SETUPS

PLAYERS = ("Ada", "Bo B.", "-", 'Ä "Ö" ]')


def played(slug: str, players: int, steps: int = 5000) -> Session:
    random = Random(f"{slug} {players}")
    session = open_game(SETUPS[slug](players, random), lambda *_: None)
    assert isinstance(session, Session)
    for _ in range(steps):
        options = session.game.options(session.state)
        if not options:
            break
        assert not isinstance(session.do(random.choice(options)), Refused)
    return session


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param(game, id=game.slug) for game in RULES])
def test_a_whole_game_comes_back_the_same(game: Game[Any]) -> None:
    for players in (game.seats[0], game.seats[len(game.seats) // 2]):
        session = played(game.slug, players)
        again = read_game(write_game(session, remarks=["a night in November"]), GAMES.rules)
        assert again.state == session.state
        assert [step.command for step in again.steps] == [step.command for step in session.steps]
        assert again.setup == session.setup


@pytest.mark.slow
def test_a_game_broken_off_and_undone_tells_the_steps_that_hold() -> None:
    session = played("amul", 4, steps=60)
    session.undo()
    session.undo()
    text = write_game(session, whole=True)
    assert "58. " in text
    assert "59. " not in text
    assert read_game(text, GAMES.rules).state == session.state


def test_a_game_that_goes_on_keeps_its_secrets_and_says_so() -> None:
    session = played("amul", 3, steps=6)
    offers = [step.command for step in session.steps if isinstance(step.command, c.Offer)]
    text = write_game(session)
    assert "; this game still goes on" in text
    assert f"{session.setup.players[offers[0].seat]} offer ?" in text
    assert not [offer for offer in offers if f"offer {offer.card}" in text]
    with pytest.raises(CompanionError, match="export it again"):
        read_game(text, GAMES.rules)


def test_the_order_of_a_deck_is_nobodys_business_while_it_is_played() -> None:
    setup = SETUPS["amulett"](3, Random(1))
    session = open_game(setup, lambda *_: None)
    assert isinstance(session, Session)
    assert setup.table["deck"]
    text = write_game(session, (), GAMES["amulett"].unknown_table)
    assert '"deck": "?"' in text
    assert "; this game still goes on" in text
    with pytest.raises(CompanionError, match="export it again"):
        read_game(text, GAMES.rules)


def test_a_line_reads_like_what_happened() -> None:
    game = rules_of("amul")
    lines = {
        "Ada pick gold#1": c.Pick(0, "gold#1"),
        '"Bo B." decline': c.Decline(1),
        '"-" offer yurt': c.Offer(2, "yurt"),
        '"Ä \\"Ö\\" ]" upkeep': c.Upkeep(3),
        '- turn_up cards=["a", "b#2"]': c.TurnUp(("a", "b#2")),
        '- tell cards.camel.position value="hand"': c.Tell("cards.camel.position", "hand"),
        '- tell cards.camel.traits value={"arab": 1}': c.Tell("cards.camel.traits", {"arab": 1}),
        "- later cards.camel.letter": c.Later("cards.camel.letter"),
    }
    for line, command in lines.items():
        assert format_command(game, PLAYERS, command) == line
        assert parse_command(game, PLAYERS, line) == command


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1. ", "1. Nobody fill gold#1\n1. ", "one of the players"),
        ("1. ", "1. Ada dance gold#1\n1. ", "one of"),
        ("1. ", "1. Ada [1]\n1. ", "a player and what was done"),
        ("1. ", "1. [1] fill\n1. ", "one of the players"),
        ("1. ", "1. Ada\n1. ", "a player and what was done"),
        ("1. ", "1. Ada pick gold#1\n1. ", "no legal step here (too_early)"),
        ("1. ", "1. Ada fill card={{{\n1. ", "a JSON value"),
        ("1. ", "hello\n1. ", "expected a step"),
        ('[Game "amul"]', '[Game "chess"]', "a game that is known"),
        ('[Game "amul"]', "[Game [1]]", "a game that is known"),
        ('[Game "amul"]\n', "", "[Game ...]"),
        ("[Rules ", "[Rules 9", "rules version"),
        ("[Start ", "[Start 77", "bad_start"),
        ("[Options {", "[Options [{", "JSON"),
        ("[Facts]", "[Fact]", "JSON"),
        ("[Start ", f"[Start {'7' * 101}", "numbers of at most 100 characters"),
    ],
)
def test_what_does_not_fit_is_named(old: str, new: str, said: str) -> None:
    text = write_game(played("amul", 3, steps=3), whole=True).replace(old, new, 1)
    with pytest.raises(CompanionError) as caught:
        read_game(text, GAMES.rules)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_huge_text_is_refused() -> None:
    with pytest.raises(CompanionError, match="at most"):
        read_game("x" * (5 << 20), GAMES.rules)


def test_setup_with_a_told_table_comes_back() -> None:
    setup = SETUPS["amul"](3, Random(0))
    told = Setup("amul", setup.players, 1, {"A-MIL-8": "pick"}, setup.facts, {"palace": ["tent"], "bazaar": []})
    session = open_game(told, lambda *_: None)
    assert isinstance(session, Session)
    assert read_game(write_game(session), GAMES.rules).setup == told


@pytest.mark.parametrize(("text", "said"), [
    ("", "erwartet wird eine Zeile [Game ...] am Anfang eines Partietexts"),
    ("[Game ???]", "erwartet wird JSON in Zeile 1, dort steht '???'"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_the_language_of_the_command(text: str, said: str) -> None:
    with pytest.raises(CompanionError) as raised:
        read_game(text, GAMES.rules)
    assert explain(raised.value, Phrases("de")) == said
