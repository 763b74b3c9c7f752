"""The benchmark of a club, in small: eight tables, a second or two."""

from __future__ import annotations

import argparse
import json

import pytest

from tests.bench import club
from tests.companion.club.broker import needs_mosquitto


@needs_mosquitto
@pytest.mark.slow
def test_figures_of_eight_tables(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    club.add_arguments(parser)
    assert club.run(parser.parse_args(["--tables", "8", "--seconds", "2", "--json"])) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["tables"] == 8
    assert found["most entries a second"] > 0
    assert found["delay median ms"] > 0
    assert found["back at once"] == 8
