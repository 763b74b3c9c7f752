"""``companion sheet``: checks sheets, and keeps them on the box."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.language.folders import languages
from companion.language.i18n import Phrases
from companion.language.wording import Trouble, explain
from companion.settings import config as settings
from companion.settings.spoken_parser import EXIT_TROUBLE
from companion.sheets.files import RefusedFile, read_sheet
from companion.sheets.shelf import SheetShelf
from rules.core.words import Words, words
from rules.sheets.model import Open, Sheet, name_in
from rules.sheets.numbers import said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser("check", help="")
    check.add_argument("files", type=Path, nargs="+", metavar="FILE")
    listing = actions.add_parser("list", help="")
    add = actions.add_parser("add", help="")
    add.add_argument("file", type=Path, metavar="FILE")
    add.add_argument("--force", action="store_true")
    show = actions.add_parser("show", help="")
    show.add_argument("id", metavar="ID")
    for sub in (check, listing, add, show):
        settings.add_arguments(sub)
        sub.add_argument("--language", choices=languages())
        sub.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    config = settings.from_args(args)
    say = Phrases(args.language or config.spoken)
    shelf = SheetShelf(config.data_path)
    match args.action:
        case "check":
            return _check(args, say)
        case "list":
            return _list(args, shelf, say)
        case "add":
            sheet = shelf.add(args.file, replace=args.force)
            _print(args, _understood(sheet), say("sheets.command.added", file=args.file.name, id=sheet.id))
        case "show":
            sheet = shelf.find(args.id)
            _print(args, _understood(sheet), "\n".join(_lines(sheet, say)))
    return 0


def _print(args: argparse.Namespace, answer: object, text: str) -> None:
    print(json.dumps(answer) if args.json else text)


def _check(args: argparse.Namespace, say: Phrases) -> int:
    """Every file is checked, also after one that is refused."""
    answers, lines = [], []
    for path in args.files:
        answer, said_of_it = _checked(path, say)
        answers.append(answer)
        lines += said_of_it
    _print(args, answers, "\n".join(lines))
    return 0 if all(answer["ok"] for answer in answers) else EXIT_TROUBLE


def _checked(path: Path, say: Phrases) -> tuple[dict[str, Any], list[str]]:
    """The answer as JSON, and in lines."""
    try:
        sheet = read_sheet(path)
    except RefusedFile as refused:
        mistakes = [{"line": one.line, "key": one.key, "text": say.say(one.said)} for one in refused.found]
        return {"file": str(path), "ok": False, "mistakes": mistakes}, [say.say(one.words) for one in refused.found]
    except Trouble as error:
        text = explain(error, say)
        return {"file": str(path), "ok": False, "mistakes": [{"line": None, "key": "", "text": text}]}, [text]
    lines = [say("sheets.command.ok", file=path.name), *(f"  {line}" for line in _lines(sheet, say))]
    return {"file": str(path), "ok": True, "sheet": _understood(sheet)}, lines


def _list(args: argparse.Namespace, shelf: SheetShelf, say: Phrases) -> int:
    found = shelf.all()
    answer = [
        {
            "id": one.id,
            "own": one.is_own,
            "ok": one.sheet is not None,
            "name": None if one.sheet is None else name_in(one.sheet.names, say.code),
        }
        for one in found
    ]
    lines = []
    for one in found:
        what = "own" if one.is_own else "shipped"
        name = say("sheets.command.broken", file=str(one.path))
        if one.sheet is not None:
            name = f"{name_in(one.sheet.names, say.code)} ({say(f'sheets.command.{what}')})"
        lines.append(f"{one.id:<24} {name}")
    _print(args, answer, "\n".join(lines))
    return 0


def _understood(sheet: Sheet) -> dict[str, Any]:
    """What a sheet says, in short."""
    rounds: Any = "open" if isinstance(sheet.rounds, Open) else sheet.rounds
    return {
        "id": sheet.id,
        "name": dict(sheet.names),
        "players": list(sheet.players),
        "win": sheet.win.value,
        "rounds": dict(rounds) if isinstance(rounds, Mapping) else rounds,
        "rows": [{"id": row.id, "when": row.when.value, "ask": row.ask.value} for row in sheet.rows],
        "cards": sum(kind.copies for kind in sheet.kinds),
    }


def _lines(sheet: Sheet, say: Phrases) -> list[str]:
    facts = [words("sheets.command.players", low=sheet.players[0], high=sheet.players[1]), _rounds(sheet)]
    if sheet.until is not None:
        facts.append(words("sheets.command.until", number=said(sheet.until)))
    facts.append(words(f"sheets.command.{sheet.win.value}_wins"))
    if sheet.kinds:
        copies = sum(kind.copies for kind in sheet.kinds)
        facts.append(words("sheets.command.cards", n=copies, kinds=len(sheet.kinds)))
    rows = [f"  {name_in(row.names, say.code)} ({row.id})" for row in sheet.rows]
    return [name_in(sheet.names, say.code), say.clauses(map(say.say, facts)), *rows]


def _rounds(sheet: Sheet) -> Words:
    match sheet.rounds:
        case None:
            return words("sheets.command.no_rounds")
        case Open():
            return words("sheets.command.rounds_open")
        case int(number):
            return words("sheets.command.rounds", n=number)
    return words("sheets.command.rounds_by_players")
