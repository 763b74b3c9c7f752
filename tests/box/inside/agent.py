#!/usr/bin/python3
"""Inside the virtual box: does what the test asks over a virtual serial line. One JSON object a line, each way.

It needs no network and no login, so that boxes without either can be tried. ``{"id": 1, "do": "run", "argv": […]}``
is answered by ``{"id": 1, …}`` when it is done; several may be under way at once.
"""

import base64
import json
import subprocess
import threading
import time
from pathlib import Path

LINE = Path("/dev/virtio-ports/box")
PINS = Path("/run/box/pins")


def run(asked: dict) -> dict:
    done = subprocess.run(
        asked["argv"], capture_output=True, timeout=asked.get("timeout", 60), check=False, stdin=subprocess.DEVNULL
    )
    return {
        "code": done.returncode,
        "out": done.stdout.decode(errors="replace"),
        "err": done.stderr.decode(errors="replace"),
    }


def press(asked: dict) -> dict:
    """Each press: which pin, how long it is down, how long before the next; in milliseconds."""
    for pin, down_ms, after_ms in asked["presses"]:
        pull = PINS / f"sim_gpio{pin}" / "pull"
        pull.write_text("pull-down")
        time.sleep(down_ms / 1000)
        pull.write_text("pull-up")
        time.sleep(after_ms / 1000)
    return {}


def put(asked: dict) -> dict:
    """A file, in one go: whoever reads it sees the old one or the new one."""
    path = Path(asked["path"])
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    draft.write_bytes(base64.b64decode(asked["data"]))
    draft.chmod(asked.get("mode", 0o644))
    draft.rename(path)
    return {}


def get(asked: dict) -> dict:
    return {"data": base64.b64encode(Path(asked["path"]).read_bytes()).decode()}


ACTS = {"run": run, "press": press, "put": put, "get": get}


def main() -> None:
    while not LINE.exists():  # a busy machine finds its devices late
        time.sleep(0.5)
    with LINE.open("r+b", buffering=0) as line:
        lock = threading.Lock()

        def tell(what: dict) -> None:
            raw = json.dumps(what).encode() + b"\n"
            with lock:
                while raw:
                    raw = raw[line.write(raw) :]

        def act(asked: dict) -> None:
            try:
                answer = ACTS[asked["do"]](asked)
            except Exception as error:  # noqa: BLE001 - whatever it is, whoever asked hears of it
                answer = {"error": f"{type(error).__name__}: {error}"}
            tell({"id": asked["id"], **answer})

        tell({"hello": Path("/proc/sys/kernel/random/boot_id").read_text().strip()})
        kept = b""
        while True:
            part = line.read(65536)
            if not part:  # nobody at the other end yet
                time.sleep(0.1)
                continue
            *lines, kept = (kept + part).split(b"\n")
            for text in lines:
                if text:
                    threading.Thread(target=act, args=(json.loads(text),), daemon=True).start()


if __name__ == "__main__":
    main()
