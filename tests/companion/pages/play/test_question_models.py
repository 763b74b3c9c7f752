"""Cards to put back after an undo: every place a game can name is said in words, with a sign that can be drawn."""

from __future__ import annotations

import pytest

from companion.drawing.icons import icon_picture
from companion.models import Header
from companion.pages.play.question_models import putback_model
from companion.play.live_game import LiveGame
from tests.games import bare_desk, new_players, new_setup, new_simulation, phrases_for
from tests.languages import LANGUAGES

TARGETS = {"amul": {"market", "palace", "bazaar", "hand", "mat", "deck", "seat"}, "amulett": {"mat", "deck", "seat"}}


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(TARGETS))
def test_every_card_to_put_back_is_said_in_words(slug: str) -> None:
    setup = new_setup(slug, 3, 2)
    says = [phrases_for(slug, code, setup.facts, setup.players) for code in LANGUAGES]
    met: set[str] = set()

    def look(live: LiveGame) -> None:
        """What one or four steps taken back would ask for."""
        session = live.session
        for steps in (1, 4):
            if len(session.steps) > steps:
                before = session.state_after(session.steps[-1 - steps].seq)
                moves = session.game.put_back(before, session.state)
                met.update(move.target.partition("-")[0] for move in moves)
                for say in says:
                    for row in putback_model(moves, Header(""), bare_desk(live, say)).moves:
                        assert "screen." not in row.text
                        assert "{" not in row.text
                        assert icon_picture(row.icon, 8, (0, 0, 0))

    new_simulation(setup, new_players(setup, 2)).run(look)
    assert met >= TARGETS[slug]


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_offer_that_is_taken_back_stays_secret(code: str) -> None:
    """Told by hand, without a camera: the page says whose card it is, and not which."""
    setup = new_setup("amul", 3, 2)
    simulation = new_simulation(setup, new_players(setup, 2))
    while simulation.live.view["phase"] != "offer":
        simulation.step()
    live, say = simulation.live, phrases_for("amul", code, setup.facts, setup.players)
    live.lose_sight(simulation.now_ms)
    offer = next(option for option in live.options if option.seat == 1)
    live.do(offer, simulation.now_ms)
    live.undo(simulation.now_ms)
    (row,) = putback_model(live.moves, Header(""), bare_desk(live, say)).moves
    assert say.player(1) in row.text
    assert say.name("card", offer.card) not in f"{row.text} {row.card}"
    assert offer.card not in repr(row)
