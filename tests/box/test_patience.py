"""What gives a box more time for an update runs the box's own command, and every limit in it is later."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.box.patience import COMMAND, PATIENCE_S, RELEASES, SCRIPT, UNITS

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
CALL = re.compile(r"^(ExecStart|ExecStopPost)=\S+ (.+)$", re.MULTILINE)


def _python(script: str, *words: str) -> str:
    here = script.replace(RELEASES, str(DEPLOY))
    call = [sys.executable, "-IB", "-c", here, *words]
    return subprocess.run(call, capture_output=True, text=True, check=True, timeout=120).stdout


def test_the_box_gives_up_later() -> None:
    asked = "print(releases.box.Box().deadline.left, releases.moving.PATIENCE_S)\n"
    left, told = _python(SCRIPT.removesuffix("main()\n") + asked).split()
    assert PATIENCE_S - 60 < float(left) <= PATIENCE_S
    assert int(told) == PATIENCE_S
    modules = {path.stem for path in (DEPLOY / "releases").glob("*.py") if "PATIENCE_S" in path.read_text("utf-8")}
    assert modules == {"box", "moving"}


def test_it_is_the_command_of_the_box() -> None:
    assert "wish" in _python(SCRIPT, "--help")


def test_units_ask_it_for_the_same() -> None:
    for unit, text in UNITS.items():
        shipped = (DEPLOY / "box" / unit).read_text("utf-8")
        assert CALL.findall(text) == CALL.findall(shipped)
        assert text.count(f"={COMMAND} ") == shipped.count(f"={RELEASES} ")
