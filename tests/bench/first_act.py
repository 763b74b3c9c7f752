"""How soon a guest who was never here has sat down and acted: ``python -m tests.bench.first_act``.

A real Chromium as large as a phone; the page's own times are measured, the guest's are a model. A tap takes 1.1 s (the
pointing of the keystroke-level model by Card, Moran and Newell), a typed letter 0.28 s (theirs for an average typist),
and before each tap the page is read from its top down to there, four words a second: all sentences, and half of the
buttons, which is where the right one is on average; the small print beside is counted apart. To take the phone out and
scan the code is 4 s, which nobody has measured.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from random import Random

from companion.contract import Invitation
from tests.companion.phones.running import Running
from tests.companion.phones.table import PhoneTable
from tests.companion.web.browser import Browser, Tab
from tests.rules.setups import SETUPS

SIZES = ((390, 844), (360, 640), (844, 390))
SCAN_S, TAP_S, LETTER_S, WORDS_A_SECOND = 4.0, 1.1, 0.28, 4.0
WORDS = """
const inSight = (node) => {
  const box = node.getBoundingClientRect();
  return box.height > 1 && box.top < innerHeight && box.bottom > 0;
};
const words = (node) => node.innerText.trim().split(/\\s+/).filter(Boolean).length;
const count = (css) => arguments[0].flatMap((place) => [...document.querySelectorAll(`${place} ${css}`)])
  .filter(inSight).map(words).reduce((one, other) => one + other, 0);
return [count(":is(h2, p:not(.aside))") + count("button") / 2, count("p.aside")];
"""


class Guest:
    """``model_s``: what the guest takes by the model; ``page_s``: how long they waited for pages."""

    def __init__(self) -> None:
        self.model_s, self.small_print_s, self.page_s, self.taps = SCAN_S, 0.0, 0.0, 0

    def wait(self, tab: Tab, css: str, begun: float) -> None:
        tab.find(css)
        self.page_s += time.monotonic() - begun

    def tap(self, tab: Tab, css: str, then: str, *reads: str) -> None:
        read, small = tab.run(WORDS, list(reads))
        self.model_s += TAP_S + read / WORDS_A_SECOND
        self.small_print_s += small / WORDS_A_SECOND
        self.taps += 1
        tab.find(css)
        begun = time.monotonic()
        tab.click(css)
        self.wait(tab, then, begun)

    def type(self, tab: Tab, css: str, text: str) -> None:
        self.model_s += TAP_S + len(text) * LETTER_S
        self.taps += 1
        tab.write(css, text)


def to_offers(box: PhoneTable) -> None:
    while box.table.live.view["phase"] != "offer":
        box.table.live.do(box.table.live.options[0], box.now_ms)


def measure(browser: Browser, folder: Path, size: tuple[int, int], name: str) -> dict[str, object]:
    """``name``: typed by the guest before the game begins; empty: it stands there already, and the game runs."""
    running = Running(folder, SETUPS["amul"](4, Random(1)), "en")
    running.call(to_offers)
    players = running.call(lambda box: box.setup.players)
    running.invitation = Invitation((*players[:3], ""), frozenset({3})) if name else Invitation(players)
    guest, tab = Guest(), browser.open("about:blank", size)
    begun = time.monotonic()
    tab.go(running.link(None))
    guest.wait(tab, "#sit:not([hidden]) button", begun)
    if name:
        guest.type(tab, "#own-name", name)
        guest.tap(tab, "#sit-down", "#now", "#sit")
        tab.go(running.link(players[3]))  # the game begins, when the people at the box say so
        tab.find(".is-turn #choices .card")
    else:
        guest.tap(tab, "#sit .main:nth-of-type(4)", ".is-turn #choices .card", "#sit")
    guest.tap(tab, "#choices .card:nth-of-type(5)", "#sure:not([hidden]) #yes", "#now", "#acts")
    guest.tap(tab, "#yes", "body:not(.is-turn)", "#sure")
    running.close()
    return {
        "size": "×".join(map(str, size)), "name": "typed" if name else "there", "taps": guest.taps,
        "guest, by the model": round(guest.model_s, 1), "pages": round(guest.page_s, 1),
        "seconds": round(guest.model_s + guest.page_s, 1), "small print": round(guest.small_print_s, 1),
    }  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder))
        for number, (size, name) in enumerate((size, name) for size in SIZES for name in ("", "Zoe")):
            print(
                json.dumps(measure(browser, Path(folder) / f"box-{number}", size, name), ensure_ascii=False), flush=True
            )
            browser.close_tabs()
        browser.close()


if __name__ == "__main__":
    main()
