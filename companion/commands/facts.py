"""``companion facts``: what is known about a box, checking a facts file, and passing facts on to another owner."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.contract import TableGame
from companion.extras import need
from companion.facts.box import GameBox
from companion.facts.file import load_facts_file, read_document, read_text
from companion.facts.own import plan_import, read_facts_file, take_over
from companion.files import is_there, write_whole
from companion.games import load_games
from companion.language.folders import languages
from companion.language.i18n import Phrases
from companion.language.wording import Trouble, in_words
from companion.settings import config as settings
from companion.upkeep.local_network import PORT, local_address
from rules.core.values import readable
from rules.core.words import words

if TYPE_CHECKING:
    from companion.contract import Context
    from companion.screens.navigation import Page
    from companion.web.editor.editor_server import EditorServer

POLL_S = 0.2
LONGEST_SHOWN = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    status = actions.add_parser("status", help="")
    status.add_argument("--facts", default="own", metavar="NAME")
    status.add_argument("--missing", action="store_true")
    check = actions.add_parser("check", help="")
    check.add_argument("file", type=Path, nargs="?", metavar="FILE")
    export = actions.add_parser("export", help="")
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument("--force", action="store_true")
    take = actions.add_parser("import", help="")
    take.add_argument("file", type=Path, metavar="FILE")
    take.add_argument("--dry-run", action="store_true")
    take.add_argument("--replace", action="store_true")
    edit = actions.add_parser("edit", help="")
    edit.add_argument("--windowed", action="store_true")
    edit.add_argument("--size", default=None, metavar="WxH")
    edit.add_argument("--safe", action="store_true")
    serve = actions.add_parser("serve", help="")
    serve.add_argument("--port", type=int, default=PORT)
    serve.add_argument("--address", default=None)
    serve.add_argument("--minutes", type=int, default=20)
    serve.add_argument("--language", choices=languages())
    edit.add_argument("--game", choices=[game.slug for game in taught_games()])
    for sub in (status, check, export, take, edit, serve):
        settings.add_arguments(sub)
    for sub in (status, check, export, take):
        sub.add_argument("--game", choices=[game.slug for game in taught_games()])
        sub.add_argument("--language", choices=languages())
        sub.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    config = settings.from_args(args)
    args.home = config.data_path
    language = getattr(args, "language", None) or config.spoken
    actions = {
        "status": _status,
        "check": _check,
        "export": _export,
        "import": _import,
        "edit": _edit,
        "serve": _serve,
    }
    return actions[args.action](args, language)


def taught_games() -> tuple[TableGame, ...]:
    """Games whose box has facts to tell."""
    return tuple(game for game in load_games() if game.box.sections)


def _box(args: argparse.Namespace) -> GameBox:
    """The named game's box, or the first."""
    return load_games().box(args.game or taught_games()[0].slug, args.home)


def _say(box: GameBox, language: str) -> Phrases:
    return box.phrases(language, box.rulebook())


def _status(args: argparse.Namespace, language: str) -> int:
    boxes = [game.box.at(args.home) for game in taught_games() if args.game in (None, game.slug)]
    found = [(box, in_words(box.status(args.facts, Path.cwd()), _say(box, language))) for box in boxes]
    if args.json:
        print(json.dumps([status for _, status in found]))
    else:
        pages = [_page(status, _say(box, language), names_missing=args.missing) for box, status in found]
        print("\n\n".join(pages))
    return 0


def _page(status: dict[str, Any], say: Phrases, *, names_missing: bool) -> str:
    title = say(f"screen.game.{status['game']}")
    lines = [say.pair(title, status["title"]), status["file"] or say("facts.no_file"), ""]
    if status["practice"]:
        lines.insert(1, say("facts.practice"))
    for known in status["known"]:
        name = say(f"facts.sort.{known['fact']}")
        counts = {key: known[key] for key in ("of", "rulebook", "told")}
        lines.append(f"  {name:<24}" + say("facts.counts", missing=len(known["missing"]), **counts))
        if names_missing and known["missing"]:
            lines.append("      " + say.row(say.name("kind", slug) for slug in known["missing"]))
    lines += ["", *(f"  {part['words']}" for part in status["origins"])]
    return "\n".join([*lines, "", *(f"  {line}" for line in status["sums"])])


def _check(args: argparse.Namespace, language: str) -> int:
    path, box = _file_and_box(args)
    document, say = read_facts_file(box, path), _say(box, language)
    remarks, origins = in_words(box.remarks(document), say), in_words(box.origins(document), say)
    if args.json:
        print(json.dumps({"file": str(path), "game": box.slug, "ok": True, "remarks": remarks, "origins": origins}))
        return 0
    print(say("facts.fine", file=path.name))
    for line in (*(part["words"] for part in origins), *remarks):
        print(f"  {line}")
    return 0


def _file_and_box(args: argparse.Namespace) -> tuple[Path, GameBox]:
    if args.file is None:
        box = _box(args)
        return _own_file(box), box
    box = _box_of(args.file, args.home)
    if args.game not in (None, box.slug):
        raise Trouble(words("facts.trouble.other_game", file=args.file.name, game=args.game, other=box.slug))
    return args.file, box


