"""Cards to put back after an undo: every place a game can name is said in words, with a sign that can be drawn."""

from __future__ import annotations

import pytest

from companion.drawing.icons import icon_picture
from companion.i18n import LANGUAGES
from companion.pages.questions import putback_model
from companion.play.night import Night
from companion.shelves import phrases_for
from companion.twin.simulation import Simulation
from companion.twin.troupes import new_setup, new_troupe
from companion.views.model import Header

TARGETS = {"amul": {"market", "palace", "bazaar", "hand", "mat", "deck", "seat"}, "amulett": {"mat", "deck", "seat"}}


@pytest.mark.parametrize("slug", sorted(TARGETS))
def test_every_card_to_put_back_is_said_in_words(slug: str) -> None:
    setup = new_setup(slug, 3, 2)
    says = [phrases_for(slug, code, setup.facts, setup.players) for code in LANGUAGES]
    met: set[str] = set()

    def look(night: Night) -> None:
        """What one or four steps taken back would ask for."""
        session = night.session
        for steps in (1, 4):
            if len(session.steps) > steps:
                before = session.state_after(session.steps[-1 - steps].seq)
                moves = session.game.put_back(before, session.state)
                met.update(move.target.partition("-")[0] for move in moves)
                for say in says:
                    for row in putback_model(moves, Header(""), say, night.facts).moves:
                        assert "screen." not in row.text
                        assert "{" not in row.text
                        assert icon_picture(row.icon, 8, (0, 0, 0))

    Simulation(setup, new_troupe(setup, 2)).run(look)
    assert met >= TARGETS[slug]
