"""A guest who sees of a page nothing but its accessibility tree, as a screen reader: roles, names, live regions."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.core.commands import given_by
from rules.sheets.game.messages import EndRounds
from tests.companion.phones.running import Running
from tests.companion.phones.table import PhoneTable
from tests.companion.web.browser import PATIENCE_S, Tab

PRESSED = ("button", "link", "checkbox", "combobox", "textbox", "searchbox", "DisclosureTriangle")
LIVE = ("status", "alert", "log")
PRESS = "function () { this.focus(); this.click(); }"
PAUSE_S = 0.02  # between two looks at the tree
ROUNDS = 3  # of a sheet with any number of rounds, which otherwise nobody ends


@dataclass(frozen=True)
class Node:
    """``place``: what the browser calls it, to press it."""

    role: str
    name: str
    place: int
    is_disabled: bool = False
    children: tuple[Node, ...] = field(default=(), repr=False)

    def all(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.all()

    def of(self, role: str, name: str = "") -> list[Node]:
        return [node for node in self.all() if node.role == role and name in node.name]

    @property
    def text(self) -> str:
        """Everything that is read out in it."""
        return " ".join(node.name for node in self.all() if node.role == "StaticText")


def _tree(nodes: list[dict[str, Any]]) -> Node:
    by_id = {node["nodeId"]: node for node in nodes}

    def children(node: dict[str, Any]) -> Iterator[Node]:
        for name in node.get("childIds", ()):
            if (child := by_id.get(name)) is None:
                continue
            if child.get("ignored"):  # not for a screen reader, but what is in it may be
                yield from children(child)
            else:
                yield made(child)

    def made(node: dict[str, Any]) -> Node:
        known = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        role, name = node["role"]["value"], str(node.get("name", {}).get("value", ""))
        return Node(role, name, node.get("backendDOMNodeId", 0), bool(known.get("disabled")), tuple(children(node)))

    return made(nodes[0])


class Guest:
    """Keeps what its live regions said, and looks nowhere else for what to do."""

    def __init__(self, tab: Tab, texts: dict[str, Any]) -> None:
        self._tab, self.texts = tab, texts
        self.announced: list[str] = []
        self.nameless: set[str] = set()
        self.alike: set[str] = set()  # choices that nobody could tell apart by their names
        self.acts = 0

    def look(self) -> Node:
        root = _tree(self._tab.devtools("Accessibility.getFullAXTree")["nodes"])
        for node in root.all():
            if node.role in PRESSED and not node.name.strip():
                self.nameless.add(node.role)
            if node.role in LIVE and node.text and node.text not in self.announced[-len(LIVE) :]:
                self.announced.append(node.text)
        return root

    def until(self, find: Callable[[Node], Any], what: str) -> Any:
        end = time.monotonic() + PATIENCE_S
        while not (found := find(root := self.look())):
            assert time.monotonic() < end, f"{what} never came: {root.text[:400]}"
            time.sleep(PAUSE_S)
        return found

    def press(self, node: Node) -> bool:
        """Its default action, as a screen reader does it; False if it was drawn anew meanwhile."""
        try:
            found = self._tab.devtools("DOM.resolveNode", backendNodeId=node.place)["object"]["objectId"]
            self._tab.devtools(
                "Runtime.callFunctionOn",
                objectId=found,
                functionDeclaration=PRESS,
            )
        except AssertionError as error:
            if "node" not in str(error).lower():
                raise
            return False
        return True

    def choices(self, root: Node) -> list[Node]:
        """The buttons of the group that is announced as what can be done."""
        for title in (self.texts["your_turn"], self.texts["acts"], ""):
            for group in root.of("group", title):
                found = [node for node in group.of("button") if not node.is_disabled]
                if found and not group.name.startswith(self._really):
                    return found
        return []

    @property
    def _really(self) -> str:
        return str(self.texts["really"]).partition("{")[0]

    def act(self, random: Random) -> None:
        """Chooses one of what is read out, tells a number if one is asked for, and confirms."""
        named = self.until(self.choices, "a choice")
        names = [node.name for node in named]
        self.alike |= {name for name in names if names.count(name) > 1}
        if not self.press(random.choice(named)):
            return
        self.acts += 1
        root = self.look()
        if pads := root.of("dialog"):
            self._tell_number(pads[0])
            root = self.look()
        for group in root.of("group"):
            if group.name.startswith(self._really):
                [yes] = [node for node in group.of("button") if node.name == self.texts["yes"]]
                self.press(yes)
        self.until(lambda root: not self._is_sending(root), "an answer")

    def _is_sending(self, root: Node) -> bool:
        """While an act is on its way, what was offered cannot be pressed."""
        groups = [group for group in root.of("group") if group.of("button")]
        return any(all(node.is_disabled for node in group.of("button")) for group in groups)

    def _tell_number(self, pad: Node) -> None:
        """The most that the pad says is possible: games end. A pad goes when the game has moved on."""
        said = re.search(self.texts["range"].format(least=r"([−\d]+)", most=r"([−\d]+)"), pad.text)
        assert said is not None, pad.text
        for digit in said[2]:
            [key] = [node for node in pad.of("button") if node.name == digit]
            if not self.press(key):
                return
        root = self.look()
        for enter in [node for pad in root.of("dialog") for node in pad.of("button", "OK") if not node.is_disabled]:
            self.press(enter)


class NightByTree:
    """One seat is a guest by the tree alone; all others play at random at the box."""

    def __init__(self, running: Running, tab: Tab, random: Random) -> None:
        self.running, self._random = running, random
        self.guest = Guest(tab, running.call(lambda box: json_part(box, "texts")))
        self.turns = 0

    def play(self) -> int:
        """To the end; how many steps there were."""
        while not self.running.call(lambda box: box.table.live.is_over):
            self.running.call(self._others)
            if self.running.call(lambda box: not box.table.live.is_over):
                entry = self.running.call(lambda box: box.table.live.session.last_seq)
                while self.running.call(lambda box: box.table.live.session.last_seq) == entry:
                    self.guest.act(self._random)
                self.turns += 1
        return self.running.call(lambda box: len(box.table.live.session.steps))

    def _others(self, box: PhoneTable) -> None:
        """All that others can do, until somebody has to wait for the guest."""
        live = box.table.live
        if self.turns >= ROUNDS and EndRounds() in live.options:
            live.do(EndRounds(), box.now_ms)
        while not live.is_over and (may := [one for one in live.options if given_by(one) not in (0, None)]):
            done = live.do(self._random.choice(may), box.now_ms)
            assert done.steps, done.refusals


def json_part(box: PhoneTable, name: str) -> Any:
    return json.loads(box.phones.feed.said[0][name])


def check_end(night: NightByTree) -> None:
    """Who has won and what everybody has is read out; so was every turn; nothing was without a name."""
    guest, running = night.guest, night.running
    score = running.call(lambda box: box.table.score())
    verdict = str(score.get("verdict") or "")
    title = guest.texts["finale"]
    finale = guest.until(lambda root: [one for one in root.of("region", title) if verdict in one.text], "the score")[0]
    for player in score["players"]:
        assert player["name"] in finale.text
        if score["kind"] == "points" and player["total"] is not None:
            assert str(player["total"]) in finale.text
    assert guest.texts["your_turn"] in guest.announced
    assert (guest.nameless, guest.alike) == (set(), set())
    assert guest.acts >= night.turns > 0
