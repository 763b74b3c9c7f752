"""Every name of the house, read from its sources without running them: modules, what is in them, members of classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ("companion", "hardware", "vision", "rules")
BESIDE = ("tests", "docs", "deploy")  # of these only the modules themselves
TOPS = (*HOUSE, *BESIDE)


@dataclass
class Names:
    """``modules``: what stands in each; ``members``: of every class of that name, with those of its bases."""

    modules: dict[str, set[str]] = field(default_factory=dict)
    members: dict[str, set[str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)

    @cached_property
    def all(self) -> set[str]:
        return set().union(*self.modules.values(), *self.members.values(), self.members)

    def has(self, dotted: str) -> bool:
        """``vision.table.tracker``, ``vision.table.tracker.Tracker.observe``, ``Tracker.observe``, ``tracker.Pace``."""
        if dotted in self.modules:
            return True
        owner, _, name = dotted.rpartition(".")
        if not owner:
            return name in self.all
        if owner.rpartition(".")[2] in self.members:
            is_there = "." not in owner or self.has(owner)
            return is_there and name in self.members_of(owner.rpartition(".")[2])
        return any(name in names for module, names in self.modules.items() if f".{module}".endswith(f".{owner}"))

    def members_of(self, name: str) -> set[str]:
        found, asked = set[str](), [name]
        for one in asked:
            found |= self.members.get(one, set())
            asked += [base for base in sorted(self.bases.get(one, ())) if base not in asked]
        return found

    def near(self, dotted: str) -> str:
        """What was perhaps meant: the same last word elsewhere, or one like it."""
        last = dotted.rpartition(".")[2]
        there = [module for module in self.modules if module.rpartition(".")[2] == last]
        there += [f"{module}.{last}" for module, names in self.modules.items() if last in names]
        there += [f"{name}.{last}" for name, members in self.members.items() if last in members]
        return ", ".join((there or get_close_matches(last, sorted(self.all), 3))[:4]) or "nothing like it"


@cache
def names(root: Path = ROOT) -> Names:
    found = Names()
    for path in sorted(path for top in TOPS for path in (root / top).rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if module.startswith(BESIDE):
            found.modules[module] = set()
            continue
        tree = ast.parse(path.read_text("utf-8"))
        found.modules[module] = set(_defined(tree.body))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found.members.setdefault(node.name, set()).update(_members(node))
                found.bases.setdefault(node.name, set()).update(
                    base.id for base in node.bases if isinstance(base, ast.Name)
                )
    return found


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.If(body=inner) | ast.Try(body=inner):
                yield from _defined(inner)


def _members(node: ast.ClassDef) -> Iterator[str]:
    yield from _defined(node.body)
    for inner in ast.walk(node):
        match inner:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name
