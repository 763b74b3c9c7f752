"""Colours of gems, metals and terrains on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from companion.drawing.theme import Rgb, parse_colour
from companion.facts.box import read_toml
from companion.games.amulett.box import SLUG
from companion.resources import asset


def _colours(sort: str) -> Mapping[str, Rgb]:
    table = read_toml(asset("games", SLUG, "colours.toml"))[sort]
    return {name: parse_colour(text) for name, text in table.items()}


GEMS, METALS, TERRAINS = _colours("gems"), _colours("metals"), _colours("terrains")

# Icons that have a colour by themselves; a terrain is drawn on a ground of its colour.
ICON_COLOURS: Mapping[str, Rgb] = {
    **{f"gem.{name}": colour for name, colour in GEMS.items()},
    **{f"metal.{name}": colour for name, colour in METALS.items()},
}
