"""``companion club``: a club's board, on a large screen and as a web page."""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import socket
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.club.broker import Broker, broker_of
from companion.club.topics import is_name
from companion.clubhouse.board_loop import BoardLoop
from companion.clubhouse.club_board import ClubBoard
from companion.clubhouse.club_site import PORT, ClubSite
from companion.clubhouse.listener import Listener, link_to
from companion.clubhouse.mail import Mail
from companion.clubhouse.register import Register, open_register
from companion.clubhouse.sheets import SEASON
from companion.files import make_folder, put_in_place, unwritten
from companion.games import load_games
from companion.inbox import Inbox
from companion.keeping.folder_lock import FolderLock
from companion.keeping.storage_places import CLUB_FOLDER
from companion.keeping.troubles import folder_trouble
from companion.language.wording import Trouble
from companion.program.window import Window
from companion.settings import config as settings
from companion.settings.config import Config
from companion.upkeep.local_network import local_address
from companion.upkeep.logs import start_logging
from companion.web.certificate import read_certificate
from rules.core.words import words

FORMS = {".csv": "csv", ".pdf": "pdf", ".html": "html", ".json": "json"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    settings.add_arguments(parser)
    parser.add_argument("--account", type=Path, metavar="FILE")
    parser.add_argument("--windowed", action="store_true")
    parser.add_argument("--no-screen", action="store_true")
    parser.add_argument("--no-page", action="store_true")
    parser.add_argument("--certificate", type=Path, metavar="FILE")
    parser.add_argument("--address")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
    )


def run(args: argparse.Namespace) -> int:
    config = settings.from_args(args)
    folder = config.data_path / CLUB_FOLDER
    try:
        make_folder(folder)
    except OSError as error:
        raise folder_trouble(error, folder) from error
    with FolderLock(folder) as lock, ExitStack() as stack:
        register = open_register(lock)
        stack.callback(register.close)
        if args.export is not None:
            return _export(register, config, args.export)
        start_logging(folder)
        return _night(register, config, args, stack)


def _night(register: Register, config: Config, args: argparse.Namespace, stack: ExitStack) -> int:
    broker, club = _broker(config, args), config.club.club
    if not is_name(club):
        raise Trouble(words("clubhouse.trouble.no_club"))
    mail, inbox = Mail(club, time.monotonic), Inbox()
    listener = Listener(club, mail, link_to(broker, _ident(club, broker)), prefix=config.club.home_assistant)
    stack.callback(listener.close)
    board = ClubBoard(club, register, mail, listener, config.spoken, games=load_games().slugs)
    stack.callback(board.close)
    page = None if args.no_page else _page(board, register, inbox, args)
    if page is not None:
        stack.callback(page.close)
    window = None if args.no_screen else _window(config, args)
    if window is not None:
        stack.callback(window.close)
    night = BoardLoop(board, mail, inbox, window=window, page=page, tell=lambda text: print(text, flush=True))
    signal.signal(signal.SIGTERM, lambda *_: night.stop())
    listener.start()
    night.run()
    return 0


def _ident(club: str, broker: Broker) -> str:
    """Stable across restarts, since the broker keeps missed messages under it; secret, so that nobody steals them."""
    secret = "" if broker.account is None else broker.account.password
    told = json.dumps([club, socket.gethostname(), secret])
    return f"tc-board-{hashlib.sha256(told.encode()).hexdigest()[:14]}"


def _broker(config: Config, args: argparse.Namespace) -> Broker:
    """The boxes' broker, but with the board's own account, which may read all of them."""
    club = config.club if args.account is None else replace(config.club, account=str(args.account))
    return broker_of(club)


def _page(board: ClubBoard, register: Register, inbox: Inbox, args: argparse.Namespace) -> ClubSite:
    address = args.address or local_address()
    if address is None:
        raise Trouble(words("teach.web.no_network"))
    if not 0 <= args.port <= 65535:
        raise Trouble(words("teach.web.bad_port"))
    certificate = None if args.certificate is None else read_certificate(args.certificate)
    return ClubSite(board, register, inbox, address=address, port=args.port, certificate=certificate)


def _window(config: Config, args: argparse.Namespace) -> Window:
    size = config.display.width, config.display.height
    whole = config.display.fullscreen and not args.windowed
    window = Window.open(None if whole else size, zoom=config.display.scale)
    window.look_like(config.display.look, config.display.scale)
    return window


def _export(register: Register, config: Config, path: Path) -> int:
    form = FORMS.get(path.suffix.lower())
    if form is None:
        raise Trouble(words("clubhouse.trouble.form", file=path.name))
    board = ClubBoard(config.club.club, register, Mail(config.club.club, time.monotonic), _Silence(), config.spoken)
    board.downloads.know(board.title, register.counted())
    try:
        put_in_place(path, board.downloads.file(SEASON, form, config.spoken)["content"])
    except OSError as error:
        raise unwritten(path, error, "--export") from error
    print(path)
    return 0


class _Silence:
    """A ``BrokerLine`` to nowhere, for an export."""

    def announce(self, announcement: object) -> None:
        """Sends nothing."""

    def tell_people(self, people: object) -> None:
        """Sends nothing."""

    def forget(self, box: str) -> None:
        """Sends nothing."""

    def reconnect(self) -> None:
        """Receives nothing."""
