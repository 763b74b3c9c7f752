"""The beginning of a game by faces, through rendered frames; whole games are in tests/endurance/face_nights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.models import kind_of
from rules.amul.commands import LoseTrack, Reveal
from rules.core.table import Doubt, Resolution
from rules.core.words import words
from tests.endurance.face_nights import FaceNight, KindNight, play
from tests.sweeps import sweep

SEED = 1
BEGINNINGS = [("amul", False, 3), ("amul", False, 5), ("amulett", True, 8)]


@pytest.mark.longest
@pytest.mark.slow
@pytest.mark.parametrize(("game", "tagged", "steps"), sweep(BEGINNINGS[:1], BEGINNINGS))
def test_a_night_begins_with_cards_that_are_known_by_their_faces(
    game: str, steps: int, tmp_path: Path, *, tagged: bool
) -> None:
    """``steps``: to the end of something, when all that lies there is believed too."""
    night = FaceNight(game, 3, SEED, tagged=tagged, folder=tmp_path)
    outcome = play(night, steps)
    assert night.counts.wrong == [], SEED
    assert outcome.entries >= 2
    assert night.counts.by_face > 0 or tagged
    assert outcome.differences == {}, SEED


# In these two were known to hold equal cards, one was played, and the box took it for the
# other's: the deck, an offer or a card shown then seemed impossible.
EQUAL_CARDS = [("amul", 3, 2), ("amul", 3, 11), ("amul", 3, 14), ("amul", 3, 19), ("amul", 5, 11), ("amul", 6, 3)]
EQUAL_CARDS += [("amul", 6, 10)]
NIGHTS = [("amulett", 3, 1), ("amul", 3, 3), *sweep(EQUAL_CARDS[1::3], EQUAL_CARDS)]
NIGHTS += sweep([], [("amulett", 6, 2), ("amul", 3, 1)])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "seed"), NIGHTS)
def test_a_whole_night_of_which_only_kinds_are_told_ends_as_it_lay(game: str, players: int, seed: int) -> None:
    """Without pictures: what becomes of equal cards. At the end of some games cards of the hand are told."""
    night = KindNight(game, players, seed)
    outcome = play(night)
    assert outcome.finished, seed
    held, believed = as_kinds(outcome.held), as_kinds(outcome.believed)
    # What is left of a hand leaves the game unseen, and what faces told of it is not held for certain.
    assert {**held, "removed": 0} == {**believed, "removed": 0}, seed


class Undoing(KindNight):
    """Somebody takes a step back as soon as the companion has lost track of something."""

    def __init__(self, seed: int) -> None:
        super().__init__("amul", 3, seed)
        self.undone: list[tuple[Any, Any]] = []

    def step(self) -> bool:
        acted = super().step()
        steps = self.live.session.steps
        if not self.undone and isinstance(steps[-1].command, LoseTrack):
            given = [step for step in steps if not isinstance(step.command, LoseTrack)]
            self.live.undo(self.now_ms)
            self.undone.append((given[-2].seq, self.live.session.steps[-1].seq))
        return acted


@pytest.mark.slow
def test_who_takes_a_step_back_means_the_last_one_that_somebody_gave() -> None:
    night = Undoing(1)
    play(night)
    ((wanted, left),) = night.undone
    assert wanted == left


class Asking(KindNight):
    """Remembers what was asked of whose card it is."""

    def choose(self, doubt: Doubt) -> Resolution:
        answer = super().choose(doubt)
        if doubt.words.key == "amul.doubt.whose":
            self.whose = doubt, answer, self.live.focus
        return answer


@pytest.mark.slow
def test_whose_card_it_is_may_be_who_was_to_show_one() -> None:
    """Known by its face to be in another's hand, who has still to show a card, too: both may have laid it there."""
    night = Asking("amul", 5, 11)
    assert play(night).finished
    doubt, answer, focus = night.whose
    assert focus is not None
    (card,) = doubt.cards
    other = next(one for one in doubt.answers if one.words.key == "amul.answer.seat")
    assert answer == Resolution(
        words("ladder.own", seat=focus), (LoseTrack(other_seat(other), card), Reveal(focus, card))
    )
    assert doubt.answers[0] == answer
    assert other_seat(other) != focus


def other_seat(answer: Resolution) -> int:
    (shown,) = answer.commands
    assert isinstance(shown, Reveal)
    return shown.seat


def as_kinds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_kinds(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted((as_kinds(item) for item in value), key=str) if _are_cards(value) else [*map(as_kinds, value)]
    return kind_of(value) if isinstance(value, str) else value


def _are_cards(value: list[Any]) -> bool:
    return all(isinstance(item, str) for item in value)
