"""How much a phone loads before it shows the table, and how soon: ``python -m tests.bench.phone_pages``.

A real Chromium with the speed of slow 3G, as its developer tools emulate it, opens the page of a seat by its code: the
cache is empty. Bytes as they came over the line, with heads; the stream of the table is counted apart.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tests.companion.phones.running import PHONE, Running
from tests.companion.web.browser import Browser
from tests.rules.setups import SETUPS

TIMES = 3
LINES = {
    "as it is": None,
    "slow 3G": {"offline": False, "latency": 2000, "downloadThroughput": 50_000, "uploadThroughput": 50_000},
    "fast 3G": {"offline": False, "latency": 563, "downloadThroughput": 180_000, "uploadThroughput": 84_375},
}
MEASURE = """
const done = arguments[0];
const look = () => {
  if (!document.querySelector("#players li")) return setTimeout(look, 20);
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const files = all.filter((one) => !one.name.includes("/api/"));
  return done({
    bytes: files.reduce((sum, one) => sum + one.transferSize, 0), requests: files.length, asked: all.length,
    paint: Math.round(paint.startTime), table: Math.round(performance.now()),
  });
};
look();
"""


def measure(browser: Browser, running: Running, player: str, line: dict[str, Any] | None) -> dict[str, Any]:
    tab = browser.open("about:blank", PHONE)
    tab.devtools("Network.enable")
    if line is not None:
        tab.devtools("Network.emulateNetworkConditions", **line)
    tab.go(running.link(player))
    return dict(tab.run_later(MEASURE))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        setup = SETUPS["amul"](4, Random(1))
        running, browser = Running(Path(folder) / "box", setup, "en"), Browser(Path(folder))
        for name, line in LINES.items():
            found = [measure(browser, running, setup.players[0], line) for _ in range(TIMES)]
            print(
                json.dumps(
                    {"line": name, "times": TIMES} | {key: median(one[key] for one in found) for key in found[0]}
                )
            )
            browser.close_tabs()
        running.close()
        browser.close()


if __name__ == "__main__":
    main()
