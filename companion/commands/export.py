"""``companion export``: a past game for BG Stats, as score sheet, CSV, game text or JSON; and importing a game text."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import cast

from companion import CompanionError
from companion.commands.gallery import parse_size
from companion.contract import Context, Games
from companion.files import put_in_place, read_whole, unwritten
from companion.games import load_games
from companion.keeping.folder_lock import FolderLock
from companion.keeping.history import past_night, played_again, summary
from companion.keeping.kept_games import KeptGames
from companion.keeping.kept_settings import MARKS, marks_of, read_marks
from companion.keeping.session import start_game
from companion.keeping.store import Store, open_store, read_store
from companion.language.folders import languages
from companion.language.i18n import Phrases
from companion.language.wording import Trouble, in_words
from companion.settings.config import data_dir, load_config
from companion.sharing.bgstats import play_link
from companion.sharing.game_text import LARGEST, read_game, read_ident
from companion.sharing.spreadsheet import as_csv
from companion.sharing.takeaway import FORMS, PICTURE, Takeaway
from rules.core.refusals import Refused
from rules.core.words import words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", type=int, metavar="NUMBER")
    parser.add_argument(
        "--format",
        "--as",
        dest="format",
        choices=sorted((*FORMATS, PICTURE)),
        default="text",
    )
    parser.add_argument("--size", type=parse_size, default=(1080, 1350), metavar="WxH")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--with-secrets", action="store_true")
    parser.add_argument("--language", choices=languages())
    parser.add_argument("--import", dest="source", type=Path, metavar="FILE")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")


def run(args: argparse.Namespace) -> int:
    if args.source is not None:
        print(Phrases(load_config().spoken)("command.kept_as", n=_import(args.source)))
        return 0
    if args.all and args.format != "csv":
        raise Trouble(words("command.only_csv"))
    games = load_games()
    with closing(read_store(load_config().data_path, games.rules)) as store:
        content = as_csv(store.games(), games.columns).encode() if args.all else _one(store, args)
    if args.output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return 0
    try:
        put_in_place(args.output, content)
    except OSError as error:
        raise unwritten(args.output, error, "-o") from error
    return 0


def _import(source: Path) -> int:
    """Writes to the store, so no other program may play there meanwhile."""
    games = load_games()
    with FolderLock(data_dir(load_config())) as lock, closing(open_store(lock, games.rules)) as store:
        return import_game(store, source, games)


def import_game(store: Store, path: Path, games: Games) -> int:
    """Plays a game text again, step by step; returns the number it is kept under.

    It keeps its identity, and that it was played at another table: a club is not told of it. Its result is kept in
    English, whatever language the command speaks.
    """
    text = read_whole(path, 4 * LARGEST).replace("\r\n", "\n")  # as some programs write it
    try:
        told, ident = read_game(text, store.rules), read_ident(text)
    except CompanionError as error:
        raise Trouble(words("command.in_file", file=path.name, why=error.said)) from error
    if (here := _kept_as(store, ident)) is not None:
        raise Trouble(words("command.is_here", file=path.name, number=here))
    started = start_game(store, told.setup, ident)
    if isinstance(started, Refused):
        why = words("command.no_setup", why=started.code)
        raise Trouble(words("command.in_file", file=path.name, why=why))
    number, session = started
    for step in told.steps:
        session.do(step.command, step.at_ms)
    if session.is_over:
        setup = session.setup
        say = games.box(setup.game).phrases("en", setup.facts, setup.players)
        store.finish(number, in_words(games.session(session).score(session), say))
    return number


def _kept_as(store: Store, ident: str) -> int | None:
    """The number of this very game, if it is over: it would count twice. One that still goes on may be taken again."""
    return next((row.id for row in store.games() if ident and row.ident == ident and row.ended), None)


def _one(store: KeptGames, args: argparse.Namespace) -> bytes:
    newest = next((row.id for row in store.games()), None)
    if newest is None:
        raise Trouble(words("command.no_games"))
    night = past_night(store, newest if args.game is None else args.game)
    session, config = played_again(store, night), load_config()
    edition = config.edition if args.language is None else args.language
    setup = night.row.setup
    games = load_games()
    game = games[setup.game]
    say = game.box.phrases(args.language or config.spoken, setup.facts, setup.players, edition)
    marks = marks_of(setup.players, read_marks(store.setting(MARKS)))
    takeaway = Takeaway(night, session, say, game, games.columns, args.with_secrets, marks)
    if args.format == PICTURE:
        return _picture(takeaway, store, args.size)
    content = FORMATS[args.format](takeaway)
    return content if content.endswith(b"\n") or args.format == "pdf" else content + b"\n"


def _json(takeaway: Takeaway) -> bytes:
    told = {**summary(takeaway.night), "result": takeaway.night.row.result}
    return json.dumps(told, ensure_ascii=False, indent=2).encode()


def _picture(takeaway: Takeaway, store: KeptGames, size: tuple[int, int]) -> bytes:
    """Loads a window's code, which the other forms do without."""
    from companion.pages.play.ending import Ending  # noqa: PLC0415

    games, config = load_games(), load_config()
    context = Context(config, cast("Store", store), takeaway.say.code, games)  # only read from
    poster = Ending(context, takeaway.night.row.id, takeaway.session, takeaway.say).poster()
    if poster is None:
        raise Trouble(words("past.trouble.no_sheet", n=takeaway.night.row.id))
    return poster.picture(size)


FORMATS: Mapping[str, Callable[[Takeaway], bytes]] = {
    "bgstats": lambda takeaway: play_link(takeaway.night, takeaway.game).encode(),
    "json": _json,
    **{"text" if form == "txt" else form: write for form, write in FORMS.items()},
}
