"""Commands and events as JSON values and back: a closed family of frozen dataclasses, told apart by one key.

Decoding is strict (``true`` is not a number, unknown keys are refused) because input may come from anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import partial, reduce
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.core.errors import InvalidValue, expect
from rules.core.values import any_text, choice, keyed, listed, table, truth, whole, wrong
from rules.core.words import Words

T = TypeVar("T")
Parser = Callable[[Any, str], Any]

LONGEST_TEXT = 200  # characters in one string; ids, names and answers are far shorter
MOST_ITEMS = 400  # items in one list; enough for every card of a box
LARGEST_NUMBER = 1_000_000


def name_of(cls: type) -> str:
    """``TurnUp`` is written ``turn_up``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


class Codec(Generic[T]):
    """Encodes one family of dataclasses; ``key`` holds the class name ("do" or "event")."""

    def __init__(self, key: str, classes: tuple[type[T], ...]) -> None:
        self.key = key
        self.classes = {name_of(cls): cls for cls in classes}
        self._names = sorted(self.classes)
        self._parsers = {name: _field_parsers(cls) for name, cls in self.classes.items()}
        self._required = {name: _required_fields(cls) for name, cls in self.classes.items()}

    def described(self) -> list[dict[str, Any]]:
        """Every member with its fields, what each may hold, and which may be left out."""
        return [
            {
                self.key: name,
                "fields": {item.name: _form(get_type_hints(cls)[item.name]) for item in fields(cls)},  # type: ignore[arg-type]
                "optional": [item.name for item in fields(cls) if item.name not in self._required[name]],  # type: ignore[arg-type]
            }
            for name, cls in self.classes.items()
        ]

    def encode(self, value: T) -> dict[str, Any]:
        """The JSON value of a member; fields that hold their default are left out."""
        coded: dict[str, Any] = {self.key: name_of(type(value))}
        for item in fields(value):  # type: ignore[arg-type]
            content = getattr(value, item.name)
            if item.default is MISSING or content != item.default:
                coded[item.name] = _plain(content)
        return coded

    def decode(self, coded: object) -> T:
        """The member written as ``coded``; raises ``InvalidValue`` naming the key that does not fit."""
        if not isinstance(coded, Mapping):
            raise InvalidValue("", expect("object"))
        name = choice(coded.get(self.key), self.key, self._names)
        parsers = self._parsers[name]
        table(coded, "", (self.key, *parsers))
        cls = self.classes[name]
        given = {key: parsers[key](coded[key], key) for key in parsers if key in coded}
        for key in self._required[name]:
            if key not in given:
                raise InvalidValue(key, expect("value"))
        return cls(**given)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | frozenset | list):
        return [_plain(item) for item in (sorted(value) if isinstance(value, frozenset) else value)]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    return value


def _field_parsers(cls: type) -> dict[str, Parser]:
    hints = get_type_hints(cls)
    return {item.name: _parser(hints[item.name]) for item in fields(cls)}


def _required_fields(cls: type) -> tuple[str, ...]:
    return tuple(item.name for item in fields(cls) if item.default is MISSING and item.default_factory is MISSING)


_FORMS = {int: "number", str: "text", bool: "true or false", NoneType: "null", Any: "any value"}


def _form(hint: Any) -> str:
    """The name of a type for people who write JSON."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in _FORMS:
        return _FORMS[hint]
    if origin is Literal:
        return " or ".join(f'"{part}"' for part in parts)
    if origin in (Union, UnionType):
        return " or ".join(_form(part) for part in parts)
    if origin is tuple:
        return f"list of {_form(parts[0])}"
    return "object"


def _parser(hint: Any) -> Parser:
    """A function that reads one JSON value of the type ``hint``."""
    origin = get_origin(hint)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if origin is Literal:
        return partial(choice, allowed=get_args(hint))
    if origin in (Union, UnionType):
        return partial(_parse_union, tuple(_parser(part) for part in get_args(hint)))
    if origin is tuple:
        return partial(_parse_list, _parser(get_args(hint)[0]))
    if origin is not None and issubclass(origin, Mapping):
        return partial(_parse_mapping, _parser(get_args(hint)[1]))
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(_parse_dataclass, hint, _field_parsers(hint))
    raise TypeError(f"no JSON form for {hint!r}")


def _parse_none(value: Any, place: str) -> None:
    if value is not None:
        raise wrong(place, expect("just", option="null"), value)


def _parse_any(value: Any, place: str) -> Any:
    """Any JSON value, for facts told in play; the game itself checks it."""
    _bounded(value, place, depth=0)
    return value


def _bounded(value: Any, place: str, depth: int) -> None:
    if depth > 8:
        raise InvalidValue(place, expect("levels", most=8))
    if isinstance(value, Mapping):
        value = list(keyed(value, place, MOST_ITEMS).values())
    if isinstance(value, list):
        for item in listed(value, place, 0, MOST_ITEMS):
            _bounded(item, place, depth + 1)
    elif isinstance(value, str):
        _parse_text(value, place)
    elif isinstance(value, int) and not isinstance(value, bool):
        _parse_int(value, place)
    elif not (value is None or isinstance(value, bool | float)):
        raise wrong(place, expect("json_value"), value)


def _parse_union(parsers: tuple[Parser, ...], value: Any, place: str) -> Any:
    wanted: list[Words] = []
    for parse in parsers:
        try:
            return parse(value, place)
        except InvalidValue as error:
            wanted.append(error.wanted)
    raise wrong(place, reduce(lambda first, second: expect("either", first=first, second=second), wanted), value)


def _parse_list(parse: Parser, value: Any, place: str) -> tuple[Any, ...]:
    items = listed(value, place, 0, MOST_ITEMS)
    return tuple(parse(item, f"{place}[{index}]") for index, item in enumerate(items))


def _parse_mapping(parse: Parser, value: Any, place: str) -> dict[str, Any]:
    items = keyed(value, place, MOST_ITEMS).items()
    return {_parse_text(key, place): parse(item, f"{place}.{key}") for key, item in items}


def _parse_dataclass(cls: type, parsers: dict[str, Parser], value: Any, place: str) -> Any:
    if not isinstance(value, Mapping) or set(value) != set(parsers):
        raise wrong(place, expect("object_with", keys=", ".join(parsers)), value)
    return cls(**{key: parse(value[key], f"{place}.{key}") for key, parse in parsers.items()})


_parse_int: Parser = partial(whole, low=-LARGEST_NUMBER, high=LARGEST_NUMBER)
_parse_text: Parser = partial(any_text, longest=LONGEST_TEXT)

_SIMPLE: dict[Any, Parser] = {
    int: _parse_int,
    str: _parse_text,
    bool: truth,
    NoneType: _parse_none,
    Any: _parse_any,
}
