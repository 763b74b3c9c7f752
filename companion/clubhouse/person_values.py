"""Changes of persons as plain values, to the file and from the page. The names of the kinds are part of the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.clubhouse.persons import PersonChange, PersonKept, PersonMatched, PersonsMerged, PersonSplit
from rules.core.errors import expect
from rules.core.players import LONGEST_NAME
from rules.core.values import any_text, listed, maybe_text, text, wrong

LONGEST_ID = 60
LONGEST_NOTE = 100
MOST_SPLIT = 1_000  # games of one person
PERSON_ID = re.compile(r"p[1-9][0-9]{0,6}")

PERSON_SORTS: Mapping[type[Any], str] = {
    PersonKept: "person",
    PersonMatched: "match",
    PersonsMerged: "merge",
    PersonSplit: "split",
}


def read_id(value: object, key: str) -> str:
    if not isinstance(value, str) or PERSON_ID.fullmatch(value) is None:
        raise wrong(key, expect("person"), value)
    return value


def read_name(values: Mapping[str, Any], key: str) -> str:
    return text(any_text(values.get(key), key, LONGEST_NAME).strip(), key, LONGEST_NAME)


def _person(values: Mapping[str, Any]) -> PersonKept:
    note = any_text(values.get("note", ""), "note", LONGEST_NOTE).strip()
    return PersonKept(
        read_id(values.get("id"), "id"),
        read_name(values, "name"),
        read_name(values, "sign"),
        maybe_text(note, "note", LONGEST_NOTE),
    )


def _matched(values: Mapping[str, Any]) -> PersonMatched:
    return PersonMatched(
        read_name(values, "name"),
        read_id(values.get("person"), "person"),
        maybe_text(values.get("box"), "box", LONGEST_ID),
        maybe_text(values.get("game"), "game", LONGEST_ID),
    )


def _merged(values: Mapping[str, Any]) -> PersonsMerged:
    return PersonsMerged(read_id(values.get("person"), "person"), read_id(values.get("into"), "into"))


def _split(values: Mapping[str, Any]) -> PersonSplit:
    games = listed(values.get("games"), "games", 1, MOST_SPLIT)
    return PersonSplit(
        read_id(values.get("person"), "person"),
        read_id(values.get("to"), "to"),
        tuple(text(one, "games", LONGEST_ID) for one in games),
    )


PERSON_READERS: Mapping[str, Callable[[Mapping[str, Any]], PersonChange]] = {
    "person": _person,
    "match": _matched,
    "merge": _merged,
    "split": _split,
}
