"""Debouncing one button: edges and time -> presses, holds, repeats. Pure: times and levels in, events out.

A contact that never settles, or presses faster than a finger can, is *chattering*; one that stays down is *stuck*.
Such a button is ignored, and comes back once it has been up and quiet for a while.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

ButtonMode: TypeAlias = Literal["press", "hold", "repeat"]
Fault: TypeAlias = Literal["stuck", "chattering"]
Kind: TypeAlias = Literal["press", "hold", "repeat", "release", "stuck", "chattering", "back"]


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds, all of them."""

    settle_ms: int = 15  # a level counts once it has been stable this long; contacts bounce for 1 to 10 ms
    hold_ms: int = 700
    repeat_ms: int = 150
    stuck_ms: int = 10_000
    quiet_ms: int = 3_000  # how long an ignored button must be up and still before it counts again
    restless_ms: int = 250  # a contact that keeps changing for this long is chattering
    burst_ms: int = 400  # so is one with this many presses in this time: twelve a second
    burst_presses: int = 5


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """``press``, ``hold`` and ``repeat`` are what a finger did; the others tell the button's condition."""

    kind: Kind
    at_ms: int


@dataclass(frozen=True, slots=True)
class Contact:
    """The state of one button between two edges.

    In mode ``press`` a button reports when it goes down; in ``hold`` it reports a press when it comes up, or a hold
    once it has been down long enough; in ``repeat`` likewise, and after the hold again and again while it stays down.
    """

    mode: ButtonMode = "press"
    raw: bool = False
    raw_at: int = 0
    restless_since: int | None = None
    down: bool = False
    down_at: int = 0
    spoken: bool = True  # this push has been reported already
    repeat_at: int | None = None
    presses: tuple[int, ...] = ()
    aside: Fault | None = None


Step: TypeAlias = tuple[Contact, tuple[ButtonEvent, ...]]


def start(mode: ButtonMode, *, down: bool, at_ms: int) -> Contact:
    """A button as it is found: one that is already down reports nothing until it has been up."""
    return Contact(mode, raw=down, raw_at=at_ms, down=down, down_at=at_ms)


def due_at(contact: Contact, timing: Timing) -> int | None:
    """When something will happen even without another edge; None: never."""
    if contact.aside is not None:
        return None if contact.raw else contact.raw_at + timing.quiet_ms
    times = []
    if contact.restless_since is not None:
        times.append(contact.raw_at + timing.settle_ms)
    if contact.down:
        times.append(contact.down_at + timing.stuck_ms)
        if contact.mode != "press" and not contact.spoken:
            times.append(contact.down_at + timing.hold_ms)
        if contact.repeat_at is not None:
            times.append(contact.repeat_at)
    return min(times, default=None)


def tick(contact: Contact, timing: Timing, at_ms: int) -> Step:
    """Advances the time to ``at_ms``; returns all events that fell due."""
    said: tuple[ButtonEvent, ...] = ()
    while (due := due_at(contact, timing)) is not None and due <= at_ms:
        contact, more = _happen(contact, timing, due, at_ms)
        said += more
    return contact, said


def edge(contact: Contact, timing: Timing, at_ms: int, *, down: bool) -> Step:
    """The level changed (or was reported again) at ``at_ms``; a time before the last edge counts as that time."""
    at_ms = max(at_ms, contact.raw_at)
    contact, said = tick(contact, timing, at_ms)
    if down == contact.raw:
        return contact, said
    since = contact.restless_since
    contact = replace(contact, raw=down, raw_at=at_ms, restless_since=at_ms if since is None else since)
    if contact.aside is None and since is not None and at_ms - since >= timing.restless_ms:
        return _set_aside(contact, "chattering", at_ms, said)
    return contact, said


def _happen(contact: Contact, timing: Timing, due: int, now: int) -> Step:
    """The one thing that fell due at ``due``; settling comes first, so that a release beats a hold."""
    if contact.aside is not None:
        back = replace(contact, aside=None, down=False, spoken=True, restless_since=None, presses=())
        return back, (ButtonEvent("back", due),)
    if contact.restless_since is not None and contact.raw_at + timing.settle_ms <= due:
        return _settle(replace(contact, restless_since=None), timing, due)
    if contact.down_at + timing.stuck_ms <= due:
        return _set_aside(contact, "stuck", due, ())
    if contact.repeat_at is not None:
        # After a stall (a busy or suspended machine) one repeat is reported, not all that were missed.
        return replace(contact, repeat_at=max(due, now) + timing.repeat_ms), (ButtonEvent("repeat", due),)
    repeat_at = max(due, now) + timing.repeat_ms if contact.mode == "repeat" else None
    return replace(contact, spoken=True, repeat_at=repeat_at), (ButtonEvent("hold", due),)


def _settle(contact: Contact, timing: Timing, at_ms: int) -> Step:
    if contact.raw == contact.down:
        return contact, ()
    return _go_down(contact, timing, at_ms) if contact.raw else _come_up(contact, at_ms)


def _go_down(contact: Contact, timing: Timing, at_ms: int) -> Step:
    recent = (*(at for at in contact.presses if at_ms - at < timing.burst_ms), at_ms)
    if len(recent) >= timing.burst_presses:
        return _set_aside(contact, "chattering", at_ms, ())
    waits = contact.mode != "press"
    contact = replace(contact, down=True, down_at=at_ms, presses=recent, spoken=not waits)
    return contact, () if waits else (ButtonEvent("press", at_ms),)


def _come_up(contact: Contact, at_ms: int) -> Step:
    press = () if contact.spoken else (ButtonEvent("press", at_ms),)
    return replace(contact, down=False, spoken=True, repeat_at=None), (*press, ButtonEvent("release", at_ms))


def _set_aside(contact: Contact, fault: Fault, at_ms: int, said: tuple[ButtonEvent, ...]) -> Step:
    aside = replace(contact, aside=fault, down=False, spoken=True, repeat_at=None, restless_since=None, presses=())
    return aside, (*said, ButtonEvent(fault, at_ms))
