"""Can it be read at two metres? By the size of the screen in the settings; what is too small is named."""

from __future__ import annotations

import pytest

from companion.doctor.findings import Verdict
from companion.doctor.screen import judge_writing
from companion.drawing.readable import cap_mm
from companion.language.i18n import Phrases
from companion.settings.config import load_config
from tests.languages import LANGUAGES


def _judged(*pairs: str) -> tuple[Verdict, str, str]:
    finding = judge_writing(load_config(files=(), pairs=pairs).display)
    say = Phrases("en")
    return finding.state, say.say(finding.says), "" if finding.step is None else say.say(finding.step)


SMALL = ("display.width=800", "display.height=480", "display.inches=7")


def test_capitals_of_the_official_seven_inch_screen() -> None:
    assert cap_mm(21, (800, 480), 7.0) == pytest.approx(2.88, abs=0.01)


def test_what_is_too_small_is_named_with_its_millimetres_and_what_helps() -> None:
    state, says, step = _judged(*SMALL)
    assert state is Verdict.MISSING
    assert "names (2.6 mm), text (2.4 mm) and reasons (2.0 mm)" in says
    assert "what to do" not in says
    assert "may be smaller" in says
    assert "125 %" in step


def test_large_text_or_a_large_screen_is_enough() -> None:
    assert _judged(*SMALL, "display.scale=1.5")[0] is Verdict.OK
    assert _judged("display.width=1920", "display.height=1080", "display.inches=24")[0] is Verdict.OK


def test_a_screen_of_unknown_size_is_said_to_be_unknown() -> None:
    state, says, _ = _judged()
    assert state is Verdict.OK
    assert "display.inches" in says


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    finding = judge_writing(load_config(files=(), pairs=SMALL).display)
    assert "{" not in Phrases(language).say(finding.says)
