"""The doctor on decoders: each reads a tag, and one that was left out is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.doctor import decoders
from companion.doctor.findings import Verdict
from companion.upkeep.logs import LOG
from vision.tags.decoders.process import LEFT_OUT


def test_both_read_a_tag(tmp_path: Path) -> None:
    assert [found.state for found in decoders.check_decoders(tmp_path)] == [Verdict.OK, Verdict.OK]


@pytest.mark.parametrize("opener", ["zxing:open_hard", "zxing_unread:open"])
def test_one_that_was_left_out_is_named_with_the_time(opener: str, tmp_path: Path) -> None:
    line = f"2026-01-02 20:15:07,123 WARNING x: the decoder vision.tags.decoders.{opener} did not; {LEFT_OUT}\n"
    (tmp_path / LOG).write_text("other\n" + line, "utf-8")
    first, second = decoders.check_decoders(tmp_path)
    assert (first.state, first.says.values) == (Verdict.MISSING, {"name": "zxing-cpp", "when": "2026-01-02 20:15"})
    assert second.state is Verdict.OK


@pytest.mark.slow
def test_one_that_never_comes_back_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoders, "DECODERS", {"zxing-cpp": "tests.doubles.dead_decoder"})
    monkeypatch.setattr(decoders, "_LIMIT_S", 0.05)
    (found,) = decoders.check_decoders(tmp_path)
    assert found.state is Verdict.BROKEN
    assert found.says.values["name"] == "zxing-cpp"
