"""The broker as the settings name it: where it is, and the account there, in a small file only its owner may read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from companion.club.topics import MOST_SLOTS, is_box, is_name
from companion.documents import parse_toml
from companion.files import check_private, read_whole
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from rules.core.errors import InvalidValue
from rules.core.values import any_text, text, whole
from rules.core.words import words

LARGEST = 4096
LONGEST = 200


class LinkTrouble(Trouble):
    """The broker cannot be used; says why."""


@dataclass(frozen=True, slots=True)
class Account:
    """``ca``: the authority, as PEM, that vouches for the broker of this club and for nothing else; empty: none.
    ``results``: so many the broker keeps of this box, each in a slot; 0: any. ``client``: the only client id by which
    the box is let in, secret, since who knows it could cut the connection; empty: any."""

    user: str
    password: str = field(repr=False)
    ca: str = ""
    results: int = 0
    client: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and as whom we log in. ``tls``: with an authority of the system's or of ``ca``; an account
    that names one of its own is used with no other."""

    host: str
    port: int
    tls: bool = False
    ca: Path | None = None
    account: Account | None = None

    @property
    def place(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def slots(self) -> int:
        """0: each result has a topic of its own, for ever."""
        return 0 if self.account is None else self.account.results

    def client(self, otherwise: str) -> str:
        """The client id of a box: the one that its account is bound to, if it is."""
        return otherwise if self.account is None else self.account.client or otherwise


def broker_of(club: ClubSettings) -> Broker:
    """The broker of the settings; raises ``Trouble`` if they are incomplete or the account cannot be read."""
    if not club.broker.strip():
        raise LinkTrouble(words("club.trouble.no_broker_set"))
    ca = Path(club.ca).expanduser() if club.ca else None
    account = read_account(Path(club.account).expanduser()) if club.account else None
    tls = club.tls or (account is not None and bool(account.ca))
    return Broker(club.broker.strip(), club.port, tls, ca, account)


def check_names(club: ClubSettings) -> None:
    """Raises ``LinkTrouble`` without a usable name for the club and for this box."""
    if not is_name(club.club):
        raise LinkTrouble(words("club.trouble.no_club"))
    if not is_box(club.box):
        raise LinkTrouble(words("club.trouble.no_box"))


def read_account(path: Path) -> Account:
    """Raises ``Trouble`` if the file is missing, malformed, or readable by others."""
    content = read_whole(path, LARGEST)
    check_private(path)
    try:
        values = parse_toml(content)
        return Account(
            text(values.get("user"), "user", LONGEST),
            text(values.get("password"), "password", LONGEST),
            any_text(values.get("ca", ""), "ca", LARGEST),
            whole(values.get("results", 0), "results", 0, MOST_SLOTS),
            any_text(values.get("client", ""), "client", LONGEST),
        )
    except InvalidValue as error:
        raise Trouble(
            words("club.trouble.account", file=str(path), key=error.place)
        ) from None  # the error may quote the password
    except ValueError:
        raise Trouble(words("club.trouble.account_toml", file=str(path))) from None
