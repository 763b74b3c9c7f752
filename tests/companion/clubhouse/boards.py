"""A board with what is around it, and a host who does things on its page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from companion.club.messages import Announcement, ClubPeople, encode
from companion.clubhouse.club_board import HOST, ClubBoard
from companion.clubhouse.mail import Mail
from companion.clubhouse.register import Register, open_register
from companion.inbox import PhoneAsked
from companion.keeping.folder_lock import FolderLock
from companion.web.push import Said
from tests.companion.clubhouse.results import result

NOW = datetime(2026, 11, 14, 23, 30, tzinfo=UTC)
CLUB = "north-side"


class Line:
    def __init__(self) -> None:
        self.said: list[Announcement] = []
        self.people: list[ClubPeople] = []
        self.forgotten: list[str] = []
        self.anew = 0

    def announce(self, notice: Announcement) -> None:
        self.said.append(notice)

    def tell_people(self, people: ClubPeople) -> None:
        self.people.append(people)

    def forget(self, box: str) -> None:
        self.forgotten.append(box)

    def reconnect(self) -> None:
        self.anew += 1


class Reader:
    """Two people with the page open, in two languages."""

    languages = frozenset(("en", "de"))

    def publish(self, said: Mapping[str, Said]) -> None:
        self.said = said


class Club:
    """A board with what is around it, and a host who does things on the page."""

    def __init__(self, lock: FolderLock) -> None:
        self.lock = lock
        self.start()

    def start(self) -> None:
        self.register: Register = open_register(self.lock)
        self.mail, self.line = Mail(CLUB, lambda: 0.0), Line()
        self.board = ClubBoard(CLUB, self.register, self.mail, self.line, "en")

    def says(self, box: str, kind: str, payload: bytes, game: str = "") -> None:
        self.mail.put(f"table-companion/{CLUB}/{box}/{kind}" + (f"/{game}" if game else ""), payload)
        self.board.take_in(NOW)

    def ended(self, number: int, ranked: dict[str, tuple[int, int | None]], **more: Any) -> None:
        one = result(number, ranked, **more)
        self.says(f"box-{number}", "result", encode(one), one.game)

    def wants(self, player: str = HOST, **wish: Any) -> Mapping[str, Any]:
        answers: list[Mapping[str, Any]] = []
        self.board.hear(PhoneAsked(player, wish, answers.append, lambda: True), NOW)
        return answers[0]

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        reader = Reader()
        self.board.publish(self.board.known(NOW), reader)
        shared, own = reader.said["en"]
        return open_parts(shared), open_parts(own[HOST])

    def season(self) -> list[list[Any]]:
        return [row[:3] for row in self.parts()[0]["standings"][1]["rows"]]


def open_parts(parts: Mapping[str, str]) -> dict[str, Any]:
    return {name: json.loads(text) for name, text in parts.items()}
