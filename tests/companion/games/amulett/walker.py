"""Somebody with Das Amulett's board before their eyes, who answers what a walk over it asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.amulett.walk import NEW, walk_board
from companion.teaching.dialogue import Dialogue


class Walker:
    """Knows which printed area each named one is (``names``)."""

    def __init__(self, areas: Mapping[str, Any]) -> None:
        self.areas = areas
        start = next(name for name, area in areas.items() if area["terrain"] == "city" and area.get("pyramid"))
        self.names = {"city-1": start}
        self.entering = start

    def answer(self, asked: Any, here: str, links: Mapping[str, Any]) -> Any:
        """``here`` is the area the question is about, ``links`` what has been told."""
        if asked.words.key == "teach.board.pyramid":
            return bool(self.areas[self.entering].get("pyramid"))
        if asked.words.key == "teach.board.wall":
            return self.areas[self.entering].get("wall", "none")
        named = {printed: name for name, printed in self.names.items()}
        for other in self.areas[self.names[here]]["neighbours"]:
            name = named.get(other)
            if name is None:
                return self._enter(other)
            if name not in links[here]:
                return name
        assert "done" in [option.value for option in asked.options]
        return "done"

    def _enter(self, area: str) -> str:
        self.entering = area
        terrain = self.areas[area]["terrain"]
        number = sum(found.startswith(f"{terrain}-") for found in self.names) + 1
        self.names[f"{terrain}-{number}"] = area
        return f"{NEW}{terrain}"


def walked(areas: Mapping[str, Any]) -> tuple[Dialogue[dict[str, Any]], Walker]:
    """A walk over the whole board."""
    dialogue, walker = Dialogue(walk_board), Walker(areas)
    while dialogue.ask is not None:
        walk = dialogue.ask.so_far
        dialogue.answer(walker.answer(dialogue.ask, walk.here, walk.links))
    return dialogue, walker
