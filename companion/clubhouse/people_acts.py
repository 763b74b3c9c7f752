"""What the host does with people: registers them, and says who it was in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from companion.clubhouse.person_values import LONGEST_NOTE, read_id
from companion.clubhouse.persons import PersonKept, PersonMatched, PersonSplit, free_sign, new_id
from companion.clubhouse.register import Register
from companion.drawing.fonts import can_draw
from companion.language.wording import Trouble
from rules.core.players import LONGEST_NAME
from rules.core.values import any_text, maybe_text, text
from rules.core.words import words

Act = Callable[[Register, Mapping[str, Any], datetime], None]


def _person(register: Register, wish: Mapping[str, Any], now: datetime) -> None:
    """Registers somebody, or with ``id`` changes what is known. An empty sign is made from the name."""
    keep_person(register, wish, now)


def keep_person(register: Register, wish: Mapping[str, Any], now: datetime) -> PersonKept:
    name = text(_said(wish, "name", LONGEST_NAME), "name", LONGEST_NAME)
    sign, note = _said(wish, "sign", LONGEST_NAME), _said(wish, "note", LONGEST_NOTE)
    ident = _said(wish, "id", LONGEST_NAME)
    changes = [one.change for one in register.corrections()]
    if ident and ident not in register.counted().persons.kept:
        raise Trouble(words("clubhouse.people.nobody"))
    sign = text(sign or free_sign(name, register.counted().persons), "sign", LONGEST_NAME)
    check_drawable(sign, "clubhouse.people.letters" if "sign" in wish else "phones.strange_letters")
    person = PersonKept(
        ident or new_id(changes),
        name,
        sign,
        maybe_text(note, "note", LONGEST_NOTE),
    )
    register.correct(who_asks(wish), person, now)
    return person


def _other(register: Register, wish: Mapping[str, Any], now: datetime) -> None:
    """Whoever counts as ``was`` in these games was ``to``: somebody registered, or a new person of that ``name``."""
    games = tuple(any_text(wish.get("games"), "games", 200).split())
    was, to = str(wish.get("was", "")), _said(wish, "to", LONGEST_NAME)
    if not games or not was:
        raise Trouble(words("clubhouse.trouble.not_understood"))
    person = register.counted().persons.by_sign(was)
    ident = read_id(to, "to") if to else keep_person(register, wish, now).id
    if person is not None:
        register.correct(who_asks(wish), PersonSplit(person.id, ident, games), now)
        return
    for game in games:
        register.correct(who_asks(wish), PersonMatched(was, ident, game=game), now)


def check_drawable(shown: str, refusal: str = "phones.strange_letters") -> None:
    """Raises ``Trouble`` for letters that the fonts of this program lack: board, boxes and paper would show question
    marks."""
    if strange := "".join(dict.fromkeys(letter for letter in shown if letter.isprintable() and not can_draw(letter))):
        raise Trouble(words(refusal, letters=strange))


def who_asks(wish: Mapping[str, Any]) -> str:
    return str(wish.get("who", "")).strip()


def _said(wish: Mapping[str, Any], key: str, longest: int) -> str:
    return any_text(wish.get(key, ""), key, longest).strip()


PEOPLE_ACTS: Mapping[str, Act] = {"person": _person, "other": _other}
