"""``companion play``: the program itself; with ``--demo`` the twin plays and a viewer can take over."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from companion.club.club_table import ClubTable
from companion.contract import Context
from companion.files import make_folder, unwritten
from companion.games import load_games, name_games
from companion.inbox import Inbox, Pressed
from companion.keeping.folder_lock import FolderLock
from companion.keeping.store import Store, open_store
from companion.keeping.troubles import StoreTrouble
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.pages.begin.first_steps import first_steps, is_new
from companion.pages.begin.start_page import StartPage
from companion.phones.host import Phones
from companion.program.app import App
from companion.program.device import Device
from companion.program.narrator import Narrator
from companion.program.plug import open_patiently
from companion.program.real_table import LOCK_SETTING, RealTable
from companion.program.window import Window
from companion.screens.navigation import Page
from companion.settings import config as settings
from companion.settings.config import Config
from companion.sharing.scoresheet import sheet
from companion.signals.chimes import Chimes
from companion.signals.sounds import Sounds
from companion.signals.speech import Speech, find_speaker
from companion.table.game_setup import adopt_half_scored_table
from companion.twin.headless import HeadlessDemo, Progress
from companion.twin.stage import DemoOptions, DemoStage
from companion.upkeep.crashes import CrashWatch, last_crash
from companion.upkeep.fence import FENCE
from companion.upkeep.hang_watch import HangWatch
from companion.upkeep.heartbeat import Heartbeat
from companion.upkeep.logs import start_logging
from companion.upkeep.releases import Releases
from companion.upkeep.switch_off import PowerButton, start_again
from hardware.camera.settings import parse_lock
from hardware.panel import monotonic_ms
from hardware.power_key import POWER_KEY
from rules.core.words import words

DEMO_FOLDER = "demonstration"
AGAIN = -1  # not an exit code: restart the program instead of exiting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    settings.add_arguments(parser)
    parser.add_argument("--demo", action="store_true")
    name_games(
        parser.add_argument(
            "--game",
            metavar="GAME",
            default=load_games().first,
        )
    )
    parser.add_argument("--players", type=int, default=4, metavar="N")
    parser.add_argument(
        "--seed",
        type=int,
        default=7,
        metavar="S",
    )
    parser.add_argument("--facts", default=None, metavar="NAME")
    parser.add_argument("--new", action="store_true")
    parser.add_argument("--safe", action="store_true")
    parser.add_argument("--windowed", action="store_true")
    parser.add_argument("--size", default=None, metavar="WxH")
    parser.add_argument("--headless", action="store_true")
    parser.add_argument(
        "--pictures",
        type=Path,
        default=Path("demonstration"),
        metavar="FOLDER",
    )


def run(args: argparse.Namespace) -> int:
    config = settings.from_args(args)
    folder = config.data_path / DEMO_FOLDER if args.demo else config.data_path
    with suppress(OSError):  # reported when it is needed, on the screen if there is one
        make_folder(folder)
    with FolderLock(folder) as lock, CrashWatch(folder):
        start_logging(folder)
        code = _demo(config, lock, args) if args.demo else _evening(config, lock, args)
    if code == AGAIN:
        start_again()
    return code


def run_page(args: argparse.Namespace, first: Callable[[Context], Page]) -> int:
    """The same program with another first page, for commands that do one thing on the screen."""
    config = settings.from_args(args)
    args.facts = None
    with FolderLock(settings.data_dir(config)) as lock:
        return _evening(config, lock, args, first)


def _evening(
    config: Config, lock: FolderLock, args: argparse.Namespace, first: Callable[[Context], Page] = StartPage
) -> int:
    """The real program, with whatever hardware there is."""
    folder, heartbeat = lock.folder, Heartbeat()
    window = open_patiently(partial(_open_window, config, args), heartbeat)
    inbox = Inbox()
    games = load_games()
    store = open_store(lock, games.rules, patient=True)
    box = Device(config, inbox, monotonic_ms, parse_lock(_setting(store, LOCK_SETTING)))
    context = Context(config, store, config.spoken, games, args.facts or "own")
    context.parts.update({f"setting {n}": problem.what for n, problem in enumerate(config.problems)})
    if args.safe and (reason := last_crash(folder)):
        context.parts["crash"] = words("crash.last", reason=reason)
    if fallen := Releases().fallen:
        context.parts["release"] = words("update.fallen", release=fallen)
    context.camera = box
    adopt_half_scored_table(context)
    app = App(context, window, inbox, monotonic_ms, first(context))
    if first is StartPage and _asks(args) and is_new(store, config):
        app.open(first_steps(context))
    app.chimes, app.narrator = _chimes(config), _narrator(config)
    context.heed = partial(_heed, app, box)
    FENCE.begin()
    context.phones = app.phones = Phones(context, inbox)
    if not args.safe:
        context.club = app.club = ClubTable(context)
    app.falls.take_up_hang(folder)
    hangs = HangWatch(folder, lambda: app.number)
    evening = RealTable(box, inbox, heartbeat, hangs)
    app.driver = evening
    button = PowerButton(lambda at_ms: inbox.put(Pressed(POWER_KEY, "press", at_ms)), monotonic_ms)
    try:
        box.open(folder, datetime.now(UTC).strftime("%Y%m%d-%H%M%S"), safe=args.safe)
        app.tick()
        heartbeat.ready()
        signal.signal(signal.SIGTERM, lambda *_: app.stop())
        button.open_meanwhile()
        hangs.start()
        app.run()
    finally:
        heartbeat.stopping()
        hangs.close()
        button.close()
        evening.close()
        app.phones.close()
        if app.club is not None:
            app.club.close()
        box.close()
        store.close()
        window.close()
    return AGAIN if app.again else 0


def _asks(args: argparse.Namespace) -> bool:
    """No first steps for someone who starts it with their own settings, or in safe mode."""
    return not (args.safe or args.config or args.set or args.facts)


def _setting(store: Store, name: str) -> str:
    try:
        return store.setting(name)
    except StoreTrouble:
        return ""


def _demo(config: Config, lock: FolderLock, args: argparse.Namespace) -> int:
    games = load_games()
    store = open_store(lock, games.rules)
    try:
        demo_config = replace(config, camera=replace(config.camera, kind="twin"))
        context = Context(demo_config, store, config.spoken, games)
        options = DemoOptions(
            games.slug_of(args.game, config.data_path), args.players, args.seed, args.facts or "practice", args.new
        )
        return _headless(options, context, args) if args.headless else _windowed(options, context, config, args)
    finally:
        store.close()


def _windowed(options: DemoOptions, context: Context, config: Config, args: argparse.Namespace) -> int:
    window = _open_window(config, args)
    stage = DemoStage(options, context, window, monotonic_ms, threaded=True)
    stage.app.chimes, stage.app.narrator = _chimes(config), _narrator(config)
    context.heed = partial(_heed, stage.app, None)
    try:
        stage.app.run()
    finally:
        stage.close()
        window.close()
    return 0


def _chimes(config: Config) -> Chimes:
    return Chimes(Sounds(enabled=config.sound.on, volume=config.sound.volume))


def _narrator(config: Config) -> Narrator:
    is_on, voice = config.sound.speech != "off", Phrases(config.spoken)("language.voice")
    speaker = find_speaker(config.spoken, voice, config.voices_path) if is_on else None
    return Narrator(Speech(speaker), config.sound.speech)


def _heed(app: App, box: Device | None, config: Config) -> None:
    """Applies settings changed on the screen at once."""
    before = app.context.config
    if (config.sound, config.spoken) != (before.sound, before.spoken):
        app.chimes, app.narrator = _chimes(config), _narrator(config)
        app.chimes.try_out()
    app.window.look_like(config.display.look, config.display.scale)
    if box is not None:
        box.heed(config)


def _open_window(config: Config, args: argparse.Namespace) -> Window:
    size = _size(args.size) or (config.display.width, config.display.height)
    whole = config.display.fullscreen and not args.windowed
    window = Window.open(None if whole else size, zoom=config.display.scale)
    window.look_like(config.display.look, config.display.scale)
    return window


def _headless(options: DemoOptions, context: Context, args: argparse.Namespace) -> int:
    try:
        args.pictures.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(args.pictures, error, "--pictures") from error
    demo = HeadlessDemo(replace(options, pace_ms=200), context, args.pictures, _size(args.size) or (1280, 720))
    progress = Progress()
    finished = demo.run(progress)
    progress.end()
    table = demo.stage.app.table
    row = context.store.game(context.store.games()[0].id)
    if not finished or row.result is None or table is None:
        raise Trouble(words("command.half_way", folder=str(context.config.data_path)))
    print(sheet(row.result, table.say, table.game.figures))
    print("\n" + table.say("command.pictures", folder=str(args.pictures.resolve())))
    return 0


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise Trouble(words("command.window_size", got=repr(text)))
    return int(width), int(height)
