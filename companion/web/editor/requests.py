"""What is answered about piles, as the page asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.language.wording import Trouble
from companion.web.context import House
from companion.web.editor.composed_facts import Wish
from companion.web.request_json import part
from rules.core.words import words

MOST_UNITS = 400  # the most cards of a game are 178

Asked = Mapping[str, Any]


def name_of(asked: Asked, key: str) -> str:
    return str(asked.get(key, ""))


def _units(asked: Asked, key: str) -> list[str]:
    """Cards by name, none of them twice."""
    units = part(asked, key, list)
    if len(units) > MOST_UNITS or not all(isinstance(unit, str) for unit in units):
        raise Trouble(words("teach.web.not_understood"))
    return list(dict.fromkeys(units))


def _sorts(house: House, asked: Asked) -> Mapping[str, Any]:
    return house.piles.sorts(name_of(asked, "game"))


def _sort(house: House, asked: Asked) -> Mapping[str, Any]:
    return house.piles.sort(name_of(asked, "game"), name_of(asked, "sort"))


def _seen(house: House, asked: Asked) -> Mapping[str, Any]:
    return house.piles.seen(name_of(asked, "game"), name_of(asked, "sort"))


def _judge(house: House, asked: Asked) -> Mapping[str, Any]:
    at, units = part(asked, "at", int), _units(asked, "units")
    return house.piles.judge(name_of(asked, "game"), name_of(asked, "sort"), at, units)


def _tell(house: House, asked: Asked) -> Mapping[str, Any]:
    wish = {"way": name_of(asked, "way"), **{key: _units(asked, key) for key in ("units", "change", "keep")}}
    return house.piles.tell(name_of(asked, "game"), name_of(asked, "sort"), part(asked, "at", int), wish)


def _made(asked: Asked) -> Wish:
    shown = _units(asked, "shown") if "shown" in asked else []
    return Wish(
        name_of(asked, "sort"), _units(asked, "things"), name_of(asked, "like"), part(asked, "answers", list), shown
    )


def _ask(house: House, asked: Asked) -> Mapping[str, Any]:
    return house.piles.made.ask(name_of(asked, "game"), _made(asked))


def _tell_made(house: House, asked: Asked) -> Mapping[str, Any]:
    return house.piles.made.tell(name_of(asked, "game"), _made(asked))


def _back(house: House, asked: Asked) -> Mapping[str, Any]:
    return house.piles.back(name_of(asked, "game"))


def _call(house: House, asked: Asked) -> Mapping[str, Any]:
    return house.piles.name(name_of(asked, "game"), name_of(asked, "word"))


PILE_LOOKS: dict[str, Callable[[House, Asked], Mapping[str, Any]]] = {
    "/api/piles": _sorts,
    "/api/pile": _sort,
    "/api/seen": _seen,
}
PILE_TELLS: dict[str, Callable[[House, Asked], Mapping[str, Any]]] = {
    "/api/pile/judge": _judge,
    "/api/pile/tell": _tell,
    "/api/pile/back": _back,
    "/api/pile/name": _call,
    "/api/made/ask": _ask,
    "/api/made/tell": _tell_made,
}
