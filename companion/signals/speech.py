"""Speech, by a program of its own: espeak-ng, which comes with the package, or piper where the owner has installed it.

Piper sounds better. It is no part of this program, because of its licence; its voices are files of its own, one for a
language, such as ``de_DE-thorsten-medium.onnx`` with ``de_DE-thorsten-medium.onnx.json`` beside it.
"""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

logger = logging.getLogger(__name__)

ESPEAK, PIPER, PLAYER = "espeak-ng", "piper", "aplay"
LONGEST_SPEECH = 160
MOST_WAITING = 30  # announcements: of one page all that is asked for
WORDS_A_MINUTE = "170"


@dataclass(frozen=True, slots=True)
class Espeak:
    """Says a text by itself. ``voice``: its name for a language."""

    program: str
    voice: str

    def start(self, text: str) -> tuple[subprocess.Popen[bytes], ...]:
        # "--" keeps a text that begins with a dash from being taken for an option.
        call = [self.program, "-v", self.voice, "-s", WORDS_A_MINUTE, "--", text]
        return (subprocess.Popen(call, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL),)  # noqa: S603


@dataclass(frozen=True, slots=True)
class Piper:
    """Reads lines and writes samples, which a player plays. ``model``: the file of a voice; ``hertz``: its rate."""

    program: str
    player: str
    model: Path
    hertz: int

    def start(self, text: str) -> tuple[subprocess.Popen[bytes], ...]:
        silent, pipe = subprocess.DEVNULL, subprocess.PIPE
        call = [self.program, "--model", str(self.model), "--output_raw"]
        voice = subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=silent)  # noqa: S603
        assert voice.stdin is not None
        assert voice.stdout is not None
        plays = [self.player, "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(self.hertz)]
        try:
            player = subprocess.Popen(plays, stdin=voice.stdout, stdout=silent, stderr=silent)  # noqa: S603
            voice.stdin.write(f"{' '.join(text.split())}\n".encode())
            voice.stdin.close()
        except OSError:
            voice.kill()
            raise
        finally:
            voice.stdout.close()  # the player has it now
        return voice, player


def find_speaker(language: str, espeak_voice: str, voices: Path) -> Espeak | Piper | None:
    """The better one that is there. ``voices``: the folder with piper's voices."""
    return find_piper(language, voices) or find_espeak(espeak_voice)


def find_espeak(voice: str) -> Espeak | None:
    program = shutil.which(ESPEAK)
    return None if program is None else Espeak(program, voice)


def find_piper(language: str, voices: Path) -> Piper | None:
    program, player = shutil.which(PIPER), shutil.which(PLAYER)
    if program is None or player is None:
        return None
    return next((Piper(program, player, model, hertz) for model, hertz in _voices_of(language, voices)), None)


def _voices_of(language: str, voices: Path) -> Iterator[tuple[Path, int]]:
    """Voices of this language that can be used, by name, each with its rate."""
    for model in sorted(voices.glob(f"{language}_*.onnx")):
        try:
            hertz = json.loads(model.with_name(f"{model.name}.json").read_text("utf-8"))["audio"]["sample_rate"]
        except (OSError, ValueError, LookupError, TypeError) as error:
            logger.warning("the voice %s cannot be used: %s", model.name, error)
            continue
        if type(hertz) is int and hertz > 0:
            yield model, hertz


def can_speak() -> bool:
    """Whether there is a program that reads aloud."""
    return shutil.which(ESPEAK) is not None or shutil.which(PIPER) is not None


class Speech:
    """Says one sentence after the other, if there is a program for it; ``hush`` cuts them short."""

    def __init__(self, speaker: Espeak | Piper | None) -> None:
        self._speaker = speaker
        self._speaking: tuple[subprocess.Popen[bytes], ...] = ()
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)

    @property
    def is_on(self) -> bool:
        return self._speaker is not None

    def say(self, text: str) -> None:
        """After what is being said; of what has waited too long, the oldest is dropped."""
        if self._speaker is not None and text.strip():
            self._waiting.append(text[:LONGEST_SPEECH])
            self.go_on()

    def go_on(self) -> None:
        """The next sentence, if the one before is over."""
        if any(process.poll() is None for process in self._speaking):
            return
        self._speaking = ()
        if self._speaker is None or not self._waiting:
            return
        try:
            self._speaking = self._speaker.start(self._waiting.popleft())
        except OSError as error:
            logger.info("no speech: %s", error)
            self._speaker = None

    def hush(self) -> None:
        self._waiting.clear()
        for process in self._speaking:
            process.terminate()
        for process in self._speaking:
            process.wait()
        self._speaking = ()
