"""A language is a folder: what it lacks, or has wrong, is English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import CompanionError
from companion.language.folders import known_language, languages, system_language
from companion.language.gaps import gaps_of
from companion.language.i18n import Phrases, language_names, load_texts
from companion.settings.checks import Language
from rules.core.errors import InvalidValue
from tests.companion.language.folders import add_language, forget
from tests.languages import LANGUAGES


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    forget()


def test_ours_are_found_by_their_folders_english_first() -> None:
    assert languages()[0] == "en"
    assert set(LANGUAGES) <= set(languages())
    assert language_names()["de"] == "Deutsch"


@pytest.mark.slow
@pytest.mark.parametrize("code", languages())
def test_every_text_of_ours_can_be_used(code: str) -> None:
    assert gaps_of(code).wrong == ()


@pytest.mark.slow
def test_a_folder_among_the_settings_is_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidValue):
        Language()("tlh")
    add_language(
        tmp_path, "tlh", monkeypatch, any='[language]\nname = "tlhIngan Hol"\n[screen.phase]\nover = "bertlham"'
    )
    assert "tlh" in languages()
    assert language_names()["tlh"] == "tlhIngan Hol"
    assert Language()("tlh") == "tlh"
    say = Phrases("tlh")
    assert say("screen.phase.over") == "bertlham"
    assert say("screen.phase.setup") == load_texts("en")["screen.phase.setup"]
    assert say.join(["a", "b", "c"]) == "a, b and c"


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong",
    ["over = 3", 'over = "{"', 'over = "{who}"', 'over = "{0}"', 'over = "{seat.__class__}"', "over = ["],
)
def test_a_text_that_cannot_be_used_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    add_language(tmp_path, "tlh", monkeypatch, a=f"[screen.phase]\n{wrong}", b='[screen.pause]\ntitle = "yev"')
    say = Phrases("tlh")
    assert say("screen.phase.over") == Phrases("en")("screen.phase.over")
    assert say("screen.pause.title") == "yev"


@pytest.mark.parametrize("name", ["..", "Deutsch", "x", "a b", ".git", "de_DE"])
def test_a_folder_with_another_name_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before = languages()
    add_language(tmp_path, "tlh", monkeypatch)
    (tmp_path / "languages" / name).mkdir(parents=True, exist_ok=True)
    (tmp_path / "languages" / name / "a.toml").write_text("", "utf-8")
    assert languages() == before  # nor is an empty folder one


@pytest.mark.slow
def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(CompanionError, match="en, de"):
        Phrases("tlh")


def test_names_that_systems_and_browsers_give(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [known_language(name) for name in ("de_AT.UTF-8", "de-CH", "DE", "C", "tlh_QS", "")] == ["de"] * 3 + [""] * 3
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8@euro")
    assert system_language() == "de"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert system_language() == "en"
