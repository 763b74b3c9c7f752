"""Hidden unless said: what a command or an event shows, and how much of it nobody had seen before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from rules.core.codec import Codec
from rules.core.secrecy import HIDDEN, disclosed, open_fields, open_to_all, openness_of, shown
from rules.core.telling import tell_plainly
from rules.core.words import words


@dataclass(frozen=True, slots=True)
class Hid:
    seat: int
    card: str


@open_to_all
@dataclass(frozen=True, slots=True)
class Drew:
    seat: int
    card: str = "gold#1"


@open_to_all("seat", discloses=0)
@dataclass(frozen=True, slots=True)
class Laid:
    seat: int
    card: str


@open_to_all(discloses="hands")
@dataclass(frozen=True, slots=True)
class Opened:
    hands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class DrewAgain(Drew):
    """Built upon an open one, and itself not marked."""


CODEC: Codec[Any] = Codec("event", (Hid, Drew, Laid, Opened, DrewAgain))


def test_what_is_not_said_is_hidden() -> None:
    assert shown(Hid(1, "gold#1"), CODEC) == {"event": "hid"}
    assert shown(DrewAgain(1, "silk#2"), CODEC) == {"event": "drew_again"}
    assert (open_fields(Hid), openness_of(Hid), openness_of(DrewAgain)) == ((), HIDDEN, HIDDEN)
    assert tell_plainly("toy", Hid(1, "gold#1")) == words("toy.event.hid")


def test_just_the_open_fields_are_shown_and_told() -> None:
    assert shown(Drew(1, "silk#2"), CODEC) == {"event": "drew", "seat": 1, "card": "silk#2"}
    assert shown(Drew(1), CODEC) == {"event": "drew", "seat": 1}
    assert shown(Laid(1, "gold#1"), CODEC) == {"event": "laid", "seat": 1}
    assert tell_plainly("toy", Laid(1, "gold#1")) == words("toy.event.laid", seat=1)


def test_what_a_sentence_cannot_hold_is_not_told() -> None:
    assert tell_plainly("toy", Opened((("gold#1",),))) == words("toy.event.opened")


def test_unless_said_otherwise_one_thing_has_been_seen() -> None:
    hands = (("gold#1", "silk#1"), (), ("camel#1",))
    events = (Hid(1, "gold#1"), Drew(1), Laid(1, "gold#1"), Opened(hands))
    assert [disclosed(event) for event in events] == [1, 1, 0, 3]


@pytest.mark.parametrize("mark", [open_to_all("place"), open_to_all(discloses="cards")])
def test_a_field_that_is_not_there_cannot_be_opened(mark: Any) -> None:
    with pytest.raises(TypeError, match="expected fields of Hid"):
        mark(Hid)
