"""The way through the menu to another release, pressed on the box and walked by the pages beside it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

from companion.pages.set_up.setup_page import SetupPage
from companion.pages.set_up.update_page import UpdatePage
from companion.screens.intents import Intent
from companion.upkeep.releases import UpdateReport, UpdateWish
from tests.box.hands import Evening
from tests.box.machine import Machine

ANSWER = "/run/table-companion/answer"
KEPT = "/var/lib/table-companion-releases"
STILL_S = 600.0  # root's program has done nothing for so long: no answer is to come
WORK = "systemctl show -P CPUUsageNSec companion-release@wish.service"


@dataclass(slots=True)
class BoxReleases:
    """The releases of the box as the pages beside know them: what it has, and what root answers there."""

    current: str
    previous: str = ""
    fallen: str = ""
    is_on_trial: bool = False
    said: UpdateReport | None = None
    asked: list[UpdateWish] = field(default_factory=list)

    def obstacle(self) -> None:
        """The box may ask."""

    def ask(self, wish: UpdateWish, number: int) -> None:
        self.asked.append(wish)

    def answer(self, number: int) -> UpdateReport | None:
        return self.said

    def withdraw(self) -> None:
        raise AssertionError("nobody on the box took the wish up")


class Menu:
    """From the start page to *Set-up*, *Update*, and there to one of its two wishes."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._releases = BoxReleases("")
        self._before = ""

    def wish(self, wish: UpdateWish) -> UpdateReport:
        """Asks by presses; what root answered, once its page is on the screen."""
        self.ask(wish)
        return self.result()

    def ask(self, wish: UpdateWish) -> None:
        evening = self._evening
        self._releases = releases = releases_of(evening.machine)
        self._before = evening.machine.guest.run("cat", ANSWER).out
        _choose(evening, "setup")
        assert isinstance(evening.app.page, SetupPage)
        self._open_update(releases)
        evening.wait_until_shown()
        _choose(evening, wish)
        evening.wait_until_shown()
        evening.choose(1)
        assert releases.asked == [wish]

    def result(self) -> UpdateReport:
        """What root answers to what was asked, once its page is on the screen."""
        said = self._releases.said = self._answer()
        self._evening.now_ms += 1000
        self._evening.wait_until_shown()
        return said

    def leave(self, report: UpdateReport) -> None:
        """After an update the program starts anew; after a refusal the menu is left page by page."""
        self._evening.choose(0)
        if report.code == "done":
            self._evening.begin_anew()
        else:
            for _ in range(2):
                self._evening.press([Intent.BACK])
        self._evening.wait_until_shown(600)

    def _open_update(self, releases: BoxReleases) -> None:
        """The box opens the page with its own releases; the pages beside with what is told of them."""
        evening = self._evening
        values = [choice.value for choice in evening.screen.model.choices]
        evening.walk_to(values.index("update"))
        evening.choose_on_box(values.index("update"))
        evening.app.open(UpdatePage(evening.app.context, releases))  # type: ignore[arg-type]
        evening.app.tick()

    def _answer(self) -> UpdateReport:
        """However long it takes on a busy machine, as long as root's program is at work."""
        guest, done, end = self._evening.machine.guest, "", time.monotonic() + STILL_S
        while time.monotonic() < end:
            said = guest.run("cat", ANSWER).out
            match = re.fullmatch(r"\d+ ([a-z_]+)(?: (.*))?", said.strip())
            if said != self._before and match and match[1] != "busy":
                return UpdateReport(match[1], match[2] or "")
            work = guest.run("sh", "-c", WORK).out
            if work != done:
                done, end = work, time.monotonic() + STILL_S
            time.sleep(1)
        raise AssertionError(f"no answer to the wish, and no work on it for {STILL_S:.0f} s; the last was {said!r}")


def releases_of(machine: Machine) -> BoxReleases:
    """What is installed, and what is kept for going back."""
    current = version_of(machine)
    names = machine.guest.run("sh", "-c", f"ls {KEPT}").out.split()
    kept = [name.split("_")[1] for name in names if name.startswith("table-companion_")]
    return BoxReleases(current, max((version for version in kept if version != current), default=""))


def version_of(machine: Machine) -> str:
    said = machine.guest.must("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", "table-companion")
    status, _, version = said.partition(" ")
    assert status == "installed", said
    return version


def check_packages(machine: Machine) -> None:
    """Nothing is half installed, and every file of ours is what it left the maker as."""
    for command in (("dpkg", "--audit"), ("dpkg", "--verify", "table-companion")):
        said = machine.guest.run(*command).text
        assert not said, f"{' '.join(command)}: {said}"


def _choose(evening: Evening, value: str) -> None:
    values = [choice.value for choice in evening.screen.model.choices]
    evening.choose(values.index(value))
    evening.wait_until_shown()
