"""The command line: one module per command in ``companion.commands``, loaded only when it is used."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from companion import CompanionError
from companion.extras import EXTRAS, missing
from companion.settings.spoken_parser import EXIT_TROUBLE, SpokenParser, cli_text, speaking

# The module of that name has ``add_arguments(parser)`` and ``run(args) -> int``; what each does is in ``cli.toml``.
COMMANDS = (
    "play", "score", "sheet", "read", "labels", "mat", "facts", "history", "export",
    "club", "simulate", "referee", "doctor", "report", "bench", "gallery",
)  # fmt: skip


class Command(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


def load_command(name: str) -> Command:
    return cast("Command", importlib.import_module(f"companion.commands.{name}"))


def main(argv: Sequence[str] | None = None) -> int:
    """The console script; returns the exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a letter shows a question mark instead of failing.
        sys.stdout.reconfigure(errors="replace")
    from companion.blame import telling_interrupts_apart  # noqa: PLC0415 (late, as all that follows)

    args = argparse.Namespace()
    try:
        try:
            with telling_interrupts_apart():  # the names of the games are in the help: they are loaded for it
                args = parse(given)
                return _run(args)
        finally:
            print(end="", flush=True)  # a failed write is handled below, not while Python exits
    except CompanionError as error:
        return _refuse(_explained(error, args))
    except ModuleNotFoundError as error:
        if _library(error) not in EXTRAS:
            raise
        return _refuse(_explained(missing(_library(error)), args))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_output()  # the reader has gone
        return 0
    except OSError as error:
        if error.filename is not None:  # a file of ours: a bug where it was opened
            raise
        _drop_output()
        return _refuse(cli_text("unwritten", reason=error.strerror or error))


def _run(args: argparse.Namespace) -> int:
    """A game that fails is named in a line, whatever it raises; what fails in our own code stays as it is."""
    from companion.blame import let_through  # noqa: PLC0415

    try:
        return load_command(args.command).run(args)
    except CompanionError:
        raise
    except BaseException as error:
        let_through(error)
        is_extra = isinstance(error, ModuleNotFoundError) and _library(error) in EXTRAS
        trouble = None if is_extra else _of_game(error)
        if trouble is None:
            raise
        raise trouble from error


def _library(error: ModuleNotFoundError) -> str:
    return (error.name or "").partition(".")[0]


def _of_game(error: BaseException) -> CompanionError | None:
    from companion.blame import failed_game, reason_of  # noqa: PLC0415
    from companion.language.wording import Trouble  # noqa: PLC0415
    from rules.core.words import words  # noqa: PLC0415

    name = failed_game(error)
    return Trouble(words("games.failed", name=name, why=reason_of(error))) if name else None


def _drop_output() -> None:
    """Keeps Python from failing again on the rest of the buffer while it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(text: str) -> int:
    print("companion:", _plain(text), file=sys.stderr)
    return EXIT_TROUBLE


def _plain(text: str) -> str:
    """On one line, and without control characters: file names come from anywhere."""
    from companion.language.i18n import plain  # noqa: PLC0415

    return plain(" ".join(text.splitlines()))


def _explained(error: CompanionError, args: argparse.Namespace) -> str:
    """In the language of the command: its own option, then its settings, then the system's."""
    # Imported late, so that ``companion --help`` stays fast.
    from companion.language.i18n import Phrases  # noqa: PLC0415
    from companion.language.wording import explain  # noqa: PLC0415
    from companion.settings.config import language_of  # noqa: PLC0415

    return explain(error, Phrases(language_of(args)))


class _Version(argparse.Action):
    """Asks for the commit only when it is wanted: in a checkout that means asking git."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from companion.resources import full_version  # noqa: PLC0415

        print("table-companion", full_version())
        parser.exit()


def parse(given: list[str]) -> argparse.Namespace:
    """Parses the command line, or exits as argparse does; runs nothing."""
    parser = SpokenParser(prog="companion")
    parser.add_argument("--version", action=_Version, nargs=0)
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    named = next((word for word in given if not word.startswith("-")), None)
    for name in COMMANDS:
        sub = subparsers.add_parser(name, help="")
        if name == named:
            load_command(name).add_arguments(sub)
    with speaking():
        return parser.parse_args(given)
