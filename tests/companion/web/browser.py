"""A real Chromium, driven over its own remote protocol (DevTools) by the standard library alone: no driver needed.

One browser for all tests of a process; each tab is somebody else's, with cookies, storage and a cache of its own.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import time
from itertools import count
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE_S = 60
POLL_S = 0.03
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-extensions",
    "--disable-sync", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding", "--password-store=basic", "--remote-debugging-pipe",
    # Its address line has pages of its own for what it suggests, two for each window; they take more than our pages do.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
)  # fmt: skip


class PageLeft(AssertionError):
    """It went elsewhere, or loaded itself anew, while it was asked."""


class Browser:
    """One process and any number of tabs that know nothing of each other."""

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        self._tabs: list[Tab] = []
        self._by_session: dict[str, Tab] = {}
        self._numbers = count(1)
        self._answers: dict[int, dict[str, Any]] = {}
        self._rest = b""
        hears, self._write = _high_pipe()
        self._read, says = _high_pipe()
        command = [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", "about:blank"]
        quiet = [(os.POSIX_SPAWN_OPEN, where, os.devnull, os.O_WRONLY, 0) for where in (1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, hears, 3), (os.POSIX_SPAWN_DUP2, says, 4)]  # where it looks for them
        self._process = os.posix_spawn(CHROMIUM, command, os.environ, file_actions=[*quiet, *pipes])
        os.close(hears)
        os.close(says)
        self._agent = str(self.call("Browser.getVersion")["userAgent"])

    def call(self, method: str, session: str | None = None, **given: Any) -> Any:
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": given} | ({"sessionId": session} if session else {})
        data = memoryview(json.dumps(message).encode() + b"\0")
        while data:
            data = data[os.write(self._write, data) :]
        while number not in self._answers:
            self._hear(PATIENCE_S)
        answer = self._answers.pop(number)
        if (error := answer.get("error")) is not None:
            raise (PageLeft if "navigated" in error["message"] else AssertionError)(f"{method}: {error}")
        return answer["result"]

    def _hear(self, patience_s: float) -> None:
        assert select.select([self._read], [], [], patience_s)[0], "the browser does not answer"
        said = os.read(self._read, 1 << 20)
        assert said, "the browser has crashed"
        *messages, self._rest = (self._rest + said).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self._answers[message["id"]] = message
            elif (tab := self._by_session.get(message.get("sessionId", ""))) is not None:
                tab.heed(message["method"], message["params"])

    def hear_until(self, end: float) -> None:
        """The next thing that happens, whatever it is; nothing may happen until then."""
        if select.select([self._read], [], [], max(end - time.monotonic(), 0))[0]:
            self._hear(0)

    def open(self, url: str, phone: tuple[int, int] | None = None, *, dark: bool = False, language: str = "en") -> Tab:
        """``phone``: as a phone with a screen of so many pixels. ``language``: what the browser asks pages for."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session, context)
        self._tabs.append(tab)
        self._by_session[session] = tab
        tab.devtools("Page.enable")
        tab.devtools("Emulation.setFocusEmulationEnabled", enabled=True)
        tab.devtools("Emulation.setUserAgentOverride", userAgent=self._agent, acceptLanguage=language)
        if phone is not None:
            tab.resize(*phone)
            tab.devtools("Emulation.setTouchEmulationEnabled", enabled=True)
        if dark:
            tab.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        tab.go(url)
        return tab

    def close_tabs(self) -> None:
        for tab in self._tabs:
            self.call("Target.disposeBrowserContext", browserContextId=tab.context)
        self._tabs.clear()
        self._by_session.clear()

    def close(self) -> None:
        os.close(self._write)  # it ends with whoever drives it
        os.close(self._read)
        end = time.monotonic() + PATIENCE_S
        while os.waitpid(self._process, os.WNOHANG) == (0, 0):
            if time.monotonic() > end:
                os.kill(self._process, signal.SIGKILL)
            time.sleep(POLL_S)


