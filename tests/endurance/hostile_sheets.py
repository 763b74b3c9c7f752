"""Sheets that mean harm: ``python -m tests.endurance.hostile_sheets --files 100000 --seed 1``.

Each file is read and, where it is in order, counted at a table. Nothing but a refusal in words may come of it: no
crash, no file opened, none over its time, no memory kept.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from companion.language.i18n import Phrases
from companion.language.wording import Trouble, explain
from companion.sheets.files import LARGEST_SHEET, parse_sheet_text, phrases_of
from companion.sheets.scored import as_json
from rules.sheets.counting import count
from rules.sheets.model import MOST_ROUNDS, Ask, Row, Sheet, When
from rules.sheets.table import ToldPlayer, ToldTable
from rules.sheets.workings import working
from tests.languages import LANGUAGES

T = TypeVar("T")

SLOWEST_MS = 100
TRIES = 5
MOST_KEPT_MB = 30

SOUND = """format = 1
id = "trick-night"
name = { en = "Trick night", de = "Stichabend" }
players = [2, 12]
win = "most"
ties = ["took", "-bid"]
rounds = 99
until = 1000000

[cards]
back = "56x87"
[[cards.kinds]]
id = "dragon"
name = "Dragon"
copies = 3
marks = { strength = 30, flame = 1 }

[[rows]]
id = "bid"
name = "Bid"
range = [0, 20]
points = "0"
secret = true
[[rows]]
id = "took"
name = "Tricks"
points = "if(took == bid, 20 + 10 * took, -10 * abs(took - bid))"
[[rows]]
id = "places"
name = "Places"
places = [5, 3, 1]
needs = 1
tied = "share"
[[rows]]
id = "steps"
name = "Steps"
steps = [0, 1, 3, 6]
beyond = 5
[[rows]]
id = "cards"
name = "Cards"
when = "end"
ask = "none"
points = "sets(strength, flame) + cards(strength) + sum(took) / max(1, total(bid))"
"""
NAMES = ("bid", "took", "places", "steps", "cards", "players", "round", "rounds", "1", "0", "0.3", "999999999", "-7")
FUNCTIONS = (
    "sum",
    "pts",
    "total",
    "most",
    "least",
    "rank",
    "others",
    "min",
    "max",
    "abs",
    "floor",
    "ceil",
    "if",
    "sets",
)
SIGNS = ("+", "-", "*", "/", "//", "%", "==", "<", ">=", "and", "or", "*", "/")
SPITE = (
    "nan", "inf", "-inf", "1e308", "1e-308", "9" * 90, "0x7fffffffffffffff", "1979-05-27T07:32:00Z", "true", '""',
    "[]", "{}", "'''", '"""', '"\\u0000"', '"\\uD800"', '"\\U0001F600"', "[" * 26, "{ a = { b = { c = 1 } } }",
    '"__import__(\'os\').system(\'true\')"', '"../../../etc/passwd"', "\x00", "\u202e", "\ufeff", "=",
    "[[rows]]", "[rows]", '"{row}"', '"{0.__class__}"', '"%s%n"',
)  # fmt: skip


def hostile_text(chance: random.Random) -> str:
    """One file: a sound sheet that was damaged, or one that is large in every way allowed."""
    return chance.choice((_damaged, _damaged, _spiteful, _spiteful, _formulas, _formulas, _long, _large))(chance)


def _damaged(chance: random.Random) -> str:
    text = list(SOUND)
    for _ in range(chance.randint(1, 30)):
        at = chance.randrange(len(text))
        match chance.randrange(4):
            case 0:
                text[at] = chr(chance.choice((chance.randrange(128), chance.randrange(0xD7FF))))
            case 1:
                del text[at : at + chance.randint(1, 20)]
            case 2:
                text[at:at] = text[chance.randrange(len(text)) :][: chance.randint(1, 80)]
            case 3:
                text[at] *= chance.randint(1, 200)
        text = text or ["x"]
    return "".join(text)


def _spiteful(chance: random.Random) -> str:
    lines = SOUND.splitlines()
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(lines))
        key = lines[at].partition("=")[0]
        lines[at] = f"{key}= {chance.choice(SPITE)}" if "=" in lines[at] else chance.choice(SPITE)
    return "\n".join(lines)


def _formula(chance: random.Random, depth: int = 0) -> str:
    """Often sound, and as heavy as may be."""
    if depth > 5 or chance.random() < 0.3:
        return chance.choice(NAMES)
    if chance.random() < 0.6:
        return f"({_formula(chance, depth + 1)} {chance.choice(SIGNS)} {_formula(chance, depth + 1)})"
    name = chance.choice(FUNCTIONS)
    if name in FUNCTIONS[:7] or name == "sets":
        return f"{name}({chance.choice(NAMES)})"
    return (
        f"{name}({', '.join(_formula(chance, depth + 1) for _ in range({'if': 3, 'min': 4, 'max': 2}.get(name, 1)))})"
    )


def _formulas(chance: random.Random) -> str:
    rows = [
        f'[[rows]]\nid = "f{at}"\nname = "F"\nask = "{chance.choice(("none", "number", "yes"))}"\n'
        f'points = "{_formula(chance)}"'
        for at in range(chance.randint(1, 55))
    ]
    return SOUND + "\n".join(rows)


