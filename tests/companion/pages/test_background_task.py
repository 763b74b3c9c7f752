"""Whatever work beside the main loop raises, the page that waits for it hears of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from companion.language.wording import Trouble
from companion.pages.background_task import BackgroundTask


def _fails(_: Any) -> None:
    raise RuntimeError


def _exits(_: Any) -> None:
    sys.exit(3)


@pytest.mark.parametrize(("work", "reason"), [(_fails, "RuntimeError"), (_exits, "SystemExit")])
def test_a_task_that_fails_is_back_with_words(work: Callable[[Any], None], reason: str) -> None:
    task = BackgroundTask(work)
    assert task.wait(60)
    with pytest.raises(Trouble) as caught:
        _ = task.result
    assert caught.value.said.values["reason"] == reason
