"""A real Chromium, driven through the WebDriver protocol by the standard library alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from itertools import count
from pathlib import Path
from typing import Any

DRIVER = shutil.which("chromedriver")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
ENTER = "\ue007"
PATIENCE_S = 60
STARTS = 5
KEPT = 2  # browsers that stay open for the next test: one takes a second to start
Kind = tuple[tuple[int, int] | None, bool, str]


class Browser:
    """One driver process and any number of windows with their own cookies."""

    def __init__(self, folder: Path) -> None:
        assert DRIVER is not None
        self._folder = folder
        self._tabs: list[Tab] = []
        self._kept: list[Tab] = []
        self._profiles = count()
        self._process, self._port = self._started(DRIVER)

    def _started(self, driver: str) -> tuple[subprocess.Popen[str], int]:
        """It takes a port that is free and says which. It wants the same one for both families of addresses, and gives
        up where the second has it taken: then it is started again."""
        said = ""
        for _ in range(STARTS):
            process = subprocess.Popen(
                [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
            assert process.stdout is not None
            for line in process.stdout:
                said += line
                if found := re.search(r"started successfully on port (\d+)", line):
                    return process, int(found[1])
            process.stdout.close()
            process.wait()
        raise AssertionError(f"chromedriver did not start: {said}")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self._port}{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()[:500]) from error

    def open(self, url: str, phone: tuple[int, int] | None = None, *, dark: bool = False, language: str = "en") -> Tab:
        """``phone``: as a phone with a screen of so many pixels. ``language``: what the browser asks pages for."""
        kind = (phone, dark, language)
        tab = next((kept for kept in self._kept if kept.kind == kind), None)
        if tab is None:
            tab = Tab(self, self._new_session(kind), kind)
        else:
            self._kept.remove(tab)
        self._tabs.append(tab)
        tab.go(url)
        return tab

    def _new_session(self, kind: Kind) -> str:
        phone, dark, language = kind
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            f"--user-data-dir={self._folder / f'profile-{next(self._profiles)}'}",
        ]  # fmt: skip
        options: dict[str, Any] = {"binary": CHROMIUM, "args": arguments}
        options["prefs"] = {"intl.accept_languages": language}
        if phone is not None:
            metrics = {"width": phone[0], "height": phone[1], "pixelRatio": 1.0, "touch": True}
            options["mobileEmulation"] = {"deviceMetrics": metrics}
        if dark:
            arguments += ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": options}
        return str(self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"])

    def close_tabs(self) -> None:
        """All pages are gone; the last browsers stay, as if they had never been used."""
        for number, tab in enumerate(reversed(self._tabs)):
            if number < KEPT and tab.forget():
                self._kept.append(tab)
            else:
                tab.end()
        self._tabs.clear()
        while len(self._kept) > KEPT:
            self._kept.pop(0).end()

    def close(self) -> None:
        for tab in (*self._kept, *self._tabs):
            tab.end()
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE_S)


class Tab:
    def __init__(self, browser: Browser, session: str, kind: Kind) -> None:
        self.kind = kind
        self._browser = browser
        self._path = f"/session/{session}"

    def end(self) -> None:
        self._browser.call("DELETE", self._path)

    def forget(self) -> bool:
        """Another window for this one, without cookies, storage or cache. False: a dialog is open, or it crashed."""
        try:
            origin = self.run("return location.origin")
            other = self._browser.call("POST", f"{self._path}/window/new", {"type": "tab"})["handle"]
            self._browser.call("DELETE", f"{self._path}/window")
            self._browser.call("POST", f"{self._path}/window", {"handle": other})
            self.devtools("Storage.clearCookies")
            self.devtools("Network.clearBrowserCache")
            if origin != "null":
                self.devtools("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        except AssertionError:
            return False
        return True

    def go(self, url: str) -> None:
        self._browser.call("POST", f"{self._path}/url", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._browser.call("POST", f"{self._path}/execute/sync", {"script": script, "args": list(arguments)})

    def run_later(self, script: str, *arguments: Any) -> Any:
        """One that answers by its last argument."""
        return self._browser.call("POST", f"{self._path}/execute/async", {"script": script, "args": list(arguments)})

    def find(self, css: str) -> str:
        """Waits for it: the page asks its server before it shows anything."""
        end = time.monotonic() + PATIENCE_S
        while True:
            found = self._browser.call("POST", f"{self._path}/elements", {"using": "css selector", "value": css})
            if found:
                return str(found[-1][ELEMENT])
            assert time.monotonic() < end, f"{css} never came"
            time.sleep(0.05)

    def click(self, css: str) -> None:
        """A page may draw a part anew between the look for it and the click: then what stands there now is clicked."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                element = self.find(css)
                self.run("arguments[0].scrollIntoView({ block: 'center' })", {ELEMENT: element})  # not below a bar
                self._browser.call("POST", f"{self._path}/element/{element}/click", {})
            except AssertionError as error:
                if "stale element" not in str(error) or time.monotonic() > end:
                    raise
            else:
                return

    def press(self, css: str) -> None:
        """By the keyboard: where the page may move it while a finger is on its way, as a preview above it does."""
        self._browser.call("POST", f"{self._path}/element/{self.find(css)}/value", {"text": ENTER})

    def write(self, css: str, text: str) -> None:
        element = self.find(css)
        self._browser.call("POST", f"{self._path}/element/{element}/clear", {})
        self._browser.call("POST", f"{self._path}/element/{element}/value", {"text": text})

    def pick(self, css: str, value: str) -> None:
        """Chooses an option of the last list that fits."""
        self.find(css)
        self.run(
            "const all = document.querySelectorAll(arguments[0]); const list = all[all.length - 1];"
            "list.value = arguments[1]; list.dispatchEvent(new Event('change', {bubbles: true}));"
            "if (list.value !== arguments[1]) throw new Error('no such choice: ' + arguments[1]);",
            css,
            value,
        )

    def text(self, css: str) -> str:
        return str(self._browser.call("GET", f"{self._path}/element/{self.find(css)}/text"))

    def wait_for(self, css: str, wanted: str) -> str:
        """Until the text there holds what is wanted."""
        end = time.monotonic() + PATIENCE_S
        while wanted not in (found := str(self.run(_TEXTS, css))):
            assert time.monotonic() < end, f"{css}: expected {wanted!r}, got {found!r}"
            time.sleep(0.05)
        return found

    def devtools(self, command: str, **given: Any) -> Any:
        """A command of the Chrome DevTools protocol."""
        return self._browser.call("POST", f"{self._path}/goog/cdp/execute", {"cmd": command, "params": given})

    def picture(self, path: Path) -> None:
        import base64

        path.write_bytes(base64.b64decode(self._browser.call("GET", f"{self._path}/screenshot")))


_TEXTS = "return [...document.querySelectorAll(arguments[0])].map((node) => node.innerText).join(' | ')"
