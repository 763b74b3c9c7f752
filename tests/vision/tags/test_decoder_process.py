"""No decoder holds up a look: one that loops, waits or crashes ends its helper, and twice leaves it out."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from tests.vision.tags.test_decoders import TEXT, sheet
from vision.tags.decoders.process import LEFT_OUT, DecoderProcess

GOOD = "vision.tags.decoders.zxing:open"
HARMLESS, HARMFUL = np.zeros((8, 8), np.uint8), np.full((8, 8), 9, np.uint8)
LIMIT_S = 0.05


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["loops", "waits", "crashes"])
def test_a_decoder_that_does_not_come_back_is_left_out_after_two_pictures(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    helper, bad = DecoderProcess(), f"tests.doubles.bad_decoders:{kind}"
    with caplog.at_level(logging.WARNING):
        assert helper.decode(bad, HARMLESS, LIMIT_S) == []
        assert not helper.failures
        assert helper.decode(bad, HARMFUL, LIMIT_S) == []
        assert not helper.is_left_out(bad)
        assert helper.decode(bad, HARMFUL, LIMIT_S) == []
    assert helper.is_left_out(bad)
    assert [LEFT_OUT in record.getMessage() for record in caplog.records] == [False, True]
    assert helper.decode(bad, HARMFUL, 1e9) == [], "it is not asked any more"
    assert [item.text for item in helper.decode(GOOD, sheet(0), 3.0)] == [TEXT], "the others go on"
    helper.close()


@pytest.mark.slow
def test_the_helper_says_what_it_spent_and_ends_with_us() -> None:
    helper = DecoderProcess()
    helper.decode(GOOD, sheet(0), 3.0)
    assert helper.cpu_s > 0
    process = helper._process
    assert process is not None
    helper.close()
    assert process.poll() == 0
