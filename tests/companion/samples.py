"""Every sample screen there is, those of the games among them."""

from __future__ import annotations

from tests.gallery import all_samples
from tests.games import GAMES

SAMPLES = all_samples(GAMES)
