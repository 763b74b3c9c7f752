"""All checks in the order of the page, and the page itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion import __version__
from companion.blame import let_through, reason_of
from companion.contract import Games
from companion.doctor import devices, keeping, machine, network, screen, software
from companion.doctor.findings import Finding, Verdict, broken
from companion.doctor.running import find_running
from companion.language.i18n import Phrases
from companion.resources import commit
from companion.settings.config import Config
from hardware.clock_chip import read_clock_chip
from rules.core.words import words


def examine(config: Config, games: Games) -> Iterator[Finding]:
    """One finding after the other, so that a slow check does not hold back the page."""
    running = find_running()
    yield software.check_python()
    yield software.check_names()
    yield from software.check_packages()
    yield from _guarded("numpy", _check_numpy)
    yield from _guarded("decoder", lambda: _check_decoders(config.data_path))
    yield from keeping.check_config(config)
    yield from _guarded("display", lambda: list(screen.check_display(running)))
    yield from _guarded("writing", lambda: [screen.judge_writing(config.display)])
    yield from _guarded("fonts", lambda: [screen.check_fonts()])
    yield from _guarded("camera", lambda: [devices.check_camera(config.camera, running)])
    yield from _guarded("panel", lambda: [devices.check_panel(config, running)])
    yield from _guarded("sound", lambda: [devices.check_sound(config)])
    yield from _guarded("speech", lambda: [devices.check_speech(config)])
    yield from _guarded("network", lambda: [network.check_network()])
    yield from _guarded("club", lambda: [network.check_club(config.club)])
    yield keeping.check_folder(config.data_path)
    yield keeping.check_games(config.games_path)
    yield from keeping.check_table_games(games)
    yield from _guarded("fallen games", lambda: list(keeping.check_fallen(config.games_path, games)))
    yield from _guarded("facts", lambda: list(keeping.check_facts(config.data_path, games)))
    yield machine.check_clock(datetime.now(UTC), config.games_path)
    yield from _guarded("clock chip", lambda: [machine.check_clock_chip(datetime.now(UTC), read_clock_chip())])
    yield from machine.check_pi()


def is_sound(findings: Iterable[Finding]) -> bool:
    return all(finding.state is not Verdict.BROKEN for finding in findings)


def page_lines(finding: Finding, say: Phrases) -> list[str]:
    """One line for the finding, and one for the next step."""
    lines = [f"{say(f'doctor.state_{finding.state}'):8} {finding.part:22} {say.say(finding.says)}"]
    if finding.step:
        lines.append(f"{'':8} {'':22} → {say.say(finding.step)}")
    return lines


def as_values(findings: Iterable[Finding], say: Phrases) -> dict[str, Any]:
    """For ``--json``."""
    found = list(findings)
    parts = [
        {
            "part": finding.part,
            "state": str(finding.state),
            "says": say.say(finding.says),
            "next": say.say(finding.step) if finding.step else None,
        }
        for finding in found
    ]
    return {"ok": is_sound(found), "version": __version__, "commit": commit(), "parts": parts}


def _check_numpy() -> list[Finding]:
    import numpy as np  # noqa: PLC0415 - the packages are checked first, and may be broken

    found = machine.check_numpy(np.__file__)
    return [found] if found else []


def _check_decoders(folder: Path) -> list[Finding]:
    from companion.doctor.decoders import check_decoders  # noqa: PLC0415 - needs packages that may be missing

    return list(check_decoders(folder))


def _guarded(part: str, check: Callable[[], list[Finding]]) -> list[Finding]:
    """A check that itself fails is a finding too, and does not stop the others."""
    try:
        return check()
    except BaseException as error:  # noqa: BLE001 - on a broken machine a check may raise anything
        let_through(error)
        return [broken(part, words("doctor.failed", reason=reason_of(error)), words("doctor.again_step"))]
