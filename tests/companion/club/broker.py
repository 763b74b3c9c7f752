"""A real mosquitto on this machine, on its own port; and a listener that hears everything."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from companion.club.broker import Account, Broker, read_account
from companion.club.link import Link
from tests.missing import MOSQUITTO, find

needs_mosquitto = MOSQUITTO.mark

HERE = "127.0.0.1"
ROOT = Path(__file__).parents[3]
PATIENCE_S = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


class Patience:
    """How long somebody waits for what comes about by itself: so much of this process's own time on a processor, since
    a busy machine may give it a fiftieth of one."""

    def __init__(self, own_s: float = PATIENCE_S, at_most_s: float = 1200.0) -> None:
        self._own_end, self._end = time.process_time() + own_s, time.monotonic() + at_most_s

    @property
    def is_over(self) -> bool:
        return time.process_time() > self._own_end or time.monotonic() > self._end


class RealBroker:
    """Open to everybody on this machine, unless ``lines`` say otherwise; what is retained outlives it."""

    def __init__(self, folder: Path, lines: tuple[str, ...] | None = None, *, saves_at_once: bool = True) -> None:
        """``saves_at_once``: every change, instead of all of them once a minute."""
        self.port = free_port()
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        given = ("allow_anonymous true",) if lines is None else lines
        if "persistence true" not in given:  # ``deploy/club`` says where by itself
            given = (*given, "persistence true", f"persistence_location {folder}/")
        kept = (
            "user root",  # started by root it would become somebody who may not write here
            *(("autosave_on_changes true", "autosave_interval 1") if saves_at_once else ()),
        )
        listener = f"listener {self.port} {HERE}"
        (folder / "broker.conf").write_text("\n".join((*kept, listener, *given)) + "\n")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        program = find("mosquitto")
        assert program is not None
        log = (self._folder / "broker.log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [program, "-c", self._folder / "broker.conf", "-v"], stderr=log, stdout=log
            )
        end = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert self._process.poll() is None, (self._folder / "broker.log").read_text()
            assert time.monotonic() < end, "the broker never came"

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((HERE, self.port)) == 0

    @property
    def memory_mib(self) -> int:
        """The most it has ever used."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))

    def hang(self, *, on: bool) -> None:
        """It is there, takes connections, and answers nobody."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def stop(self, *, kill: bool = False) -> None:
        if self._process is not None:
            (self._process.kill if kill else self._process.terminate)()
            self._process.wait(PATIENCE_S)
            self._process = None


class ClubBroker(RealBroker):
    """As ``deploy/club`` sets it up."""

    def __init__(
        self, folder: Path, *boxes: str, tls: bool = False, saves_at_once: bool = True, is_old: bool = False
    ) -> None:
        """``is_old``: its boxes are of release 1.0.0."""
        self.files = folder / "club"
        options = ["--into", str(self.files), "--listen", HERE, "--port", "1", "--tls" if tls else "--plain"]
        options += ["--old"] if is_old else []
        subprocess.run(["sh", ROOT / "deploy/club", *options, "test-club", *boxes], check=True, capture_output=True)
        written = (self.files / "broker.conf").read_text().splitlines()
        ours = ("listener", *(["autosave"] if saves_at_once else []))
        lines = tuple(line for line in written if not line.startswith(ours))
        super().__init__(folder, lines, saves_at_once=saves_at_once)

    def account(self, user: str) -> Account:
        return read_account(self.files / "accounts" / f"{user}.toml")


class Listener:
    """Hears everything it is let to; in the thread of the test."""

    def __init__(self, port: int, *topics: str, account: Account | None = None, ident: str = "listener") -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.kept: dict[str, bytes] = {}
        broker = Broker(HERE, port, account=account)
        self.link = Link(broker, broker.client(ident), heard=self._hear)
        self.link.open()
        self.link.subscribe(*(topics or ("#",)))

    def _hear(self, topic: str, payload: bytes, is_retained: bool) -> None:
        self.heard.append((topic, payload))
        self.kept[topic] = payload

    def until(self, is_so: Callable[[], bool], what: str = "something") -> None:
        assert self.link.until(is_so, PATIENCE_S), f"{what} never came; heard: {self.heard[-5:]}"

    def of(self, ending: str) -> list[bytes]:
        return [payload for topic, payload in self.heard if topic.endswith(ending)]

    def of_kind(self, kind: str) -> list[bytes]:
        return [payload for topic, payload in self.heard if f"/{kind}/" in topic]

    def close(self) -> None:
        self.link.close()
