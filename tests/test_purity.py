"""``rules`` uses the standard library alone, and of it nothing that reads, writes, waits, guesses or logs."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Modules of the standard library that do nothing but compute. A new one is a decision, so it is a line here.
ALLOWED = {
    "__future__", "abc", "base64", "binascii", "bisect", "collections", "copy", "dataclasses", "enum", "fractions",
    "functools", "hashlib", "heapq", "itertools", "json", "keyword", "math", "numbers", "operator", "re", "statistics",
    "string", "textwrap", "types", "typing", "unicodedata",
}  # fmt: skip

# Built-ins that reach outside, or into code that is not written down.
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}


def impurities(source: str) -> Iterator[str]:
    """What in this source is not pure, as ``line: what``."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (f"{node.lineno}: import {name.name}" for name in names if not _allowed(name.name))
            case ast.ImportFrom(module=module, level=level) if level or not _allowed(module or ""):
                yield f"{node.lineno}: from {'.' * level}{module or ''} import"
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield f"{node.lineno}: {name}()"
            case ast.Global():
                yield f"{node.lineno}: global"


def _allowed(module: str) -> bool:
    return module.partition(".")[0] in ALLOWED | {"rules"}


@pytest.mark.parametrize("path", sorted((ROOT / "rules").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_the_rules_are_pure(path: Path) -> None:
    assert list(impurities(path.read_text("utf-8"))) == []


def test_what_is_allowed_exists() -> None:
    assert set(sys.stdlib_module_names) >= ALLOWED


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import time",
        "import random",
        "from pathlib import Path",
        "import logging",
        "from datetime import datetime",
        "import numpy",
        "import companion.language.i18n",
        "from vision.tags import text",
        "from . import seats",
        "def f():\n    import os.path",
        "open('x')",
        "print(1)",
        "__import__('os')",
        "def f():\n    global x",
    ],
)
def test_what_is_not_pure_is_found(line: str) -> None:
    source = (ROOT / "rules/core/seats.py").read_text("utf-8")
    assert list(impurities(source)) == []
    assert len(list(impurities(f"{source}\n{line}\n"))) == 1