def _high_pipe() -> tuple[int, int]:
    """Above those that the browser wants to have, so that none lies in the other's way."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return high[0], high[1]


class Tab:
    def __init__(self, browser: Browser, session: str, context: str) -> None:
        self.context = context
        self._browser, self._session = browser, session
        self._loads = False

    def heed(self, method: str, told: dict[str, Any]) -> None:
        """What happens to the page, of itself or because it was asked to."""
        match method:
            case "Page.frameRequestedNavigation":
                self._loads = told["disposition"] == "currentTab"
            case "Page.frameStartedLoading":
                self._loads = True
            case "Page.frameStoppedLoading" | "Page.navigatedWithinDocument":
                self._loads = False

    def devtools(self, command: str, **given: Any) -> Any:
        """A command of the Chrome DevTools protocol."""
        return self._browser.call(command, self._session, **given)

    def resize(self, width: int, height: int) -> None:
        """The screen of a phone, or one that is turned."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True
        )

    def go(self, url: str) -> None:
        answer = self.devtools("Page.navigate", url=url)
        assert not answer.get("errorText"), f"{url}: {answer['errorText']}"

    def _settle(self) -> None:
        """A page that is being left is asked nothing more: what comes after it is meant."""
        self.devtools("Runtime.evaluate", expression="0")  # what it has begun by now is told before the answer
        end = time.monotonic() + PATIENCE_S
        while self._loads:
            assert time.monotonic() < end, "the page is never loaded"
            self._browser.hear_until(end)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._evaluate(f"(function () {{ {script}\n }}).apply(null, {json.dumps(arguments)})")

    def run_later(self, script: str, *arguments: Any) -> Any:
        """One that answers by its last argument."""
        given = json.dumps(arguments)
        return self._evaluate(
            f"new Promise((done) => (function () {{ {script}\n }}).apply(null, [...{given}, done]))", awaitPromise=True
        )

    def _evaluate(self, expression: str, **how: bool) -> Any:
        self._settle()
        answer = self.devtools("Runtime.evaluate", expression=expression, returnByValue=True, userGesture=True, **how)
        if (fault := answer.get("exceptionDetails")) is not None:
            raise AssertionError(fault.get("exception", fault).get("description", fault))
        return answer["result"].get("value")

    def _look(self, script: str, *arguments: Any) -> Any:
        """What the page says, or nothing where it is just being left: it may be asked again."""
        try:
            return self.run(script, *arguments)
        except PageLeft:
            return None

    def until(self, script: str, *arguments: Any, never: str) -> Any:
        """The page asks its server before it shows anything."""
        end = time.monotonic() + PATIENCE_S
        while (found := self._look(script, *arguments)) is None:
            assert time.monotonic() < end, never
            time.sleep(POLL_S)
        return found

    def find(self, css: str) -> None:
        """Waits for it."""
        self.until(f"{_LAST} return last(arguments[0]) ? true : null;", css, never=f"{css} never came")

    def click(self, css: str) -> None:
        """Where a finger would touch it: waits until nothing lies over it."""
        x, y = self.until(f"{_LAST} {_PLACE}", css, never=f"{css} never came, or something lies over it")
        for kind in ("mousePressed", "mouseReleased"):
            self.devtools("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def _focus(self, css: str, then: str) -> None:
        self.find(css)
        self.run(f"{_LAST} const node = last(arguments[0]); {then}", css)

    def press(self, css: str) -> None:
        """By the keyboard: where the page may move it while a finger is on its way, as a preview above it does."""
        self._focus(css, "node.focus();")
        enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        self.devtools("Input.dispatchKeyEvent", type="keyDown", text="\r", **enter)
        self.devtools("Input.dispatchKeyEvent", type="keyUp", **enter)

    def write(self, css: str, text: str) -> None:
        """Instead of what stands there."""
        self._focus(css, "node.focus(); node.select(); document.execCommand('delete');")
        self.devtools("Input.insertText", text=text)

    def pick(self, css: str, value: str) -> None:
        """Chooses an option of the last list that fits."""
        self.find(css)
        self.run(
            f"{_LAST} const list = last(arguments[0]);"
            "list.value = arguments[1]; list.dispatchEvent(new Event('change', {bubbles: true}));"
            "if (list.value !== arguments[1]) throw new Error('no such choice: ' + arguments[1]);",
            css,
            value,
        )

    def text(self, css: str) -> str:
        return str(self.until(f"{_LAST} return last(arguments[0])?.innerText.trim();", css, never=f"{css} never came"))

    def wait_for(self, css: str, wanted: str) -> str:
        """Until the text there holds what is wanted."""
        end = time.monotonic() + PATIENCE_S
        while wanted not in (found := self._look(_TEXTS, css) or ""):
            assert time.monotonic() < end, f"{css}: expected {wanted!r}, got {found!r}"
            time.sleep(POLL_S)
        return str(found)

    def picture(self, path: Path) -> None:
        self._settle()
        path.write_bytes(base64.b64decode(self.devtools("Page.captureScreenshot")["data"]))


_LAST = "const last = (css) => { const all = document.querySelectorAll(css); return all[all.length - 1]; };"
_PLACE = """
const node = last(arguments[0]);
node?.scrollIntoView({ block: "center", behavior: "instant" });  // not below a bar
const box = node?.getClientRects()[0];
if (!box) return null;
const [x, y] = [(Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2, box.top + box.height / 2];
return node.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
"""
_TEXTS = "return [...document.querySelectorAll(arguments[0])].map((node) => node.innerText).join(' | ')"
