"""The command line: one module per command in ``companion.commands``, loaded only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from companion import __version__
from companion.errors import CompanionError

# Name and one line of help; the module of that name has ``add_arguments(parser)`` and ``run(args) -> int``.
COMMANDS: dict[str, str] = {
    "bench": "benchmarks: vision, rules, screen",
    "play": "the program itself; --demo: the twin plays",
    "facts": "what is known of the box: status, check, export, import, edit, serve",
    "score": "score a table written down in a file, with workings",
    "simulate": "the twin plays a night without a window, as fast as it goes",
    "export": "a past game for BG Stats, as a spreadsheet, as text; and a game text back in",
    "history": "the games on this box, the newest first",
    "labels": "tags to print, or the list of them",
    "mat": "the mat to print, with its corner marks",
    "read": "which tags are in these pictures",
    "report": "log, doctor, games and last pictures in one file, for whoever shall find a fault",
    "doctor": "each part: ok, missing or broken, with the next step",
    "gallery": "every screen as a picture, in both languages and three sizes",
    "referee": "the rules without camera or screen: JSON lines in, JSON lines out",
}

EXIT_TROUBLE = 2  # the same as argparse uses for a wrong call


class Command(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


def load_command(name: str) -> Command:
    return cast("Command", importlib.import_module(f"companion.commands.{name}"))


def main(argv: Sequence[str] | None = None) -> int:
    """The console script: exit code 0, or not, as the command deserves."""
    given = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a letter shows a question mark, and the score all the same.
        sys.stdout.reconfigure(errors="replace")
    args = argparse.Namespace()
    try:
        args = parse(given)
        return load_command(args.command).run(args)
    except CompanionError as error:
        print("companion:", *_explained(error, args).splitlines(), file=sys.stderr)
        return EXIT_TROUBLE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; keep Python from complaining once more while it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _explained(error: CompanionError, args: argparse.Namespace) -> str:
    """In the language of the command: its own option, then its settings, then the system's."""
    # Imported late: the list of commands must not cost loading any of this.
    from companion.i18n import Phrases  # noqa: PLC0415
    from companion.settings.config import language_of  # noqa: PLC0415
    from companion.wording import explain  # noqa: PLC0415

    return explain(error, Phrases(language_of(args)))


def parse(given: list[str]) -> argparse.Namespace:
    """The words of a command line, understood or refused as argparse does; nothing is run."""
    parser = argparse.ArgumentParser(prog="companion", description=__doc__ and "The table companion.")
    parser.add_argument("--version", action="version", version=f"table-companion {__version__}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    named = next((word for word in given if not word.startswith("-")), None)
    for name, text in COMMANDS.items():
        sub = subparsers.add_parser(name, help=text, description=text)
        if name == named:
            load_command(name).add_arguments(sub)
    return parser.parse_args(given)
