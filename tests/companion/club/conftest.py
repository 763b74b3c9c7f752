"""A real broker, and somebody who hears all that is said there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.club.broker import Listener, RealBroker


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RealBroker]:
    running = RealBroker(tmp_path / "broker")
    yield running
    running.stop()


@pytest.fixture
def listener(broker: RealBroker) -> Iterator[Listener]:
    hears = Listener(broker.port)
    yield hears
    hears.close()
