"""The same tests with other pictures, to see which of them hang on a bit that another processor rounds the other way.

``NUDGE_NOISE=3 pytest tests/vision``: every eighth pixel or so of a rendered picture is one grey level up or down;
``NUDGE_SEED=1``: every picture is drawn by the chance of the next seed. A floor without room to spare falls under both.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.steady import steady_machine
from vision.frames import Grey
from vision.scenes import Scene, render

__all__ = ["steady_machine"]

NOISE, SEED = (int(os.environ.get(name, "0")) for name in ("NUDGE_NOISE", "NUDGE_SEED"))


def with_last_bits(grey: Grey, seed: int) -> Grey:
    steps = np.random.default_rng([seed, grey.size]).choice([-1, 0, 1], grey.shape, p=(1 / 16, 7 / 8, 1 / 16))
    return np.clip(grey + steps, 0, 255).astype(np.uint8)


@pytest.fixture(scope="session", autouse=True)
def nudged() -> Any:
    patch = pytest.MonkeyPatch()
    expose, chance = render._expose, render.chance
    if NOISE:
        patch.setattr(render, "_expose", lambda *args: with_last_bits(expose(*args), NOISE))
    if SEED:

        def shifted(scene: Scene, part: int) -> np.random.Generator:
            return chance(replace(scene, seed=scene.seed + SEED), part)

        patch.setattr(render, "chance", shifted)
    yield
    patch.undo()
