"""The owner's facts for any game: telling one more at the table, or importing another owner's file. Nothing is lost."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import tomlkit

from companion.facts.box import GameBox
from companion.facts.edition import edition_words
from companion.facts.file import (
    LARGEST_FILE,
    WHOLE,
    FactsFile,
    entry_in,
    load_facts_file,
    place_of,
    refusal,
    with_entries,
    with_top,
)
from companion.files import is_there, one_at_a_time, write_whole
from companion.language.wording import Trouble
from rules.core import origins
from rules.core.errors import InvalidValue, expect
from rules.core.values import named, wrong
from rules.core.words import Words, words

LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class FactsImport:
    """An import as planned: new facts, facts that differ (mine, theirs), and whether those are replaced."""

    new: tuple[str, ...]
    differences: Mapping[str, tuple[Any, Any]]
    replaced: bool
    text: str  # the owner's file as it will be
    edition: Words | None = None  # a warning that the other box has different cards

    @property
    def differing(self) -> tuple[str, ...]:
        return tuple(self.differences)


def told_today(game: int | None = None) -> str:
    """The origin of a fact told today, perhaps during a game."""
    return origins.told(datetime.now().astimezone().date().isoformat(), game)


def remember(box: GameBox, fact: str, value: Any, origin: str | None = None) -> None:
    """Writes one fact (``cards.gold.letter``) into the owner's file; everything else there stays."""
    remember_all(box, {fact: value}, origin)


def remember_all(box: GameBox, told: Mapping[str, Any], origin: str | None = None) -> None:
    """Writes several facts at once, all or none. The value None forgets a fact: it is unknown again.

    ``origin`` is kept beside each (``rules.core.origins``); by default: told today.
    """
    with one_at_a_time(box.own_path().parent):  # a browser or another command may be telling facts too
        _keep(box, _with_told(box, told, told_today() if origin is None else origin))


