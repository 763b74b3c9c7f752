"""Eyes for one box and one camera: which tags mean which cards, and where the zones are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cardlist import card_tags
from companion.eyes import Eyes, scale
from vision.tracker import Pace
from vision.zones import ONE_ZONE

NEAR_PX = 40.0  # a card that moves less has been nudged, not moved


def eyes_for(slug: str, document: Mapping[str, Any] | None) -> Eyes:
    """Eyes for the cards of a game; without a mat the whole picture is one zone, in pixels."""
    return Eyes(card_tags(slug, document), ONE_ZONE, scale(1.0), Pace(near=NEAR_PX))
