"""Speech by espeak-ng, or by piper where it is; without a program there is silence and no error.

Piper is a stand-in here that keeps to its contract: a model as an option, lines in, samples out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import pytest

from companion.doctor.devices import check_speech
from companion.doctor.findings import Verdict
from companion.settings.config import load_config
from companion.signals.speech import MOST_WAITING, Espeak, Piper, Speech, find_espeak, find_speaker

MODEL = "de_DE-thorsten-medium.onnx"


def install(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for programs; of the machine's own only those of a shell are found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("sh", "cat", "printf"):
        (folder / name).symlink_to(Path("/bin") / name if (Path("/bin") / name).exists() else Path("/usr/bin") / name)
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def piper(programs: Path, tmp_path: Path) -> Path:
    """Says its options and what it read, in place of samples; the player keeps what it was given."""
    install(programs, "piper", 'printf "%s|" "$@"; cat')
    install(programs, "aplay", f'printf "%s|" "$@" > {tmp_path}/options; cat > {tmp_path}/samples')
    voices = tmp_path / "voices"
    voices.mkdir()
    (voices / MODEL).write_bytes(b"")
    (voices / f"{MODEL}.json").write_text(json.dumps({"audio": {"sample_rate": 16_000}}))
    return voices


def test_speech_says_the_text_and_takes_no_options_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = tmp_path / "said"
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" > {said}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    speech = Speech(find_espeak("de"))
    speech.say("--help Linda ist am Zug")
    assert [process.wait() for process in speech._speaking] == [0]
    assert said.read_text() == "-v|de|-s|170|--|--help Linda ist am Zug|"
    speech.hush()


class Talking:
    """A program that talks until the test says that it is done."""

    said: ClassVar[list[str]] = []

    def __init__(self, call: list[str], **_: object) -> None:
        self.said.append(call[-1])
        self.is_done = False

    def poll(self) -> int | None:
        return 0 if self.is_done else None

    def terminate(self) -> None:
        self.is_done = True

    def wait(self) -> int:
        return 0


def test_sentences_wait_for_each_other_and_a_press_cuts_them_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.signals.speech.subprocess.Popen", Talking)
    monkeypatch.setattr(Talking, "said", [])
    speech = Speech(Espeak("/bin/true", "en"))
    for text in ("one", "two", "never"):
        speech.say(text)
    assert Talking.said == ["one"]
    speech._speaking[0].is_done = True  # type: ignore[attr-defined]
    for _ in range(3):
        speech.go_on()
    assert Talking.said == ["one", "two"]
    speech.hush()
    speech.go_on()
    assert Talking.said == ["one", "two"]
    for number in range(MOST_WAITING + 3):
        speech.say(str(number))
    assert len(speech._waiting) == MOST_WAITING, "what is late is dropped, the oldest first"


def test_without_a_program_speech_is_silent(programs: Path, tmp_path: Path) -> None:
    speech = Speech(find_speaker("en", "en", tmp_path))
    speech.say("hello")
    assert not speech.is_on


def test_piper_is_given_a_line_and_its_samples_are_played_at_their_rate(piper: Path, tmp_path: Path) -> None:
    speaker = find_speaker("de", "de", piper)
    assert isinstance(speaker, Piper)
    speech = Speech(speaker)
    speech.say("--help Linda ist\nam Zug")
    assert [process.wait() for process in speech._speaking] == [0, 0]
    assert (tmp_path / "samples").read_text() == f"--model|{piper / MODEL}|--output_raw|--help Linda ist am Zug\n"
    assert (tmp_path / "options").read_text() == "-q|-t|raw|-f|S16_LE|-c|1|-r|16000|"


def test_a_press_cuts_piper_and_its_player_short(piper: Path, programs: Path) -> None:
    install(programs, "piper", "while :; do :; done")
    speech = Speech(find_speaker("de", "de", piper))
    speech.say("Linda")
    voice, player = speech._speaking
    speech.hush()
    assert None not in (voice.poll(), player.poll())


@pytest.mark.parametrize("config", ["", "{}", '{"audio": {"sample_rate": "fast"}}', "[]"])
def test_a_voice_that_cannot_be_used_leaves_it_to_espeak(piper: Path, programs: Path, config: str) -> None:
    install(programs, "espeak-ng", "")
    (piper / f"{MODEL}.json").write_text(config)
    assert isinstance(find_speaker("de", "de", piper), Espeak)
    assert isinstance(find_speaker("en", "en", piper), Espeak), "and it has no other language"


def test_the_doctor_says_who_speaks(piper: Path, programs: Path, tmp_path: Path) -> None:
    config = load_config(files=(), pairs=("language=de", f"sound.voices={piper}"))
    found = check_speech(config)
    assert (found.state, found.says.values["voice"]) == (Verdict.OK, MODEL.removesuffix(".onnx"))
    (piper / MODEL).unlink()
    assert check_speech(config).says.key == "doctor.speech_none"
    install(programs, "espeak-ng", "")
    assert (check_speech(config).state, check_speech(config).says.key) == (Verdict.MISSING, "doctor.speech_no_voice")
    (programs / "piper").unlink()
    assert check_speech(config).says.key == "doctor.speech_espeak"
