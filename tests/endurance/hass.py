"""A real Home Assistant as a process, used by its own interfaces as a browser uses them: nothing is put into its files
but what its owner writes, ``configuration.yaml``."""

from __future__ import annotations

import json
import shlex
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.club.broker import Account
from tests.companion.club.broker import HERE, free_port

PATIENCE_S = 180.0  # a busy machine starts it in a minute
CONFIGURATION = """\
homeassistant:
  name: Club
http:
  server_host: {host}
  server_port: {port}
api:
config:
onboarding:
"""


def wait(is_so: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
    end = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < end, f"{what} never came about"
        time.sleep(0.2)


class RealHass:
    """``program``: the command that starts it, as typed in a shell. What it has learnt outlives it."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self._folder = shlex.split(program), folder
        self._port = free_port()
        self._token = ""
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir()
        (folder / "configuration.yaml").write_text(CONFIGURATION.format(host=HERE, port=self._port))

    def start(self) -> None:
        command = [*self._program, "--config", str(self._folder), "--skip-pip"]
        with (self._folder / "output.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait(self._is_up, "Home Assistant")
        if self._token:
            wait(self._is_running, "the whole of Home Assistant")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None

    def become_owner(self) -> None:
        """What the first steps in the browser do."""
        client = f"http://{HERE}:{self._port}/"
        owner = {"client_id": client, "name": "Host", "username": "host", "password": "a-test", "language": "en"}
        code = self.ask("/api/onboarding/users", owner)["auth_code"]
        form = {"grant_type": "authorization_code", "code": code, "client_id": client}
        self._token = self._send("/auth/token", urllib.parse.urlencode(form).encode(), None)["access_token"]
        wait(self._is_running, "the whole of Home Assistant")

    def join(self, port: int, account: Account) -> None:
        """Adds its MQTT integration, as by hand."""
        flows = "/api/config/config_entries/flow"
        entry = {"username": account.user, "password": account.password}
        flow = self.ask(flows, {"handler": "mqtt"})
        done = self.ask(f"{flows}/{flow['flow_id']}", {"broker": HERE, "port": port, **entry})
        assert done["type"] == "create_entry", done

    @property
    def version(self) -> str:
        return str(self.ask("/api/config")["version"])

    @property
    def complaints(self) -> list[str]:
        """What it wrote down about its MQTT integration, and whatever failed."""
        lines = (self._folder / "output.log").read_text().splitlines()
        return [line for line in lines if "ERROR" in line or ("WARNING" in line and "mqtt" in line)]

    def states(self) -> dict[str, dict[str, Any]]:
        """Whatever it holds, by the names it gave."""
        return {one["entity_id"]: one for one in self.ask("/api/states")}

    def render(self, template: str) -> Any:
        """One of its own templates, as JSON; for what only they can be asked."""
        return self.ask("/api/template", {"template": f"{{{{ ({template}) | to_json }}}}"})

    def ask(self, path: str, body: Any = None) -> Any:
        return self._send(path, None if body is None else json.dumps(body).encode(), "application/json")

    def _send(self, path: str, body: bytes | None, kind: str | None) -> Any:
        request = urllib.request.Request(f"http://{HERE}:{self._port}{path}", data=body)
        if kind is not None:
            request.add_header("Content-Type", kind)
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode(errors='replace')}") from error

    def _is_up(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "output.log").read_text()[-3000:]
        try:
            self.ask("/api/onboarding")
        except AssertionError:  # it answers, in whatever way
            return bool(self._token)
        except OSError:
            return False
        return True

    def _is_running(self) -> bool:
        return bool(self.ask("/api/config")["state"] == "RUNNING")
