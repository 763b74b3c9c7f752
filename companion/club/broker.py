"""The account of a box or a board at the broker: a small file that only its owner may read."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path

from companion.documents import parse_toml
from companion.files import os_reason, read_whole
from companion.language.wording import Trouble
from rules.core.errors import InvalidValue
from rules.core.values import text
from rules.core.words import words

LARGEST = 4096
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Account:
    user: str
    password: str = field(repr=False)


def read_account(path: Path) -> Account:
    """Raises ``Trouble``: not there, not understood, or open to others."""
    content = read_whole(path, LARGEST)
    _check_mode(path)
    try:
        values = parse_toml(content)
        return Account(
            text(values.get("user"), "user", LONGEST),
            text(values.get("password"), "password", LONGEST),
        )
    except InvalidValue as error:
        raise Trouble(
            words("club.trouble.account", file=str(path), key=error.place)
        ) from None  # it may quote what is secret
    except ValueError:
        raise Trouble(words("club.trouble.account_toml", file=str(path))) from None


def _check_mode(path: Path) -> None:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise Trouble(words("facts.trouble.unreadable", file=str(path), reason=os_reason(error))) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Trouble(words("club.trouble.account_open", file=str(path), mode=f"{mode:o}"))
