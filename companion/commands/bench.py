"""``companion bench NAME``: one module for each benchmark, loaded on demand.

A module has ``run() -> list of measurements``, or is a command of its own with ``add_arguments`` and ``run(args)``.
Benchmarks for owners are in ``companion.measuring``; those for developers come with the source tree.
"""

from __future__ import annotations

import argparse
import importlib
import json
from types import ModuleType
from typing import Any

from companion.language.wording import Trouble
from companion.resources import load_unshipped
from rules.core.words import words

BENCHES = ("vision", "photos", "faces", "rules", "screen", "phones", "club", "box")
INSTALLED = ("rules", "box")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = parser.add_subparsers(dest="bench", required=True, metavar="NAME")
    for name in BENCHES:
        module = _load(name)
        if module is None:
            # No character can begin an option, so that any call reaches ``run`` and its one-line answer.
            absent = names.add_parser(name, help="", add_help=False, prefix_chars="\0")
            absent.add_argument("asked", nargs="*")
            continue
        sub = names.add_parser(name, help="")
        if _is_command(module):
            module.add_arguments(sub)
        else:
            sub.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    module = _load(args.bench)
    if module is None:
        raise Trouble(words("command.bench_source", name=args.bench))
    if _is_command(module):
        return int(module.run(args))
    found: list[dict[str, Any]] = module.run()
    print(json.dumps(found) if args.json else "\n".join(_line(item) for item in found))
    return 0


def _line(item: dict[str, Any]) -> str:
    """One measurement; figures by number of players are on one line."""
    figures = item.get("median_by_players")
    if isinstance(figures, dict):
        cells = "  ".join(f"{players}: {value:6.2f}" for players, value in figures.items())
        return f"{item['name']:<32} {item['unit']} by players  {cells}"
    return ", ".join(f"{key}: {value}" for key, value in item.items())


def _is_command(module: ModuleType) -> bool:
    return hasattr(module, "add_arguments")


def _load(name: str) -> ModuleType | None:
    """None if it comes with the source tree and we run without one."""
    if name in INSTALLED:
        return importlib.import_module(f"companion.measuring.{name}")
    return load_unshipped(f"tests.bench.{name}")
