"""Stands where ``nmcli`` would: a small NetworkManager whose state is a JSON file beside it. Run as a program.

It takes the calls that ``companion.upkeep.wifi`` makes and no others; ``deploy/test-box network`` makes the same calls
to a real one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

STATE = "state.json"
AIR = [
    {"name": "Home: cellar\\2", "signal": 40, "security": "WPA2", "password": "tea and cake"},
    {"name": "Home: cellar\\2", "signal": 71, "security": "WPA2", "password": "tea and cake"},
    {"name": "Café", "signal": 55, "security": ""},
    {"name": "Work", "signal": 80, "security": "WPA2 802.1X"},
    {"name": "New", "signal": 20, "security": "WPA3", "password": "twelve apples"},
    {"name": "", "signal": 99, "security": "WPA2"},
]
START = {
    "air": AIR,
    "profiles": {"Wired connection 1": {"type": "802-3-ethernet"}},
    "up": "",
    "cable": False,
    "radio": True,
}


def main(folder: Path, words: list[str]) -> int:
    state = json.loads((folder / STATE).read_text("utf-8"))
    while words[0].startswith("--"):
        words = words[1:] if words[0] == "--terse" else words[2:]
    said = _do(state, words)
    (folder / STATE).write_text(json.dumps(state), "utf-8")
    print(said)
    return 0


def _do(state: dict[str, Any], words: list[str]) -> str:
    match words:
        case ["device", "status"]:
            return _devices(state)
        case ["radio", "wifi", "on"]:
            state["radio"] = True
        case ["connection", "show"]:
            return _lines((name, one["type"]) for name, one in state["profiles"].items())
        case ["device", "wifi", "list", "--rescan", "yes"]:
            return _lines((one["name"], str(one["signal"]), one["security"]) for one in state["air"])
        case ["connection", "delete", "id", name]:
            if state["profiles"].pop(name, None) is None:
                _fail(10, f"Error: unknown connection '{name}'.")
            state["up"] = "" if state["up"] == name else state["up"]
        case ["connection", "add", *rest]:
            pairs = dict(zip(rest[::2], rest[1::2], strict=True))
            state["profiles"][pairs["con-name"]] = {**pairs, "type": "802-11-wireless"}
        case ["connection", "edit", "id", name]:
            state["profiles"][name]["psk"] = _edited(sys.stdin.read())
        case ["connection", "up", "id", name]:
            _up(state, name)
        case _:
            _fail(2, f"Error: unknown command {words}")
    return ""


def _edited(lines: str) -> str:
    """A line that it reads as a command loses the spaces at its ends; what it asks for is taken as it is."""
    goes, sets, password, *ends = lines.splitlines()
    if (goes.strip(), sets.strip(), ends) != ("goto 802-11-wireless-security", "set psk", ["save persistent", "quit"]):
        _fail(2, f"Error: unknown command in {lines!r}")
    return password


def _up(state: dict[str, Any], name: str) -> None:
    profile = state["profiles"].get(name) or _fail(10, f"Error: unknown connection '{name}'.")
    if profile.get("802-11-wireless.mode") != "ap":
        there = [one for one in state["air"] if one["name"] == profile["ssid"]]
        if not there:
            _fail(4, "Error: Connection activation failed: (53) The Wi-Fi network could not be found.")
        if profile.get("psk") != there[0].get("password"):
            _fail(4, "Error: Connection activation failed: (7) Secrets were required, but not provided.")
    state["up"] = name


def _devices(state: dict[str, Any]) -> str:
    wifi = "connected" if state["up"] else "disconnected" if state["radio"] else "unavailable"
    rows = [("lo", "loopback", "connected (externally)", "lo"), ("p2p", "wifi-p2p", "disconnected", "")]
    rows += [("wlan0", "wifi", wifi, state["up"])] if state["air"] else []
    return _lines((*rows, ("eth0", "ethernet", "connected" if state["cable"] else "unavailable", "")))


def _lines(rows: Any) -> str:
    return "\n".join(":".join(word.replace("\\", "\\\\").replace(":", "\\:") for word in row) for row in rows)


def _fail(code: int, said: str) -> NoReturn:
    print(said, file=sys.stderr)
    sys.exit(code)


def put_nmcli(folder: Path, **changes: Any) -> str:
    """The path of such a program with its own state."""
    (folder / STATE).write_text(json.dumps({**START, **changes}), "utf-8")
    tool = folder / "nmcli"
    tool.write_text(f'#!/bin/sh\nexec {sys.executable} -S {Path(__file__).resolve()} {folder} "$@"\n', "utf-8")
    tool.chmod(0o755)
    return str(tool)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
