"""The MQTT topics of a club: ``table-companion/<club>/<box>/state`` and its siblings. Pure text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

ROOT = "table-companion"
BOARD = "board"  # in place of a box; no box may have this name
ONLINE, OFFLINE = "online", "offline"

Kind: TypeAlias = Literal["availability", "state", "event", "result", "call", "notice"]
KINDS: tuple[Kind, ...] = get_args(Kind)

NAME = re.compile(r"[a-z0-9-]{1,40}")
GAME = re.compile(r"[a-z0-9]{16,40}")
SLOT = re.compile(r"[0-9]{1,2}")
MOST_SLOTS = 100
LONGEST = 160  # characters; longer topics are ignored


def is_name(text: str) -> bool:
    """Whether a club or a box may have this name in a topic."""
    return NAME.fullmatch(text) is not None


def is_box(text: str) -> bool:
    return is_name(text) and text != BOARD


def is_slot(text: str) -> bool:
    return SLOT.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Topic:
    """``game``: for results only; the number of a slot instead, where the broker keeps so many of a box and no more.
    The kind ``notice`` comes from the board, all others from a box."""

    club: str
    box: str
    kind: Kind
    game: str = ""

    def __str__(self) -> str:
        tail = f"/{self.game}" if self.game else ""
        return f"{ROOT}/{self.club}/{self.box}/{self.kind}{tail}"


def parse_topic(text: str) -> Topic | None:
    """None if the topic is not one of ours."""
    if len(text) > LONGEST:
        return None
    root, *rest = text.split("/")
    if root != ROOT or len(rest) not in (3, 4):
        return None
    club, box, kind = rest[:3]
    game = rest[3] if len(rest) == 4 else ""
    known = next((one for one in KINDS if one == kind), None)
    if known is None or not is_name(club) or not is_name(box) or (known == "notice") != (box == BOARD):
        return None
    if (known == "result") != (len(rest) == 4) or (game and GAME.fullmatch(game) is None and not is_slot(game)):
        return None
    return None if known == "result" and not game else Topic(club, box, known, game)


def box_topics(club: str) -> tuple[str, ...]:
    """What a club's board subscribes to."""
    kinds = [f"{ROOT}/{club}/+/{kind}" for kind in ("availability", "state", "event", "call")]
    return (*kinds, f"{ROOT}/{club}/+/result/+")


def people_topic(club: str) -> str:
    """Who the club's people are and who sits where; every box subscribes to it."""
    return f"{ROOT}/{club}/{BOARD}/people"


def announcement_topic(club: str) -> str:
    """What every box of a club subscribes to."""
    return str(Topic(club, BOARD, "notice"))
