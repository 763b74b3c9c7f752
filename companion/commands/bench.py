"""``companion bench NAME``: one module for each benchmark, loaded when it is asked for.

A module has ``run() -> list of measurements``, or is a command of its own with ``add_arguments`` and ``run(args)``.
What an owner may ask of his own box is in ``companion.measuring``; the others, for builders, come with the source tree.
"""

from __future__ import annotations

import argparse
import importlib
import json
from types import ModuleType
from typing import Any

from companion import CompanionError
from companion.resources import load_unshipped

BENCHES = {
    "vision": "reading tags, beside plain pyzbar, OpenCV and zxing-cpp",
    "photos": "reading photographs of QR codes made by others, beside the same",
    "faces": "knowing cards by their faces, on a folder of card art",
    "rules": "deciding, replaying and scoring",
    "screen": "drawing",
    "phones": "from an act on a phone to all other pages, and what lookers-on cost the screen",
    "club": "simulated boxes against a real mosquitto: entries a second, delay to the board, a broker that is killed",
    "box": "a quiet table, and an hour of simulated play: processor and memory",
}
INSTALLED = ("rules", "box")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = parser.add_subparsers(dest="bench", required=True, metavar="NAME")
    for name, text in BENCHES.items():
        module = _load(name)
        if module is None:
            # No character begins an option: whatever is asked of it, it is answered by the one line of ``run``.
            absent = names.add_parser(name, help=f"{text} (in the source tree)", add_help=False, prefix_chars="\0")
            absent.add_argument("asked", nargs="*")
            continue
        sub = names.add_parser(name, help=text, description=text)
        if _is_command(module):
            module.add_arguments(sub)
        else:
            sub.add_argument("--json", action="store_true", help="print just JSON")


def run(args: argparse.Namespace) -> int:
    module = _load(args.bench)
    if module is None:
        raise CompanionError(
            f"the benchmark {args.bench!r} comes with the source tree; "
            f"after deploy/try there, run .venv/bin/companion bench {args.bench}"
        )
    if _is_command(module):
        return int(module.run(args))
    found: list[dict[str, Any]] = module.run()
    print(json.dumps(found) if args.json else "\n".join(_line(item) for item in found))
    return 0


def _line(item: dict[str, Any]) -> str:
    """One measurement; figures for each number of players stand beside each other."""
    figures = item.get("median_by_players")
    if isinstance(figures, dict):
        cells = "  ".join(f"{players}: {value:6.2f}" for players, value in figures.items())
        return f"{item['name']:<32} {item['unit']} by players  {cells}"
    return ", ".join(f"{key}: {value}" for key, value in item.items())


def _is_command(module: ModuleType) -> bool:
    return hasattr(module, "add_arguments")


def _load(name: str) -> ModuleType | None:
    """None: it comes with the source tree, and that is not here."""
    if name in INSTALLED:
        return importlib.import_module(f"companion.measuring.{name}")
    return load_unshipped(f"tests.bench.{name}")
