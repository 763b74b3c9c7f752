"""A facts file on disk: bounded reading, errors with file, line and key, and edits that keep its comments."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.documents import Tangled, line_of, parse_json, parse_toml
from companion.files import read_whole
from companion.language.wording import Trouble
from rules.core.errors import InvalidValue
from rules.core.words import Words, words

WHOLE = ""  # the name of the entry in a table that is a single entry
_HEADER = re.compile(r"^\[", re.MULTILINE)
LARGEST_FILE = 100_000  # bytes; a full facts file has about 20,000, and the slowest text takes 0.2 s to parse


@lru_cache(maxsize=4)
def _values(text: str) -> Mapping[str, Any]:
    """Cached, since telling a fact reads the file, writes it and reads it again. Do not modify the result."""
    return parse_toml(text)


def read_text(path: Path, *, follow: bool = True, most: int = LARGEST_FILE) -> str:
    """The text of a facts file; raises ``Trouble`` in one line if it cannot be read. ``follow``: also through links."""
    return read_whole(path, most, follow=follow)


@dataclass(frozen=True, slots=True)
class FactsFile:
    """A file as it was read, once: what was shown is what is imported, even if the file changes meanwhile."""

    path: Path
    text: str
    values: Mapping[str, Any]


def read_document(path: Path) -> Mapping[str, Any]:
    """The values of a TOML file, or of a JSON file (by its suffix, or if it begins with a brace)."""
    return load_facts_file(path).values


def load_facts_file(path: Path, *, follow: bool = True, most: int = LARGEST_FILE) -> FactsFile:
    """The same with its text; ``follow``: also through links; ``most``: bytes."""
    text = read_text(path, follow=follow, most=most)
    is_json = path.suffix == ".json" or (path.suffix != ".toml" and text.lstrip().startswith("{"))
    try:
        document = parse_json(text) if is_json else _values(text)
    except Tangled as error:
        raise Trouble(words("facts.trouble.tangled", file=path.name, line=error.line, what=error.what)) from error
    except ValueError as error:  # both parsers' errors
        raise _unparsed(path, error, is_json=is_json) from error
    if not isinstance(document, dict):
        raise Trouble(words("facts.trouble.no_table", file=path.name))
    return FactsFile(path, text, document)


def refusal(path: Path, error: InvalidValue, text: str | None = None) -> Trouble:
    """``my.toml, line 12, cards.arab-guard.letter: expected one letter A to Z, got 'CC'``."""
    has_lines = bool(error.place) and path.suffix != ".json"
    line = line_of(read_text(path) if text is None else text, error.place) if has_lines else None
    return Trouble(_wrong_words(path.name, line, error))


def _wrong_words(file: str, line: int | None, error: InvalidValue) -> Words:
    if not error.place:
        return words("facts.trouble.wrong_file", file=file, expected=error.expected)
    if line is None:
        return words("facts.trouble.wrong_key", file=file, key=error.place, expected=error.expected)
    return words("facts.trouble.wrong_line", file=file, line=line, key=error.place, expected=error.expected)


def _unparsed(path: Path, error: ValueError, *, is_json: bool) -> Trouble:
    """The parsers' messages are English, so only the line number is used."""
    found = re.search(r"line (\d+)", str(error))
    sort = "JSON" if is_json else "TOML"
    if found is None:
        return Trouble(words("facts.trouble.unparsed", file=path.name, sort=sort))
    return Trouble(words("facts.trouble.unparsed_line", file=path.name, sort=sort, line=int(found[1])))


