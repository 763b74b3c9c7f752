"""Settings in layers: which one wins, what is refused, and with which words."""

from __future__ import annotations

import argparse
import dataclasses
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import CompanionError
from companion.documents import lines_of
from companion.language.i18n import Phrases
from companion.resources import asset
from companion.settings import config as module
from companion.settings import layers
from companion.settings.changing import keep_setting
from companion.settings.config import Config, add_arguments, data_dir, from_args, known_keys, load_config
from hardware.camera.settings import CameraConfig
from hardware.wiring import Wiring


@pytest.fixture(autouse=True)
def _own_world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "SYSTEM_FILE", tmp_path / "etc.toml")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("COMPANION_DATA", raising=False)


def _file(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def _said(config: Config, code: str = "en") -> list[str]:
    return [Phrases(code).say(problem.words) for problem in config.problems]


def test_the_defaults_file_sets_every_key_and_no_other() -> None:
    found: set[str] = set()
    stack = [("", tomllib.loads(asset("defaults.toml").read_text("utf-8")))]
    while stack:
        prefix, node = stack.pop()
        for key, value in node.items():
            if isinstance(value, dict):
                stack.append((f"{prefix}{key}.", value))
            else:
                found.add(prefix + key)
    assert found == set(known_keys())
    assert load_config().problems == ()


def test_each_layer_lies_over_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _file(tmp_path / "etc.toml", "[timers]\nauction = 'reminder'\nseconds = 20\n[sound]\non = false\n")
    _file(tmp_path / "config/table-companion/config.toml", "[timers]\nseconds = 21\n")
    extra = _file(tmp_path / "extra.toml", "timers.seconds = 22\n")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "games"))
    config = load_config(extra=extra, pairs=("display.width=800",))
    assert (config.timers.auction, config.timers.seconds) == ("reminder", 22)
    assert (config.sound.on, config.display.width, config.display.height) == (False, 800, 720)
    assert config.data_path == tmp_path / "games"
    assert load_config(pairs=("timers.seconds=23",), extra=extra).timers.seconds == 23
    assert load_config(pairs=(f"data.folder={tmp_path}/other",)).data_path == tmp_path / "other"
    assert load_config(files=()).timers.seconds == 30


@pytest.mark.parametrize(("old", "now"), [("true", "turns"), ("false", "off")])
def test_older_files_say_only_whether_the_box_speaks(tmp_path: Path, old: str, now: str) -> None:
    _file(tmp_path / "etc.toml", f"[sound]\nspeech = {old}\n")
    config = load_config()
    assert (config.sound.speech, config.problems) == (now, ())


def test_a_mistake_in_a_file_costs_that_setting_alone(tmp_path: Path) -> None:
    path = _file(
        tmp_path / "etc.toml",
        "# mine\nlanguage = 'de'\n\n[timers]\nauction = 'never'\nseconds = 20\n\n[camera]\nknd = 'usb'\n",
    )
    config = load_config()
    assert (config.language, config.timers.auction, config.timers.seconds) == ("de", "off", 20)
    assert _said(config) == [
        f"{path}, line 5: expected one of off, reminder, strict for 'timers.auction', got 'never'",
        f"{path}, line 9: there is no setting 'camera.knd'; did you mean 'camera.kind'?",
    ]
    assert _said(config, "de")[1] == (
        f"{path}, Zeile 9: die Einstellung 'camera.knd' gibt es nicht; ist 'camera.kind' gemeint?"
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("display.width = true", "expected a whole number from 320 to 7680 for 'display.width', got True"),
        ("display.width = 100", "expected a whole number from 320 to 7680 for 'display.width', got 100"),
        ("display.scale = nan", "expected a number from 0.75 to 2 for 'display.scale', got nan"),
        ("display.fullscreen = 1", "expected true or false for 'display.fullscreen', got 1"),
        ("camera.rotation = 45", "expected one of 0, 90, 180, 270 for 'camera.rotation', got 45"),
        ("camera.rotation = false", "expected one of 0, 90, 180, 270 for 'camera.rotation', got False"),
        ("data.folder = []", "expected a text on one line of at most 1000 characters for 'data.folder', got []"),
        (
            "data.folder = 'a\\u0000'",
            "expected a text on one line of at most 1000 characters for 'data.folder', got 'a\\x00'",
        ),
        ("panel.encoder = [3]", "expected a list of up to 2 pin numbers from 2 to 27 for 'panel.encoder', got [3]"),
        ("panel.seat_lamps = [1]", "expected a whole number from 2 to 27 for 'panel.seat_lamps', got [1]"),
        ("panel.buzzer = 1", "expected a pin number from 2 to 27, or 0 for none for 'panel.buzzer', got 1"),
        ("zzz = 3", "there is no setting 'zzz'; assets/defaults.toml lists them all"),
        ("auction = 'off'", "there is no setting 'auction'; did you mean 'timers.auction'?"),
        ("fullscreen = true", "there is no setting 'fullscreen'; did you mean 'display.fullscreen'?"),
        ("x = 'y", "this cannot be read; settings are written as name = value, texts in quotes"),
        ("panel.buzzer = 5", "pin 5 is used twice; every part of the panel needs a pin of its own"),
    ],
)
def test_mistakes_in_words(tmp_path: Path, line: str, words: str) -> None:
    path = _file(tmp_path / "etc.toml", line.replace("'a\\u0000'", '"a\\u0000"') + "\n")
    config = load_config()
    assert _said(config) == [f"{path}, line 1: {words}"]
    assert dataclasses.replace(config, problems=()) == load_config(files=())


