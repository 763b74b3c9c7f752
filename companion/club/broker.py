"""The broker as the settings name it: where it is, and the account there, in a small file only its owner may read."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path

from companion.club.topics import is_box, is_name
from companion.documents import parse_toml
from companion.files import os_reason, read_whole
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from rules.core.errors import InvalidValue
from rules.core.values import text
from rules.core.words import words

LARGEST = 4096
LONGEST = 200


class LinkTrouble(Trouble):
    """The broker cannot be used; says why."""


@dataclass(frozen=True, slots=True)
class Account:
    user: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and as whom we log in."""

    host: str
    port: int
    tls: bool = False
    ca: Path | None = None
    account: Account | None = None

    @property
    def place(self) -> str:
        return f"{self.host}:{self.port}"


def broker_of(club: ClubSettings) -> Broker:
    """The broker of the settings; raises ``Trouble`` if they are incomplete or the account cannot be read."""
    if not club.broker.strip():
        raise LinkTrouble(words("club.trouble.no_broker_set"))
    ca = Path(club.ca).expanduser() if club.ca else None
    account = read_account(Path(club.account).expanduser()) if club.account else None
    return Broker(club.broker.strip(), club.port, club.tls, ca, account)


def check_names(club: ClubSettings) -> None:
    """Raises ``LinkTrouble`` without a usable name for the club and for this box."""
    if not is_name(club.club):
        raise LinkTrouble(words("club.trouble.no_club"))
    if not is_box(club.box):
        raise LinkTrouble(words("club.trouble.no_box"))


def read_account(path: Path) -> Account:
    """Raises ``Trouble`` if the file is missing, malformed, or readable by others."""
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
        ) from None  # the error may quote the password
    except ValueError:
        raise Trouble(words("club.trouble.account_toml", file=str(path))) from None


def _check_mode(path: Path) -> None:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise Trouble(words("facts.trouble.unreadable", file=str(path), reason=os_reason(error))) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Trouble(words("club.trouble.account_open", file=str(path), mode=f"{mode:o}"))
