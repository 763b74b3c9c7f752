"""What each part of a game costs in lines, in four games: the table of docs/adding-a-game.md.

    python -m tests.docs.prices

Lines that are not blank count. A source is a file or folder; ``file::name`` is one function, class or method of it,
``file::GAME.part`` one argument of its ``TableGame``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from tests.test_adding_a_game import ROOT, files

WINDFALL = "docs/examples/windfall/src/windfall"
AMULETT, AMUL = "companion/games/amulett", "companion/games/amul"
GAMES = ("Highest", "Windfall", "Das Amulett", "Āmul")
Sources = tuple[str, ...]

# By what a row is called in the document: the sources in each of the games; nothing: the stock part does.
PARTS: Mapping[str, tuple[Sources, Sources, Sources, Sources]] = {
    "rules": (("rules/highest",), (f"{WINDFALL}/rules",), ("rules/amulett",), ("rules/amul",)),
    "`TableGame`, box": (
        ("companion/games/highest",),
        (f"{WINDFALL}/__init__.py",),
        (f"{AMULETT}/__init__.py", f"{AMULETT}/box.py"),
        (f"{AMUL}/__init__.py", f"{AMUL}/box.py", f"{AMUL}/cards.py"),
    ),
    "tags and zones": tuple(  # type: ignore[dict-item]
        (f"{data}/tags.toml", f"{data}/zones.toml")
        for data in ("assets/games/highest", f"{WINDFALL}/data", "assets/games/amulett", "assets/games/amul")
    ),
    "words, each language": tuple(  # type: ignore[dict-item]
        (f"{data}/en.toml",)
        for data in ("assets/games/highest", f"{WINDFALL}/data", "assets/games/amulett", "assets/games/amul")
    ),
    "`house_rules`": (
        (),
        (f"{WINDFALL}/rules/__init__.py::HOUSE_RULES", f"{WINDFALL}/__init__.py::GAME.house_rules"),
        ("rules/amulett/options.py",),
        ("rules/amul/rulings.py",),
    ),
    "`setup_steps`": (
        (),
        (f"{WINDFALL}/laying_out.py",),
        (f"{AMULETT}/laying_out.py",),
        (f"{AMUL}/laying_out.py",),
    ),
    "`AuctionPart`": (
        (),
        (f"{WINDFALL}/__init__.py::_bidder", f"{WINDFALL}/__init__.py::GAME.auction"),
        (f"{AMULETT}/__init__.py::_bidder", f"{AMULETT}/__init__.py::GAME.auction"),
        (),
    ),
    "`news`": (
        (),
        (
            f"{WINDFALL}/__init__.py::_market_day",
            f"{WINDFALL}/board.py::_market_day",
            f"{WINDFALL}/board.py::_market_model",
        ),
        (f"{AMULETT}/news.py", f"{AMULETT}/bulletins.py"),
        (),
    ),
    "`sounds`, `moments`": (
        (),
        (f"{WINDFALL}/__init__.py::GAME.sounds", f"{WINDFALL}/__init__.py::GAME.moments"),
        (f"{AMULETT}/__init__.py::GAME.sounds", f"{AMULETT}/__init__.py::GAME.moments"),
        (),
    ),
    "`heading`": (
        (),
        (),
        (f"{AMULETT}/heading.py",),
        (f"{AMUL}/table_view.py::heading", f"{AMUL}/table_view.py::table_model"),
    ),
    "`GameScreens.board`": (
        (),
        (f"{WINDFALL}/board.py", f"{WINDFALL}/screen.py", f"{WINDFALL}/fruits.py"),
        (
            *(f"{AMULETT}/{name}.py" for name in ("board", "table_view", "panels", "actions", "icons")),
            *(f"{AMULETT}/screens/{name}.py" for name in ("model", "table", "spells", "map", "flight")),
        ),
        tuple(f"{AMUL}/{name}.py" for name in ("board", "table_view", "reading_view", "icons")),
    ),
    "`PhonePart`": ((), (f"{WINDFALL}/phone.py",), (f"{AMULETT}/phone.py",), (f"{AMUL}/phone.py",)),
    "simulated people": ((), (), (f"{AMULETT}/players.py",), (f"{AMUL}/players.py",)),
}
WHOLE: tuple[Sources, ...] = (
    ("rules/highest", "companion/games/highest", "assets/games/highest"),
    (WINDFALL,),
    ("rules/amulett", AMULETT, "assets/games/amulett"),
    ("rules/amul", AMUL, "assets/games/amul"),
)


def texts(source: str) -> Iterator[str]:
    """Of every file of that source; those of Highest stand in the document."""
    path = ROOT / source
    found = [path] if path.is_file() else sorted(path.rglob("*"))
    yield from (one.read_text("utf-8") for one in found if one.suffix in (".py", ".toml"))
    yield from (text for name, text in files().items() if name.startswith(source))


def lines(source: str) -> int:
    where, _, name = source.partition("::")
    counted = [_count(text if not name else _part(text, name)) for text in texts(where)]
    if not counted:
        raise LookupError(source)
    return sum(counted)


def _count(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


def _part(text: str, name: str) -> str:
    for node in ast.walk(ast.parse(text)):
        if _name(node) == name.removeprefix("GAME."):
            return "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])  # type: ignore[attr-defined]
    raise LookupError(name)


def _name(node: ast.AST) -> str | None:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return None


def cost(part: str) -> tuple[int, ...]:
    """In each of the games."""
    return tuple(sum(map(lines, sources)) for sources in PARTS[part])


def whole() -> tuple[int, ...]:
    return tuple(sum(map(lines, sources)) for sources in WHOLE)


def main() -> None:
    for part in PARTS:
        print(f"| {part} | {' | '.join(str(count or '–') for count in cost(part))} |")
    print(f"| all of it | {' | '.join(map(str, whole()))} |")


if __name__ == "__main__":
    main()
