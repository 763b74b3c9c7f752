"""The sections of the settings: each value with its type and bounds. Defaults are in ``assets/defaults.toml``."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from companion.settings.checks import Flag, Language, OneOf, OptionalPin, PinList, Real, Spoken, Text, Whole, setting
from hardware.camera.settings import CameraConfig, CameraKind, Rotation
from hardware.debounce import Timing
from hardware.wiring import MOST_SEATS, BuzzerKind, FactoryKind, Wiring
from rules.core.clock import Mode

Telling: TypeAlias = Literal["off", "everything", "turns", "questions"]  # what is said aloud


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplaySettings:
    width: int = setting(Whole(320, 7680))
    height: int = setting(Whole(240, 4320))
    fullscreen: bool = setting(Flag())
    inches: float = setting(Real(0.0, 200.0))
    scale: float = setting(Real(0.75, 2.0))
    look: str = setting(OneOf("evening", "contrast", "paper"))
    motion: bool = setting(Flag())


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSettings:
    kind: CameraKind = setting(OneOf("pi", "usb", "replay", "twin", "none"))
    device: str = setting(Text())
    width: int = setting(Whole(320, 9152))
    height: int = setting(Whole(240, 6944))
    rotation: Rotation = setting(OneOf(0, 90, 180, 270))
    looks: float = setting(Real(0.2, 30.0))
    folder: str = setting(Text())
    record: bool = setting(Flag())
    record_mb: int = setting(Whole(50, 100_000))
    last_frames: bool = setting(Flag())
    faces: bool = setting(Flag())

    def settings(self) -> CameraConfig:
        """The camera's settings as ``hardware`` takes them."""
        return CameraConfig(
            kind=self.kind,
            device=self.device,
            width=self.width,
            height=self.height,
            rotation=self.rotation,
            looks_per_s=self.looks,
            folder=Path(self.folder).expanduser() if self.folder else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSettings:
    """The pins of the four buttons. 0 and 1 belong to the board itself."""

    previous: int = setting(Whole(2, 27))
    next: int = setting(Whole(2, 27))
    ok: int = setting(Whole(2, 27))
    back: int = setting(Whole(2, 27))


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSettings:
    factory: FactoryKind = setting(OneOf("none", "mock", "lgpio"))
    encoder: tuple[int, ...] = setting(PinList(0, 2))
    seat_buttons: tuple[int, ...] = setting(PinList(*range(MOST_SEATS + 1)))
    seat_lamps: tuple[int, ...] = setting(PinList(*range(MOST_SEATS + 1)))
    buzzer: int = setting(OptionalPin())
    buzzer_kind: BuzzerKind = setting(OneOf("piezo", "active"))
    status_lamp: int = setting(OptionalPin())
    power: int = setting(OptionalPin())
    settle_ms: int = setting(Whole(1, 200))
    hold_ms: int = setting(Whole(200, 5000))
    buttons: ButtonSettings

    def wiring(self) -> Wiring:
        """The panel's wiring as ``hardware`` takes it."""
        return Wiring(
            factory=self.factory,
            buttons=asdict(self.buttons),
            seat_buttons=self.seat_buttons,
            seat_lamps=self.seat_lamps,
            encoder=self.encoder,
            buzzer=self.buzzer or None,
            buzzer_kind=self.buzzer_kind,
            status_lamp=self.status_lamp or None,
            power=self.power or None,
            timing=Timing(settle_ms=self.settle_ms, hold_ms=self.hold_ms),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundSettings:
    on: bool = setting(Flag())
    volume: float = setting(Real(0.0, 1.0))
    speech: Telling = setting(Spoken())
    voices: str = setting(Text())


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerSettings:
    auction: Mode = setting(OneOf("off", "reminder", "strict"))
    seconds: int = setting(Whole(5, 600))
    count: bool = setting(Flag())


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSettings:
    folder: str = setting(Text())


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSettings:
    edition: str = setting(Language())
    deck_check: bool = setting(Flag())
    help: bool = setting(Flag())
    setup: bool = setting(Flag())
    seat_cards: bool = setting(Flag())
    welcome: bool = setting(Flag())
    by_row: bool = setting(Flag())
