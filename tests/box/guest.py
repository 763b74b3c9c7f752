"""What can be asked of the system inside the virtual box: see ``inside/agent.py``, which answers."""

from __future__ import annotations

import base64
import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

DOWN_MS, HOLD_MS, BETWEEN_MS = 150, 1300, 250  # a press, a hold, and the pause after either: nothing inside is quick
WAIT_S = 400.0  # for whatever a machine does at once: emulated processors beside other work are slow


class GuestError(AssertionError):
    """The system inside did not answer, or not as it should."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How a command inside ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return f"{self.out}{self.err}".strip()


class Guest:
    """One boot of the system: a cut ends it, the next boot is another one."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._number = 0
        self._answers: dict[int, SimpleQueue[dict[str, Any]]] = {}
        self._hello: SimpleQueue[str] = SimpleQueue()
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, name="guest", daemon=True).start()

    def wait_for_hello(self, wait_s: float, is_running: Callable[[], bool]) -> None:
        end = time.monotonic() + wait_s
        while time.monotonic() < end:
            try:
                self._hello.get(timeout=0.5)
            except Empty:
                if not is_running():
                    raise GuestError("the machine went off while it started") from None
            else:
                return
        raise GuestError(f"expected the system to be up after {wait_s:.0f} s")

    def ask(self, do: str, wait_s: float = WAIT_S, **rest: Any) -> dict[str, Any]:
        with self._lock:
            self._number += 1
            number = self._number
            self._answers[number] = answers = SimpleQueue()
            self._line.sendall(json.dumps({"id": number, "do": do, **rest}).encode() + b"\n")
        try:
            answer = answers.get(timeout=wait_s)
        except Empty:
            raise GuestError(f"no answer within {wait_s:.0f} s: {do} {rest.get('argv', '')}") from None
        if "error" in answer:
            raise GuestError(f"{do} {rest.get('argv', rest.get('path', ''))}: {answer['error']}")
        return answer

    def run(self, *command: str, wait_s: float = WAIT_S) -> Answer:
        """As root; whatever it ends with."""
        answer = self.ask("run", wait_s + 10, argv=command, timeout=wait_s)
        return Answer(answer["code"], answer["out"], answer["err"])

    def must(self, *command: str, wait_s: float = WAIT_S) -> str:
        """Its output; anything but success is a fault."""
        answer = self.run(*command, wait_s=wait_s)
        if answer.code:
            raise GuestError(f"{' '.join(command)} ended with {answer.code}: {answer.text[-2000:]}")
        return answer.out

    def shell(self, script: str, wait_s: float = WAIT_S) -> str:
        return self.must("sh", "-euc", script, wait_s=wait_s)

    def until(self, script: str, wait_s: float = WAIT_S) -> float:
        """Asks again and again until the shell says yes; how many seconds that took."""
        begun = time.monotonic()
        while (answer := self.run("sh", "-c", script)).code:
            if time.monotonic() - begun > wait_s:
                raise GuestError(f"expected within {wait_s:.0f} s: {script}; {answer.text[-500:]}")
            time.sleep(1)
        return time.monotonic() - begun

    def put(self, path: str, data: bytes, mode: int = 0o644) -> None:
        self.ask("put", path=path, data=base64.b64encode(data).decode(), mode=mode)

    def get(self, path: str) -> bytes:
        return base64.b64decode(self.ask("get", path=path)["data"])

    def press(self, *pins: int, down_ms: int = DOWN_MS) -> None:
        """Buttons to ground, one after the other."""
        presses = [(pin, down_ms, BETWEEN_MS) for pin in pins]
        self.ask("press", 60 + len(pins) * 2, presses=presses)

    def show_pictures(self, pictures: Sequence[bytes]) -> None:
        """To the camera; none at all: it is unplugged."""
        for number, picture in enumerate(pictures):
            self.put(f"/run/box/camera/{number}.jpg", picture)
        self.shell(f"cd /run/box/camera && ls | while read -r f; do [ ${{f%.jpg}} -lt {len(pictures)} ] || rm $f; done")

    def close(self) -> None:
        self._line.close()

    def _listen(self) -> None:
        try:
            with self._line.makefile("rb") as lines:
                for raw in lines:
                    told = json.loads(raw)
                    if "hello" in told:
                        self._hello.put(told["hello"])
                    elif told["id"] in self._answers:
                        self._answers.pop(told["id"]).put(told)
        except (OSError, ValueError):
            pass  # the plug was pulled
        for waiting in self._answers.values():
            waiting.put({"error": "the line is dead"})
