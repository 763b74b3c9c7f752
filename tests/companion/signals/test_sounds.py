"""Our sounds are short and soft; without a loudspeaker or speech program there is silence and no error."""

from __future__ import annotations

import struct
import wave
from io import BytesIO
from pathlib import Path
from typing import ClassVar

import pytest

from companion.resources import asset
from companion.signals.sounds import MOST_WAITING, SOUNDS, Sounds, Speech, compose


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_the_files_are_what_the_program_makes(name: str) -> None:
    shipped, made = (_samples(data) for data in (asset("sounds", f"{name}.wav").read_bytes(), compose(name)))
    # The last bit may differ where the machine's mathematics does.
    assert len(shipped) == len(made)
    assert max(abs(a - b) for a, b in zip(shipped, made, strict=True)) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_a_sound_is_short_never_loud_and_ends_in_silence(name: str) -> None:
    samples = _samples(compose(name))
    assert len(samples) <= 1.5 * 22_050
    assert 1_000 < max(map(abs, samples)) < 0.75 * 32_767
    assert max(map(abs, samples[-20:])) < 300


def _samples(data: bytes) -> tuple[int, ...]:
    with wave.open(BytesIO(data)) as file:
        frames = file.readframes(file.getnframes())
    return struct.unpack(f"<{len(frames) // 2}h", frames)


def test_switched_off_nothing_is_opened_and_nothing_happens() -> None:
    sounds = Sounds(enabled=False)
    sounds.play("sold")
    assert not sounds.is_on


def test_with_a_loudspeaker_every_sound_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()
    assert sounds.is_on
    for name in SOUNDS:
        sounds.play(name)
    sounds.play("no such sound")


def test_a_loudspeaker_that_is_pulled_out_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raised in the main loop, it counted as a game that has failed."""
    import pygame

    class Deaf:
        def play(self) -> None:
            raise pygame.error("Audio device has been disconnected")

    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()
    monkeypatch.setitem(sounds._loaded, "sold", Deaf())  # type: ignore[arg-type]
    sounds.play("sold")
    assert not sounds.is_on


def test_without_a_loudspeaker_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    assert not Sounds().is_on


def test_speech_says_the_text_and_takes_no_options_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = tmp_path / "said"
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" > {said}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    speech = Speech("de", enabled=True)
    speech.say("--help Linda ist am Zug")
    assert speech._speaking is not None
    speech._speaking.wait()
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
    monkeypatch.setattr("companion.signals.sounds.shutil.which", lambda _: "/bin/true")
    monkeypatch.setattr("companion.signals.sounds.subprocess.Popen", Talking)
    monkeypatch.setattr(Talking, "said", [])
    speech = Speech("en", enabled=True)
    for text in ("one", "two", "never"):
        speech.say(text)
    assert Talking.said == ["one"]
    speech._speaking.is_done = True  # type: ignore[union-attr]
    for _ in range(3):
        speech.go_on()
    assert Talking.said == ["one", "two"]
    speech.hush()
    speech.go_on()
    assert Talking.said == ["one", "two"]
    for number in range(MOST_WAITING + 3):
        speech.say(str(number))
    assert len(speech._waiting) == MOST_WAITING, "what is late is dropped, the oldest first"


def test_without_the_program_speech_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    speech = Speech("en", enabled=True)
    speech.say("hello")
    assert not speech.is_on
