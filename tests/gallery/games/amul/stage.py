"""What every sample of Āmul rests on: practice values, and the names of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.amul.box import AmulBox
from companion.language.i18n import Phrases
from tests.gallery.samples import SampleTable


@cache
def practice_facts() -> Mapping[str, Any]:
    return AmulBox().document("practice", Path())


def phrases(stage: SampleTable) -> Phrases:
    return AmulBox().phrases(stage.language, practice_facts(), stage.names)