def entries_now(box: GameBox, facts: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """The entries that contain these facts, by their path, as they are now."""
    document = _own(box)[1]
    places = dict.fromkeys(_section_and_name(box, fact) for fact in facts)
    return {place_of(section, name): entry_in(document, section, name) for section, name in places}


def put_back(box: GameBox, entries: Mapping[str, Mapping[str, Any]]) -> None:
    """Restores entries saved by ``entries_now``, all or none."""
    with one_at_a_time(box.own_path().parent):
        text, document = _own(box)
        for place, entry in entries.items():
            section, _, name = place.partition(".")
            text, document = with_entries(text, section, {name: entry}, document)
        _keep(box, text)


def _with_told(box: GameBox, told: Mapping[str, Any], line: str) -> str:
    """The owner's file as it will be."""
    text, document = _own(box)
    changed: dict[str, dict[str, Any]] = {}
    try:
        for fact, value in told.items():
            section, name = _section_and_name(box, fact)
            entries = changed.setdefault(section, {})
            entry = entries.get(name, entry_in(document, section, name))
            entries[name] = _forgotten(box, entry, fact) if value is None else box.tell(entry, fact, value, line)
        for section, entries in changed.items():
            text, document = with_entries(text, section, entries, document)
        text, document = _in_format(box, text, document)
        box.judge(document)
    except InvalidValue as error:
        _judge_file(box)  # if the file was wrong before, that error names the line
        raise Trouble(words("facts.trouble.wrong_value", key=error.place, expected=error.expected)) from error
    return text


def _in_format(box: GameBox, text: str, document: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """A file keeps its older format until a fact is told that needs a newer one."""
    needed = box.format_for(document)
    if needed == document.get("format"):
        return text, document
    newer = {**document, "format": needed}
    written = with_top(text, "format", needed)
    return tomlkit.dumps(newer) if written is None else written, newer


def _section_and_name(box: GameBox, fact: str) -> tuple[str, str]:
    section, _, rest = fact.partition(".")
    if section in box.lists and rest:
        return section, WHOLE
    name = rest.partition(".")[0]
    if section not in box.sections or not name:
        raise wrong("fact", expect("fact_like", example=f"{box.sections[0]}.name.key"), fact)
    return section, name


def _forgotten(box: GameBox, entry: Mapping[str, Any], fact: str) -> dict[str, Any]:
    is_list = fact.partition(".")[0] in box.lists
    keys = {fact.split(".")[1 if is_list else 2]} if is_list or fact.count(".") > 1 else set(entry)
    keys |= {box.told_in_part[key] for key in keys if key in box.told_in_part}
    kept = {key: value for key, value in entry.items() if key not in {*keys, "origin"}}
    origin = {key: line for key, line in entry.get("origin", {}).items() if key in kept}
    return {**kept, "origin": origin} if origin else kept


def take_over(box: GameBox, file: FactsFile, *, replace: bool = False) -> FactsImport:
    """Imports another owner's facts into the own file. What is known already stays, unless ``replace``."""
    with one_at_a_time(box.own_path().parent):
        planned = plan_import(box, file, replace=replace)
        _keep(box, planned.text)
    return planned


def _keep(box: GameBox, text: str) -> None:
    """Refuses to write a file too large to be read again."""
    if len(text.encode()) > LARGEST_FILE:
        reason = words("facts.reason.too_large", most=f"{LARGEST_FILE:,}")
        raise Trouble(words("facts.trouble.unwritten", file=str(box.own_path()), reason=reason))
    write_whole(box.own_path(), text)


def plan_import(box: GameBox, file: FactsFile, *, replace: bool = False) -> FactsImport:
    """What an import would change. Nothing is written yet."""
    judge(box, file)
    theirs, called = file.values, named(file.path.name)
    if theirs.get("practice"):
        raise Trouble(words("facts.trouble.practice", file=called))
    _judge_file(box)
    text, mine = _own(box)
    joined_document = mine
    new: list[str] = []
    differences: dict[str, tuple[Any, Any]] = {}
    stamp = origins.from_file(str(theirs.get("title") or called))
    for section in (*box.sections, *box.lists):
        names = ((WHOLE,) if section in theirs else ()) if section in box.lists else tuple(theirs.get(section, {}))
        stamped = {name: _stamped(box, entry_in(theirs, section, name), stamp) for name in names}
        entries = {name: (entry_in(mine, section, name), entry) for name, entry in stamped.items()}
        for name, (own, other) in entries.items():
            facts = {key: f"{place_of(section, name)}.{key}" for key in other if key != "origin"}
            new += [fact for key, fact in facts.items() if key not in own]
            differences |= {
                fact: (own[key], other[key]) for key, fact in facts.items() if key in own and own[key] != other[key]
            }
        joined = {name: box.join(*(pair if replace else pair[::-1])) for name, pair in entries.items()}
        text, joined_document = with_entries(text, section, joined, joined_document)
    text, joined_document = _in_format(box, text, joined_document)
    if new or (replace and differences):
        text = _with_title(text, theirs.get("title", ""))
    _judge_joined(box, called, joined_document)
    edition = edition_words(box, mine, theirs)
    return FactsImport(tuple(new), differences, replace, text, edition)


def _stamped(box: GameBox, entry: Mapping[str, Any], stamp: str) -> dict[str, Any]:
    """Marks another owner's facts with the file they come from; facts from a third owner keep their first origin."""
    lines = entry.get("origin", {})
    first = {key: line for key, line in lines.items() if line.startswith("file ")}
    told = {key: value for key, value in entry.items() if key != "origin"}
    return {**told, "origin": {key: first.get(key, stamp) for key in box.facts_in(told)}}


def _with_title(text: str, theirs: str) -> str:
    """The title is shown beside every score, so it now names the other box too."""
    mine = str(tomllib.loads(text).get("title", ""))
    both = f"{mine} + {theirs}" if mine else theirs
    if not theirs or theirs in mine or len(both) > LONGEST_TITLE:
        return text
    written = with_top(text, "title", both)
    return text if written is None else written


def read_facts_file(box: GameBox, path: Path) -> Mapping[str, Any]:
    """The values of a valid facts file; raises ``CompanionError`` with file, line, key and what was expected."""
    file = load_facts_file(path)
    judge(box, file)
    return file.values


def judge(box: GameBox, file: FactsFile) -> None:
    """Raises ``CompanionError`` as ``read_facts_file`` does."""
    try:
        box.judge(file.values)
    except InvalidValue as error:
        raise refusal(file.path, error, file.text) from error


def _own(box: GameBox) -> tuple[str, Mapping[str, Any]]:
    """The text and values of the owner's file, not checked yet; a new one if there is none."""
    path = box.own_path()
    if not is_there(path):
        return box.new_file, tomllib.loads(box.new_file)
    file = load_facts_file(path)
    return file.text, file.values


def _judge_file(box: GameBox) -> None:
    if is_there(box.own_path()):
        read_facts_file(box, box.own_path())


def _judge_joined(box: GameBox, called: str, document: Mapping[str, Any]) -> None:
    try:
        box.judge(document)
    except InvalidValue as error:
        said = words("facts.trouble.contradiction", file=called, key=error.place, expected=error.expected)
        raise Trouble(said) from error
