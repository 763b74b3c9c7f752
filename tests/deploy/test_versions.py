"""``deploy/test-versions`` as far as it goes without fetching anything."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "deploy/test-versions"


def _wanted(libraries: str) -> list[str]:
    function = re.search(r"^wanted\(\) {\n.*?\n}", SCRIPT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert function
    script = f'. deploy/setup.sh; {function[0]}\nwanted "$1"'
    command = ["/bin/sh", "-c", script, "sh", libraries]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout.split()


def test_the_oldest_are_those_the_project_allows() -> None:
    allowed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    oldest = dict(line.split("==") for line in _wanted("oldest"))
    floors = {name: f"{floor}.*" for name, floor in (line.split(">=") for line in allowed if line.count(">=") == 1)}
    assert oldest.pop("pygame") == "2.1.3"
    assert oldest == {
        "numpy": floors["numpy"],
        "opencv-python-headless": floors["opencv-python"],
        "zxing-cpp": floors["zxing-cpp"],
    }


def test_the_newest_are_the_same_libraries_of_any_version() -> None:
    assert sorted(_wanted("newest")) == sorted(line.split("==")[0] for line in _wanted("oldest"))


def test_a_wrong_word_is_refused_before_anything_is_fetched() -> None:
    done = subprocess.run([SCRIPT, "middling"], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert "expected oldest, newest or --, got 'middling'" in done.stderr
    assert os.access(SCRIPT, os.X_OK)
