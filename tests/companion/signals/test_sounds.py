"""Our sounds are short and soft; without a loudspeaker there is silence and no error."""

from __future__ import annotations

import struct
import wave
from io import BytesIO

import pytest

from companion.resources import asset
from companion.signals.sounds import SOUNDS, Sounds, compose


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
