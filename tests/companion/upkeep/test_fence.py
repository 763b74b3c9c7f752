"""The fence is open while anybody wants it, and only asked for where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.upkeep.fence import UNIT, Fence


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tool = tmp_path / "systemctl"
    tool.write_text('#!/bin/sh\necho "$@" >>"$0.calls"\n')
    tool.chmod(0o755)
    (tmp_path / "cgroup").write_text("0::/system.slice/companion.service\n")
    return tmp_path


def _calls(folder: Path) -> list[str]:
    path = folder / "systemctl.calls"
    return path.read_text("utf-8").splitlines() if path.exists() else []


def test_it_is_open_as_long_as_anybody_wants_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fence = Fence(folder / "cgroup", str(folder / "systemctl"))
    monkeypatch.setattr(fence, "_settle", lambda **_: fence._ask())  # without its thread
    fence.open_for("phones")
    fence.open_for("club")
    fence.close_for("phones")
    fence.close_for("phones")
    fence.close_for("club")
    verbs = [call.split()[1] for call in _calls(folder)]
    assert verbs == ["start", "start", "start", "stop"]
    assert all(call.endswith(UNIT) and call.startswith("--no-ask-password") for call in _calls(folder))


def test_what_a_run_that_ended_badly_left_open_is_closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fence = Fence(folder / "cgroup", str(folder / "systemctl"))
    monkeypatch.setattr(fence, "_settle", lambda **_: fence._ask())
    fence.begin()
    assert _calls(folder) == [f"--no-ask-password stop {UNIT}"]


def test_whoever_waits_finds_it_open(folder: Path) -> None:
    Fence(folder / "cgroup", str(folder / "systemctl")).open_for("hotspot", waits=True)
    assert _calls(folder) == [f"--no-ask-password start {UNIT}"]


@pytest.mark.parametrize(
    "place", ["0::/user.slice/session-1.scope\n", "0::/system.slice/companion-safe.service\n", None]
)
def test_where_there_is_none_nobody_is_asked(place: str | None, folder: Path) -> None:
    if place is None:
        (folder / "cgroup").unlink()
    else:
        (folder / "cgroup").write_text(place)
    Fence(folder / "cgroup", str(folder / "systemctl")).open_for("phones", waits=True)
    assert _calls(folder) == []


def test_a_refusal_is_only_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "systemctl").write_text("#!/bin/sh\necho 'Access denied' >&2; exit 1\n")
    Fence(folder / "cgroup", str(folder / "systemctl")).open_for("phones", waits=True)
    assert "Access denied" in caplog.text