def with_entries(
    text: str, section: str, entries: Mapping[str, Mapping[str, Any]], document: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """TOML text in which these tables (``[section.name]``, or ``[section]`` for ``WHOLE``) hold exactly these keys;
    everything else stays as it was.

    ``document``: the values of ``text``; the new values are returned with the new text. A table without keys is left
    out. Comments are kept, except in a file so unusual that the library would lose values over them.
    """
    plain = dict(document)
    if WHOLE in entries:
        plain[section] = dict(entries[WHOLE])
    else:
        kept = {**plain.get(section, {}), **{name: dict(entry) for name, entry in entries.items()}}
        plain[section] = {name: entry for name, entry in kept.items() if entry or name not in entries}
    if not plain[section]:
        del plain[section]
    for write in (_spliced, _rewritten):
        try:
            written = write(text, section, entries)
            if _values(written) == plain:
                return written, plain
        except (TOMLKitError, ValueError, KeyError):
            continue  # fall back to plain values, without the comments
    return tomlkit.dumps(plain), plain


def place_of(section: str, name: str) -> str:
    """The dotted path of an entry in the file."""
    return f"{section}.{name}" if name else section


def entry_in(document: Mapping[str, Any], section: str, name: str) -> Mapping[str, Any]:
    """An entry of the document, empty if it is missing."""
    found: Mapping[str, Any] = document.get(section, {})
    return found.get(name, {}) if name else found


def with_top(text: str, key: str, value: str | int) -> str | None:
    """TOML text with one top-level key changed; None for a file so unusual that something else would change too."""
    wanted = {**tomllib.loads(text), key: value}
    line = f"{key} = {tomlkit.item(value).as_string()}"
    written, found = re.subn(rf"(?m)^{key}[ \t]*=.*$", lambda _: line, text, count=1)
    if not found:
        written = f"{line}\n{text}"
    try:
        return written if tomllib.loads(written) == wanted else None
    except ValueError:
        return None


def _rewritten(text: str, section: str, entries: Mapping[str, Mapping[str, Any]]) -> str:
    document = tomlkit.parse(text)
    for name, entry in entries.items():
        _set_entry(document, section, name, entry)
    if not document.get(section):
        document.pop(section, None)
    return tomlkit.dumps(document)


def _spliced(text: str, section: str, entries: Mapping[str, Mapping[str, Any]]) -> str:
    """Parses only the tables concerned: a whole file takes the library most of a second on a small machine.

    The caller must check the resulting values: not every file has a header for every table.
    """
    for name, entry in entries.items():
        header = re.compile(rf"^\[{re.escape(place_of(section, name))}\][^\n]*\n?", re.MULTILINE)
        found = header.search(text)
        if found is None:
            if entry:
                text = f"{text.rstrip()}\n\n{_table_text(section, name, entry)}"
            continue
        end = _end_of_table(text, found.end())
        chunk = tomlkit.parse(text[found.start() : end])
        _set_entry(chunk, section, name, entry)
        text = text[: found.start()] + (tomlkit.dumps(chunk) if entry else "") + text[end:]
    return text


def _end_of_table(text: str, start: int) -> int:
    """Where the next table begins, including the comments above it."""
    following = _HEADER.search(text, start)
    if following is None:
        return len(text)
    end = following.start()
    while end > start:
        line = max(start, text.rfind("\n", start, end - 1) + 1)
        if (above := text[line:end].strip()) and not above.startswith("#"):
            break
        end = line
    return end


def _table_text(section: str, name: str, entry: Mapping[str, Any]) -> str:
    document = tomlkit.document()
    _set_entry(document, section, name, entry)
    return tomlkit.dumps(document)


def _set_entry(document: tomlkit.TOMLDocument, section: str, name: str, entry: Mapping[str, Any]) -> None:
    if name and section not in document:
        document.add(section, tomlkit.table(is_super_table=True))
    tables: Any = document[section] if name else document
    name = name or section
    if not entry:
        tables.pop(name, None)
        return
    if name not in tables:
        tables[name] = tomlkit.table()
    for key in [key for key in tables[name] if key not in entry]:
        del tables[name][key]
    if "origin" in entry:
        tables[name].pop("origin", None)  # written last, below the facts it is about
    for key in sorted(entry, key=lambda key: key == "origin"):
        if tables[name].get(key) != entry[key]:
            tables[name][key] = _short(entry[key])


def _short(value: Any) -> Any:
    """Tables inside an entry as inline tables, as people write them."""
    if isinstance(value, Mapping):
        inline = tomlkit.inline_table()
        inline.update({key: _short(item) for key, item in value.items()})
        return inline
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        array.extend([_short(item) for item in value])
        return array.multiline(len(value) > 1 and isinstance(value[0], Mapping))
    return value
