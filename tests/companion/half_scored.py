"""A table half scored, written as releases up to 1.0.0 did beside the games."""

from __future__ import annotations

import json

from companion.keeping.game_row import with_checksum
from companion.keeping.half_scored import CODEC, FORMAT, Scoring
from companion.keeping.store import SCORING, Store


def written(scoring: Scoring) -> str:
    return with_checksum(json.dumps(CODEC.encode(scoring), ensure_ascii=False), FORMAT)


def keep_scoring(store: Store, scoring: Scoring) -> None:
    store.set_setting(SCORING, written(scoring))