def _long(chance: random.Random) -> str:
    """Much of one thing, up to the largest file."""
    piece = chance.choice(
        ("a", "[", "a.", '"', "\n", " ", "#", "\\", "[[rows]]\n", "x = 1\n", "{", "a=[", "'", "é", "k.k=1\n", "[a]\n")
    )
    numbered = [f"k{at} = {at}\n" for at in range(LARGEST_SHEET // 12)]
    head = chance.choice((SOUND, "", "name = ", 'name = "', "rows = [", "[[rows]]\npoints = '"))
    body = "".join(numbered) if chance.random() < 0.2 else piece * (LARGEST_SHEET // len(piece.encode()))
    return (head + body)[: LARGEST_SHEET - chance.randrange(100)]


def _large(chance: random.Random) -> str:
    """60 rows at the bounds of formulas."""
    joined = chance.choice(SIGNS)
    leaf = chance.choice(("took", "1/took", "sum(took)", "rank(took)", "others(took)", "0.0003", "most(steps)"))
    formula = f" {joined} ".join([leaf] * (400 // (len(leaf) + len(joined) + 2)))
    rows = [f'[[rows]]\nid = "f{at}"\nname = "F"\nask = "none"\npoints = "{formula}"' for at in range(55)]
    return SOUND + "\n".join(rows)


def hostile_table(sheet: Sheet, chance: random.Random) -> ToldTable:
    """Up to the most players and rounds, with numbers at the edges and some unsaid."""
    seats = chance.choice((2, 3, 12))
    rounds = chance.choice((0, 1, 3, 20, MOST_ROUNDS)) if sheet.has_rounds else 0
    unsaid = chance.choice((0.0, 0.0, 0.1, 1.0))

    def said(row: Row) -> int:
        return int(
            chance.choice((row.low, row.high, chance.randint(int(row.low), max(int(row.low), int(row.high))), 0, 1))
        )

    def entry(when: When) -> dict[str, int]:
        rows = [row for row in sheet.rows if row.when is when and row.ask is not Ask.NONE]
        return {row.id: said(row) for row in rows if chance.random() >= unsaid}

    kinds = {kind.id: chance.randint(0, kind.copies) for kind in sheet.kinds}
    return ToldTable(
        tuple(
            ToldPlayer(f"P{seat}", tuple(entry(When.ROUND) for _ in range(rounds)), entry(When.END), kinds)
            for seat in range(seats)
        )
    )


@dataclass(slots=True)
class Outcome:
    """What came of all files."""

    kinds: Counter[str] = field(default_factory=Counter)
    slow: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    kept_mb: float = 0.0
    slowest_ms: float = 0.0
    limit_ms: float = SLOWEST_MS


def run(files: int, seed: int, limit_ms: float = SLOWEST_MS) -> Outcome:
    outcome, watch = Outcome(limit_ms=limit_ms), _Watch()
    for code in LANGUAGES:
        Phrases(code)  # texts are read once, and not by a sheet
    before = 0.0
    for number in range(files):
        if number == files // 5:  # by then everything that is kept on purpose is there
            before = _resident_mb()
        _one(random.Random(f"{seed}.{number}"), f"{seed}.{number}", outcome, watch)
    outcome.kept_mb = _resident_mb() - before
    outcome.opened = watch.opened
    return outcome


def _one(chance: random.Random, name: str, outcome: Outcome, watch: _Watch) -> None:
    text = hostile_text(chance)
    try:
        sheet = _timed(lambda: watch(lambda: parse_sheet_text(text, "hostile.toml")), name, outcome)
    except Trouble as refused:
        said = [explain(refused, Phrases(code)) for code in LANGUAGES]
        outcome.kinds["refused" if all(said) else "refused without a word"] += 1
        return
    told = hostile_table(sheet, chance)
    result = _timed(lambda: watch(lambda: count(sheet, told)), name, outcome)
    as_json(sheet, result)
    for cell in result.unknown[:3]:
        assert phrases_of(sheet, "en").say(working(result, cell))
    outcome.kinds["counted" if not result.refused else "counted in part"] += 1


def _timed(act: Callable[[], T], name: str, outcome: Outcome) -> T:
    """What takes too long is tried again: on a busy machine the first time says little."""
    taken = _taken_ms(act)
    for _ in range(TRIES if taken > outcome.limit_ms else 0):
        taken = min(taken, _taken_ms(act))
    outcome.slowest_ms = max(outcome.slowest_ms, taken)
    if taken > outcome.limit_ms:
        outcome.slow.append(f"{name}: {taken:.0f} ms")
    return act()


def _taken_ms(act: Callable[[], object]) -> float:
    begun = time.thread_time()
    with suppress(Trouble):
        act()
    return (time.thread_time() - begun) * 1000


class _Watch:
    """Notes every file that is opened while something is watched."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self._is_on = False
        sys.addaudithook(self._hook)

    def __call__(self, act: Callable[[], T]) -> T:
        self._is_on = True
        try:
            return act()
        finally:
            self._is_on = False

    def _hook(self, event: str, args: tuple[object, ...]) -> None:
        if self._is_on and event.partition(".")[0] in (
            "open",
            "os",
            "subprocess",
            "socket",
            "exec",
            "compile",
            "import",
        ):
            self.opened.append(f"{event} {args[:1]}")


def _resident_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = run(args.files, args.seed)
    print(f"seed {args.seed}, {args.files} files: {dict(found.kinds)}")
    print(f"slowest {found.slowest_ms:.0f} ms, kept {found.kept_mb:.1f} MB, slow {found.slow[:20]}, {found.opened[:5]}")
    return int(bool(found.slow or found.opened or found.kept_mb > MOST_KEPT_MB))


if __name__ == "__main__":
    sys.exit(main())
