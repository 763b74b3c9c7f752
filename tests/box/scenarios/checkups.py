"""What the doctor says of the box, beside the running program and without it; and whether it can be heard."""

from __future__ import annotations

import json
import wave
from typing import Any

import cv2
import numpy as np

from tests.box.bench import Bench, restart, write_settings
from tests.box.hands import DATA, Evening
from tests.box.machine import Machine
from tests.box.scenarios.playing import GAME, PLAYERS

PARTS = ("display", "camera", "panel", "data")
GLES = "/usr/lib/*-linux-gnu/libGLESv2.so.2"
LOUD = 0.02  # of full scale


def doctor(bench: Bench) -> str:
    """From any folder and as any account: what the running program holds is in use and not broken."""
    with bench.running("doctor") as machine:
        write_settings(machine, camera="usb")
        machine.guest.show_pictures([_grey_picture(number) for number in range(3)])
        restart(machine)
        evening = Evening(machine, bench.folder / "doctor", pairs=("camera.kind=usb",))
        evening.wait_until_shown(600)
        for account in ("table-companion", "root"):
            ok, said = _examine(machine, account)
            bench.say(f"as {account}, while it runs: {_in_short(said)}")
            assert ok, said
            assert all("in use" in said[part] or "has the screen" in said[part] for part in ("camera", "panel")), said
        machine.guest.must("systemctl", "stop", "companion.service")
        left = machine.guest.shell(f"find / -xdev -name '.lgd-nfy*' -o -xdev -name 'companion-pins-*'; ls -A {DATA}")
        assert ".lgd" not in left, left
        assert "companion-pins" not in left, left
        ok, said = _examine(machine, "table-companion")
        bench.say(f"after it was stopped: {_in_short(said)}")
        assert ok, said
        machine.guest.shell(f"for file in {GLES}; do mv $file $file.away; done")
        ok, said = _examine(machine, "table-companion")
        bench.say(f"without its GLES library: {said['display']}")
        assert not ok
        assert "libgles2" in said["display"], said
        return "in use while it runs, well without it, and the missing library is named; no pipe is left behind"


def sound(bench: Bench) -> str:
    """A game begins, and the loudspeaker chimes: recorded where a real one would be."""
    record = bench.folder / "sound.wav"
    record.unlink(missing_ok=True)
    with bench.installed("sound", sound=record) as machine:
        machine.on()
        evening = Evening(machine, bench.folder / "sound")
        evening.wait_until_shown(600)
        evening.begin(GAME, PLAYERS)
        evening.play(3, bench.options.seed)
        evening.wait_until_shown()
        machine.guest.run("systemctl", "poweroff", "--no-block")
        machine.wait_until_off()
    with wave.open(str(record)) as file:
        raw = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    loudest = float(np.abs(raw.astype(float)).max()) / 32768 if raw.size else 0.0
    assert loudest > LOUD, f"nothing was heard ({loudest:.4f} of full scale in {raw.size} samples)"
    return f"heard at {loudest:.0%} of full scale"


def _examine(machine: Machine, account: str) -> tuple[bool, dict[str, str]]:
    """Whether the doctor is content, and what it says of each part."""
    call = f"cd / && runuser -u {account} -- companion doctor --json"
    answer = machine.guest.run("sh", "-c", call, wait_s=300)
    told: dict[str, Any] = json.loads(answer.out)
    said = {part["part"]: " ".join(filter(None, (part["state"], part["says"], part["next"]))) for part in told["parts"]}
    return answer.code == 0, said


def _in_short(said: dict[str, str]) -> str:
    return "; ".join(f"{part}: {said[part]}" for part in PARTS if part in said)


def _grey_picture(seed: int) -> bytes:
    noise = np.random.default_rng(seed).integers(90, 160, (720, 1280, 3), np.uint8)
    done, raw = cv2.imencode(".jpg", noise)
    assert done
    return raw.tobytes()