def test_two_things_on_one_pin_leave_the_panel_as_it_was(tmp_path: Path) -> None:
    _file(tmp_path / "etc.toml", "[panel]\nfactory = 'mock'\n[panel.buttons]\nok = 21\n")
    _file(tmp_path / "config/table-companion/config.toml", "[panel.buttons]\nnext = 21\n")
    config = load_config()
    assert (config.panel.factory, config.panel.buttons.ok, config.panel.buttons.next) == ("mock", 21, 6)
    assert len(config.problems) == 1


def test_the_panel_as_the_hardware_wants_it() -> None:
    assert load_config().panel.wiring() == Wiring()
    panel = load_config(
        pairs=("panel.buzzer=12", "panel.factory=mock", "panel.seat_lamps=[14, 15]", "panel.hold_ms=900")
    )
    wiring = panel.panel.wiring()
    assert (wiring.factory, wiring.buzzer, wiring.seat_lamps, wiring.timing.hold_ms) == ("mock", 12, (14, 15), 900)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "etc.toml").write_bytes(b"language = 'de'\n# \xff\n")
    assert _said(load_config())[0].endswith("line 2: the file is not UTF-8 text; save it as UTF-8")
    (tmp_path / "etc.toml").write_bytes(b"#" * 70_000)
    assert "larger than 64 KiB" in _said(load_config())[0]
    (tmp_path / "etc.toml").write_bytes(b"x = " + b"[" * 60_000)
    assert "line 1: expected at most 24 levels of brackets" in _said(load_config())[0]
    (tmp_path / "etc.toml").write_bytes(b"display.width = " + b"9" * 6_000)
    assert len(load_config().problems) == 1
    (tmp_path / "etc.toml").write_bytes(b"display.width = 0x" + b"f" * 6_000)
    assert "expected keys and numbers of at most 100 characters" in _said(load_config())[0]
    (tmp_path / "etc.toml").unlink()
    (tmp_path / "etc.toml").mkdir()
    assert "the file cannot be read (this is a folder)" in _said(load_config())[0]


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (("timers.seconds",), "--set: expected key=value, got 'timers.seconds'"),
        (("=3",), "--set: expected key=value, got '=3'"),
        (("timers.second=3",), "--set: there is no setting 'timers.second'; did you mean 'timers.seconds'?"),
        (("timers.seconds=x",), "--set: expected a whole number from 5 to 600 for 'timers.seconds', got 'x'"),
    ],
)
def test_a_mistake_on_the_command_line_is_refused(pairs: tuple[str, ...], words: str) -> None:
    with pytest.raises(CompanionError) as refused:
        load_config(pairs=pairs)
    assert str(refused.value) == words


def test_a_file_named_on_the_command_line_must_be_good(tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match="no such file"):
        load_config(extra=tmp_path / "none.toml")
    with pytest.raises(CompanionError, match="line 1"):
        load_config(extra=_file(tmp_path / "bad.toml", "lang = 'de'"))


def test_values_on_the_command_line_need_no_quotes() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args(["--set", "camera.device=/dev/video2", "--set", "camera.kind = usb"])
    camera = from_args(args).camera
    assert (camera.kind, camera.device) == ("usb", "/dev/video2")
    assert load_config(pairs=("camera.device=0",)).camera.device == "0"
    assert load_config(pairs=("panel.encoder=[20, 21]",)).panel.encoder == (20, 21)


