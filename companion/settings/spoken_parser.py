"""argparse in the language of the settings: the code names options, ``cli.toml`` says what they do.

Texts are read when there is something to say: a call that is in order reads none.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NoReturn

EXIT_TROUBLE = 2  # the same as argparse uses for a wrong call

# What argparse itself says, by its own English; it looks its texts up by ``_``, which is gettext's.
MESSAGES = {
    "usage: ": "cli.usage",
    "argument %(argument_name)s: %(message)s": "cli.wrong.argument",
    "the following arguments are required: %s": "cli.wrong.required",
    "one of the arguments %s is required": "cli.wrong.one_required",
    "not allowed with argument %s": "cli.wrong.together",
    "unrecognized arguments: %s": "cli.wrong.unknown",
    "ambiguous option: %(option)s could match %(matches)s": "cli.wrong.ambiguous",
    "ignored explicit argument %r": "cli.wrong.ignored",
    "expected one argument": "cli.wrong.one",
    "expected at most one argument": "cli.wrong.most_one",
    "expected at least one argument": "cli.wrong.least_one",
    "invalid %(type)s value: %(value)r": "cli.wrong.value",
    "invalid choice: %(value)r (choose from %(choices)s)": "cli.wrong.choice",
}


@cache
def _texts() -> dict[str, str]:
    # Imported late, so that a call that is in order stays fast.
    from companion.language.one_part import part_texts  # noqa: PLC0415
    from companion.settings.config import language_of  # noqa: PLC0415

    return dict(part_texts("cli", language_of(argparse.Namespace())))


def cli_text(key: str, **values: object) -> str:
    """A text of ``cli.toml`` with its values."""
    return _texts()[f"cli.{key}"] % values


def wrong_value(key: str, **values: str) -> argparse.ArgumentTypeError:
    """For the ``type`` of an option: why it does not take a value."""
    from companion.language.i18n import Phrases  # noqa: PLC0415
    from companion.settings.config import language_of  # noqa: PLC0415

    return argparse.ArgumentTypeError(Phrases(language_of(argparse.Namespace()))(key, **values))


def with_values(action: argparse.Action, **values: object) -> None:
    """What the help of an option names beside its default, as ``%(name)s``."""
    vars(action).update(values)


@contextmanager
def speaking() -> Iterator[None]:
    """While this lasts, what argparse says is in the language of the settings, as they are now."""
    _texts.cache_clear()
    before: Any = vars(argparse)["_"]
    setattr(argparse, "_", lambda said: _texts()[MESSAGES[said]] if said in MESSAGES else before(said))  # noqa: B010
    try:
        yield
    finally:
        setattr(argparse, "_", before)  # noqa: B010


class SpokenParser(argparse.ArgumentParser):
    """Reports a wrong call in one line; argparse would print the whole usage first."""

    def error(self, message: str) -> NoReturn:
        from companion.language.i18n import plain  # noqa: PLC0415

        said = plain(" ".join(message.splitlines()))
        self.exit(EXIT_TROUBLE, cli_text("see", prog=self.prog, message=said) + "\n")

    def format_help(self) -> str:
        texts, path = _texts(), self.prog.split()[1:]
        self.description = next(filter(None, (texts.get(key) for key in _about(path))), self.description)
        self._positionals.title, self._optionals.title = texts["cli.arguments"], texts["cli.options"]
        for action in self._actions:
            named = getattr(action, "_choices_actions", ())
            for one in (action, *named):
                one.help = next(filter(None, (texts.get(key) for key in _keys(one, path))), one.help)
            if action.nargs != 0 and (action.metavar or not action.choices):
                action.metavar = _value_name(action, texts)
        return super().format_help()


def _about(path: list[str]) -> tuple[str, ...]:
    return (f"cli.option.{'.'.join(path)}", f"cli.command.{'.'.join(path)}") if path else ("cli.about",)


def _value_name(action: argparse.Action, texts: dict[str, str]) -> str:
    """``FILE.pdf``: what stands for a value, its words in capitals translated."""
    named = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    return re.sub(r"[A-Z]{2,}", lambda word: texts.get(f"cli.value.{word[0].lower()}", word[0]), str(named))


def _keys(action: argparse.Action, path: list[str]) -> Iterator[str]:
    """Where the help of an option, an argument or a command may stand: its own, the command's, that of all commands."""
    name = (action.option_strings[-1].lstrip("-") if action.option_strings else action.dest).replace("-", "_")
    command, *inner = path or [""]
    if not command:
        yield from (f"cli.command.{name}", f"cli.{name}")
    yield from (f"cli.option.{command}.{one}_{name}" for one in inner)
    yield from (f"cli.option.{command}.{name}", f"cli.option.any.{name}", f"cli.{name}")
