"""Short soft sounds of our own; they can be switched off.

``python -m companion.signals.sounds DIR`` regenerates the files: the same bytes every time.
"""

from __future__ import annotations

import io
import logging
import math
import struct
import sys
import wave
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from companion import CompanionError
from companion.resources import asset

logger = logging.getLogger(__name__)

RATE = 22_050
LOUDNESS = 0.32


@dataclass(frozen=True, slots=True)
class Note:
    """A struck string: pitch, when it begins, how fast it dies away."""

    hertz: float
    at_s: float = 0.0
    fade_s: float = 0.16
    loud: float = 1.0


# Named for their use; all notes are from one soft scale, so that no sound startles.
SOUNDS: Mapping[str, tuple[float, Sequence[Note]]] = {
    "read": (0.18, (Note(880, fade_s=0.05, loud=0.5),)),
    "turn": (0.4, (Note(523.25, fade_s=0.1, loud=0.7), Note(659.25, 0.09, 0.14, 0.7))),
    "tick": (0.08, (Note(1318.5, fade_s=0.018, loud=0.5),)),
    "sold": (0.7, (Note(392, fade_s=0.1), Note(587.33, 0.12, 0.12), Note(783.99, 0.24, 0.22))),
    "wrong": (0.45, (Note(246.94, fade_s=0.12, loud=0.8), Note(207.65, 0.14, 0.16, 0.8))),
    "win": (
        1.3,
        (Note(523.25, fade_s=0.2), Note(659.25, 0.15, 0.2), Note(783.99, 0.3, 0.25), Note(1046.5, 0.45, 0.45)),
    ),
}


def compose(name: str) -> bytes:
    """The sound as a WAV file."""
    length_s, notes = SOUNDS[name]
    samples = [_sample(index / RATE, length_s, notes) for index in range(round(RATE * length_s))]
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return out.getvalue()


def _sample(at_s: float, length_s: float, notes: Sequence[Note]) -> int:
    value = sum(_string(note, at_s - note.at_s) for note in notes if at_s >= note.at_s)
    closing = min(1.0, (length_s - at_s) / 0.03)  # ends in silence, never with a click
    return round(max(-1.0, min(1.0, value * LOUDNESS * closing)) * 32_767)


def _string(note: Note, since_s: float) -> float:
    """The tone and a little of its octave and twelfth, struck within five milliseconds."""
    strike = min(1.0, since_s / 0.005)
    tones = sum(
        math.sin(2 * math.pi * note.hertz * part * since_s) * share for part, share in ((1, 0.8), (2, 0.15), (3, 0.05))
    )
    return note.loud * strike * math.exp(-since_s / note.fade_s) * tones


class Sounds:
    """Plays sounds by name. Silent if switched off, or without a loudspeaker, which is logged once."""

    def __init__(self, *, enabled: bool = True, volume: float = 1.0) -> None:
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        if enabled and _open_mixer():
            self._loaded = {name: pygame.mixer.Sound(str(asset("sounds", f"{name}.wav"))) for name in SOUNDS}
        for sound in self._loaded.values():
            sound.set_volume(volume)

    @property
    def is_on(self) -> bool:
        return bool(self._loaded)

    def play(self, name: str) -> None:
        if sound := self._loaded.get(name):
            try:
                sound.play()
            except pygame.error as error:  # pulled out: the table goes on without it
                logger.warning("no sound any more: %s", error)
                self._loaded = {}


def _open_mixer() -> bool:
    try:
        pygame.mixer.init(RATE, -16, 1, 512)
    except pygame.error as error:
        logger.info("no sound: %s", error)
        return False
    return True


def write_sounds(folder: Path) -> None:
    for name in SOUNDS:
        (folder / f"{name}.wav").write_bytes(compose(name))


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        raise CompanionError("expected a folder to write the sounds to")
    write_sounds(Path(sys.argv[1]))