@pytest.mark.parametrize(
    ("locale", "code"), [("de_AT.UTF-8", "de"), ("en_GB", "en"), ("tlh_QS", "en"), ("C", "en"), ("", "en")]
)
def test_the_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, locale: str, code: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, locale)
    assert (load_config().spoken, load_config().edition) == (code, code)
    config = load_config(pairs=("language=de", "night.edition=en"))
    assert (config.spoken, config.edition) == ("de", "en")


def test_the_data_folder_is_made_or_refused(tmp_path: Path) -> None:
    assert data_dir() == tmp_path / "share/table-companion"
    assert data_dir().is_dir()
    _file(tmp_path / "blocked", "")
    with pytest.raises(CompanionError, match="cannot create the data folder"):
        data_dir(load_config(pairs=(f"data.folder={tmp_path}/blocked/here",)))


@pytest.mark.slow
@given(st.text(max_size=200) | st.sampled_from(sorted(known_keys())).flatmap(lambda k: st.just(f"{k} = [[1]]")))
@settings(max_examples=60, deadline=None)
def test_whatever_a_file_holds_the_night_begins(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("any") / "config.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    config = load_config(files=(path,))
    assert all(_said(config, code) for code in ("en", "de")) or not config.problems


def test_the_camera_is_handed_over_as_the_hardware_names_it() -> None:
    assert load_config().camera.settings() == CameraConfig(width=4608, height=2592)
    pairs = ("camera.kind=replay", "camera.folder=/srv/night", "camera.looks=2", "camera.rotation=90")
    settings = load_config(pairs=pairs).camera.settings()
    assert (settings.kind, settings.folder, settings.look_ms, settings.rotation) == (
        "replay",
        Path("/srv/night"),
        500,
        90,
    )


def test_a_pipe_and_a_sparse_file_are_no_settings(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "etc.toml")
    assert "the file cannot be read (this is not an ordinary file)" in _said(load_config())[0]
    (tmp_path / "etc.toml").unlink()
    (tmp_path / "etc.toml").touch()
    os.truncate(tmp_path / "etc.toml", 300 << 30)
    assert "larger than 64 KiB" in _said(load_config())[0]


@pytest.mark.slow
def test_of_very_many_mistakes_the_first_are_looked_for_at_once_and_what_is_right_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their lines are found by going through the whole file."""
    looked: list[list[int | None]] = []

    def look(text: str, keys: Sequence[str]) -> list[int | None]:
        looked.append(lines_of(text, keys))
        return looked[-1]

    monkeypatch.setattr(layers, "lines_of", look)
    wrong = "".join(f"k{number} = 1\n" for number in range(5_000))
    _file(tmp_path / "etc.toml", f"{wrong}\ndisplay.width = 'x'\nlanguage = 'de'\n")
    config = load_config()
    assert config.language == "de"
    first = list(range(1, layers.MOST_PROBLEMS + 1))
    assert [problem.line for problem in config.problems] == first
    assert [lines for lines in looked if lines] == [first]


def test_a_number_that_cannot_be_written_out_is_refused_on_the_command_line() -> None:
    with pytest.raises(CompanionError, match="expected one of auto"):
        load_config(pairs=(f"language=0x{'f' * 5_000}",))


def test_a_setting_is_kept_in_no_pipe_and_in_no_tangle(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(CompanionError, match="not an ordinary file"):
        keep_setting(tmp_path / "pipe.toml", "language", "de")
    _file(tmp_path / "tangle.toml", f"{'.'.join('a' * 20)} = 1\n")
    with pytest.raises(CompanionError, match="keys of at most 9 parts"):
        keep_setting(tmp_path / "tangle.toml", "language", "de")


@pytest.mark.parametrize("link", ["config.toml", "."])
def test_a_link_that_leads_nowhere_is_no_missing_file(tmp_path: Path, link: str) -> None:
    """The drive with the owner's settings is not plugged in: that is said, and no file is put in place of the link."""
    home = tmp_path / "config" / "table-companion"
    place = home / link
    place.parent.mkdir(parents=True)
    place.symlink_to(tmp_path / "unplugged")
    (problem,) = load_config().problems
    assert (problem.source, problem.what.key) == (str(home / "config.toml"), "config.unreadable")
    with pytest.raises(CompanionError, match="cannot be read"):
        keep_setting(home / "config.toml", "language", "de")
    assert place.is_symlink()
