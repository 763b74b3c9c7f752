"""Which package of the house imports which, and on which floor each stands; refuses an arrow up, or a circle.

Floors of ``companion`` are the layers of pyproject.toml; those below it follow from the imports themselves.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOPS = ("companion", "hardware", "vision", "rules")
# Each folder or file in these stands alone; the others are one part each.
SPLIT = frozenset({"companion", "rules", "vision"})

Graph = Mapping[str, frozenset[str]]


class Crooked(ValueError):
    """Parts import each other in a way that no house can be drawn from."""


@dataclass(frozen=True, slots=True)
class House:
    """``floors``: the parts from the top down; ``arrows``: who imports whom."""

    floors: tuple[tuple[str, ...], ...]
    arrows: Graph


def read_house(root: Path = ROOT) -> House:
    layers = _layers(tomllib.loads((root / "pyproject.toml").read_text("utf-8")))
    return build_house(read_arrows(root), layers)


def build_house(arrows: Graph, layers: tuple[frozenset[str], ...]) -> House:
    """Raises ``Crooked`` where an arrow goes up, or to a part of the same floor, or round in a circle."""
    _refuse_circles(arrows)
    floor = {part: number for number, parts in enumerate(layers) for part in parts}
    unknown = sorted(part for part in arrows if part.startswith("companion.") and part not in floor)
    if unknown:
        raise Crooked(f"{', '.join(unknown)}: on no layer of pyproject.toml; add it to the last import-linter contract")
    for part in _from_the_top(arrows):
        above = [floor[who] for who, wanted in arrows.items() if part in wanted]
        floor.setdefault(part, max([len(layers) - 1, *above]) + 1)
    for who, wanted in arrows.items():
        for part in sorted(wanted):
            if floor[part] <= floor[who]:
                raise Crooked(f"{who} imports {part}, which does not stand below it; turn the import round, or move it")
    rows = (
        tuple(sorted(part for part in arrows if floor[part] == number)) for number in range(max(floor.values()) + 1)
    )
    return House(tuple(row for row in rows if row), arrows)


def read_arrows(root: Path) -> Graph:
    """Every import counts, those for types and those inside functions too."""
    arrows: dict[str, set[str]] = {}
    for path in sorted(path for top in TOPS for path in (root / top).rglob("*.py")):
        who = part_of(".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"))
        if who is not None:
            wanted = {part_of(name) for name in _imports(path)} - {who, None}
            arrows.setdefault(who, set()).update(part for part in wanted if part is not None)
    return {who: frozenset(wanted) & frozenset(arrows) for who, wanted in arrows.items()}


def part_of(module: str) -> str | None:
    """None: no part of the house, or what all parts of a split package share (its errors)."""
    top, _, rest = module.partition(".")
    if top not in TOPS or (top in SPLIT and not rest):
        return None
    return f"{top}.{rest.split('.')[0]}" if top in SPLIT else top


def without_shortcuts(arrows: Graph) -> Graph:
    """Without the arrows that follow from others: who imports a part that imports it as well."""
    below: dict[str, frozenset[str]] = {}
    for part in reversed(_from_the_top(arrows)):
        below[part] = arrows[part].union(*(below[wanted] for wanted in arrows[part]))
    return {
        who: frozenset(part for part in wanted if not any(part in below[other] for other in wanted - {part}))
        for who, wanted in arrows.items()
    }


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{name.name}" for name in names)


def _layers(project: Mapping[str, dict[str, dict[str, list[dict[str, list[str]]]]]]) -> tuple[frozenset[str], ...]:
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == ["companion"])
    return tuple(frozenset(f"companion.{name.strip()}" for name in layer.split("|")) for layer in layers)


def _from_the_top(arrows: Graph) -> list[str]:
    """Every part after all that import it."""
    left, done = {part: set(wanted) for part, wanted in sorted(arrows.items())}, list[str]()
    while left:
        wanted_still = set().union(*left.values())
        free = [part for part in left if part not in wanted_still]
        done += free
        for part in free:
            del left[part]
    return done


def _refuse_circles(arrows: Graph) -> None:
    for start in sorted(arrows):
        seen = set[str]()
        way: list[tuple[str, tuple[str, ...]]] = [(start, (start,))]
        while way:
            part, path = way.pop()
            for wanted in sorted(arrows[part]):
                if wanted == start:
                    raise Crooked(f"a circle: {' imports '.join((*path, start))}; cut one of these imports")
                if wanted not in seen:
                    seen.add(wanted)
                    way.append((wanted, (*path, wanted)))
