"""What each seat has laid on the mat at the end, while that goes on: no step of the game, so it stands beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.keeping.checksums import has_checksum, with_checksum, without_checksum
from companion.keeping.game_row import read_json
from companion.keeping.store import Store

SETTING = "laid"


class LaidCards:
    """Of one game; the cards of any other are forgotten with the first that are kept for this one."""

    def __init__(self, store: Store, game_id: int) -> None:
        self._store = store
        self._game_id = game_id

    def keep(self, laid: Mapping[int, frozenset[str]]) -> None:
        text = json.dumps({str(seat): sorted(cards) for seat, cards in laid.items()})
        self._store.set_setting(SETTING, with_checksum(text, self._game_id))

    def kept(self) -> dict[int, frozenset[str]]:
        text = self._store.setting(SETTING)
        if not has_checksum(text, self._game_id):
            return {}
        laid = read_json(without_checksum(text, self._game_id)) or {}
        return {int(seat): frozenset(cards) for seat, cards in laid.items()}