def _box_of(path: Path, home: Path) -> GameBox:
    game, games = read_document(path).get("game"), [game.slug for game in taught_games()]
    if game not in games:
        raise Trouble(words("facts.trouble.whose", file=path.name, games=", ".join(games), got=readable(game)))
    return load_games().box(str(game), home)


def _own_file(box: GameBox) -> Path:
    own = box.own_path()
    if not is_there(own):
        raise Trouble(words("facts.trouble.nothing_told", game=box.slug, file=str(own)))
    return own


def _export(args: argparse.Namespace, language: str) -> int:
    box = _box(args)
    own = _own_file(box)
    if args.file.exists() and not args.force:
        raise Trouble(words("facts.trouble.is_there", file=str(args.file)))
    read_facts_file(box, own)
    write_whole(args.file, read_text(own))
    done = {"file": str(args.file), "game": box.slug}
    print(json.dumps(done) if args.json else Phrases(language)("facts.exported", file=str(args.file)))
    return 0


def _import(args: argparse.Namespace, language: str) -> int:
    path, box = _file_and_box(args)
    file = load_facts_file(path)
    planned = plan_import(box, file, replace=args.replace)
    say = Phrases(language)
    if not args.json and planned.edition is not None:
        print(say.say(planned.edition))
    if not args.json:
        for fact, (mine, theirs) in planned.differences.items():
            print(say("facts.difference", fact=fact, mine=_short(mine), theirs=_short(theirs)))
    is_wanted = not args.dry_run and (not (args.replace and planned.differences) or _is_sure(args, say))
    if is_wanted:  # planned again: facts may have been told at the table in the meantime
        planned = take_over(box, file, replace=args.replace)
    if args.json:
        coded = {"new": list(planned.new), "differing": list(planned.differing), "replaced": planned.replaced}
        coded["same_edition"] = planned.edition is None
        print(json.dumps({"file": str(path), "game": box.slug, **coded, "written": is_wanted}))
        return 0
    if not is_wanted:
        print(say("facts.not_imported", n=len(planned.new)))
        return 0
    print(say("facts.imported", n=len(planned.new)))
    if planned.differing:
        key = "facts.replaced" if planned.replaced else "facts.kept"
        print(say(key, n=len(planned.differing), facts=planned.differing))
    return 0


def _is_sure(args: argparse.Namespace, say: Phrases) -> bool:
    """Asks for confirmation on a terminal; a script that passes --replace means it."""
    if args.json or not sys.stdin.isatty():
        return True
    return input(say("facts.sure")).strip().lower()[:1] in ("y", say("teach.yes")[:1].lower())


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _edit(args: argparse.Namespace, language: str) -> int:  # noqa: ARG001 (the settings know the language)
    from companion.commands.play import run_page  # noqa: PLC0415 (only this action opens a window)
    from companion.pages.teaching.teach_page import TeachPage, which_box  # noqa: PLC0415

    def first(context: Context) -> Page:
        return which_box(context, alone=True) if args.game is None else TeachPage(context, args.game, alone=True)

    return run_page(args, first)


def _serve(args: argparse.Namespace, language: str) -> int:
    """Runs until it has not been used for a while, or until Ctrl-C."""
    need("tornado")
    from companion.web.editor.editor_server import serve_editor  # noqa: PLC0415 (only this action needs the server)

    say, address = Phrases(language), args.address or local_address()
    if address is None:
        raise Trouble(words("teach.web.no_network"))
    if not 0 <= args.port <= 65535 or not 1 <= args.minutes <= 240:
        raise Trouble(words("teach.web.bad_port"))
    idle_s = args.minutes * 60
    editor = serve_editor(language, load_games(), address=address, port=args.port, idle_s=idle_s, home=args.home)
    editor.start()
    shown, alarm = "", 0
    try:
        while not editor.is_idle:
            if shown != editor.sign_in.code:
                shown = editor.sign_in.code
                _show_code(editor, say, is_first=editor.sign_in.opened == 0, minutes=args.minutes)
            if alarm != editor.sign_in.alarm:
                alarm = editor.sign_in.alarm
                print(say("teach.web.guessed", n=alarm), flush=True)
            time.sleep(POLL_S)
    except KeyboardInterrupt:
        pass
    finally:
        editor.close()
    print(say("teach.web.ended"))
    return 0


def _show_code(editor: EditorServer, say: Phrases, *, is_first: bool, minutes: int) -> None:
    if is_first:
        print(say("teach.web.text", address=editor.url, code=editor.sign_in.code))
        print(say("teach.web.stops", n=minutes))
    else:
        print(say("teach.web.used", code=editor.sign_in.code))
    if sys.stdout.isatty():
        import segno  # noqa: PLC0415 (only a terminal shows the code)

        segno.make(editor.link).terminal(compact=True)
    sys.stdout.flush()
