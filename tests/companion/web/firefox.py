"""A real Firefox, driven over its own remote protocol (Marionette) by the standard library alone: no driver needed."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
STARTS_WITHIN_S = 120
PATIENCE_S = 30
SETTINGS = {
    "marionette.port": 0,  # any that is free
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "extensions.update.enabled": False,
}


class Firefox:
    """One window. Knows as much of a tab as the tests of the pages need."""

    def __init__(self, folder: Path, size: tuple[int, int] = (360, 740)) -> None:
        assert FIREFOX is not None
        folder.mkdir(parents=True, exist_ok=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
        (folder / "user.js").write_text("\n".join(lines), "utf-8")
        command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
        self._process = subprocess.Popen(
            [*command, f"--width={size[0]}", f"--height={size[1]}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._socket = socket.create_connection(("127.0.0.1", self._port(folder)), timeout=PATIENCE_S * 4)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._message()  # who it is
        self.call("WebDriver:NewSession", {})
        self.call("WebDriver:SetWindowRect", {"width": size[0], "height": size[1]})

    def _port(self, folder: Path) -> int:
        """It writes down which it has taken."""
        end = time.monotonic() + STARTS_WITHIN_S
        while True:
            try:
                return int((folder / "MarionetteActivePort").read_text("ascii"))
            except (OSError, ValueError):
                assert time.monotonic() < end, "Firefox did not start"
                assert self._process.poll() is None, "Firefox ended"
                time.sleep(0.2)

    def _message(self) -> Any:
        digits = b""
        while (digit := self._file.read(1)) != b":":
            assert digit.isdigit(), "Firefox hung up"
            digits += digit
        return json.loads(self._file.read(int(digits)))

    def call(self, name: str, values: dict[str, Any]) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, name, values]).encode()
        self._socket.sendall(str(len(message)).encode() + b":" + message)
        while True:
            sort, number, error, result = self._message()
            if sort == 1 and number == self._number:
                assert error is None, error
                return result

    def go(self, url: str) -> None:
        self.call("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.call("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})["value"]

    def wait_for(self, css: str, wanted: str, patience_s: float = PATIENCE_S) -> str:
        """Until the text there holds what is wanted."""
        end = time.monotonic() + patience_s
        script = "return [...document.querySelectorAll(arguments[0])].map((node) => node.innerText).join(' | ')"
        while wanted not in (found := str(self.run(script, css))):
            assert time.monotonic() < end, f"{css}: expected {wanted!r}, got {found!r}"
            time.sleep(0.1)
        return found

    def picture(self, path: Path) -> None:
        import base64

        path.write_bytes(base64.b64decode(self.call("WebDriver:TakeScreenshot", {"full": False})["value"]))

    def close(self) -> None:
        self._file.close()
        self._socket.close()
        self._process.terminate()
        self._process.wait(timeout=30)
