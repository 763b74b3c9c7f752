"""Scripted edges in, presses out: worked by hand with a settle time of 10, hold 500, repeat 100, stuck 5000."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import ButtonEvent, ButtonMode, Contact, Timing, due_at, edge, start, tick

TIMING = Timing(settle_ms=10, hold_ms=500, repeat_ms=100, stuck_ms=5000, quiet_ms=2000)


def _run(mode: ButtonMode, script: str, until: int, *, down: bool = False) -> list[tuple[str, int]]:
    """``"100v 103^"`` goes down at 100 and up at 103; answers what was said and when."""
    contact = start(mode, down=down, at_ms=0)
    said: list[ButtonEvent] = []
    for word in script.split():
        contact, due = _wait(contact, int(word[:-1]))
        contact, more = edge(contact, TIMING, int(word[:-1]), down=word[-1] == "v")
        said += [*due, *more]
    _, more = _wait(contact, until)
    return [(signal.kind, signal.at_ms) for signal in [*said, *more]]


def _wait(contact: Contact, until: int) -> tuple[Contact, list[ButtonEvent]]:
    """Ticks exactly when something is due, as the panel's thread does."""
    said: list[ButtonEvent] = []
    while (due := due_at(contact, TIMING)) is not None and due <= until:
        contact, more = tick(contact, TIMING, due)
        said += more
    return contact, said


def test_a_clean_press_is_said_once_it_has_settled() -> None:
    assert _run("press", "100v 200^", 1000) == [("press", 110), ("release", 210)]


def test_a_bouncing_press_is_one_press() -> None:
    script = "100v 101^ 102v 104^ 105v 200^ 201v 203^ 204v 206^"
    assert _run("press", script, 1000) == [("press", 115), ("release", 216)]


def test_a_spike_shorter_than_the_settle_time_is_nothing() -> None:
    assert _run("press", "100v 109^ 300v 303^", 1000) == []


def test_a_button_with_a_hold_speaks_when_it_comes_up() -> None:
    assert _run("hold", "100v 300^", 1000) == [("press", 310), ("release", 310)]


def test_a_held_button_says_hold_and_no_press() -> None:
    assert _run("hold", "100v 900^", 1000) == [("hold", 610), ("release", 910)]


def test_a_button_let_go_just_before_the_hold_is_a_press() -> None:
    assert _run("hold", "100v 600^", 1000) == [("press", 610), ("release", 610)]


def test_a_button_that_repeats_speaks_when_it_comes_up_or_is_held_again_and_again() -> None:
    assert _run("repeat", "100v 300^", 1000) == [("press", 310), ("release", 310)]
    said = _run("repeat", "100v 850^", 2000)
    assert said == [("hold", 610), ("repeat", 710), ("repeat", 810), ("release", 860)]


def test_a_stall_says_one_repeat_and_not_all_those_missed() -> None:
    contact, _ = edge(start("repeat", down=False, at_ms=0), TIMING, 100, down=True)
    contact, _ = tick(contact, TIMING, 110)
    contact, said = tick(contact, TIMING, 4000)
    assert said == (ButtonEvent("hold", 610),)
    assert due_at(contact, TIMING) == 4100


def test_a_stuck_button_is_set_aside_and_comes_back_when_it_has_been_up() -> None:
    said = _run("press", "100v 9000^", 20_000)
    assert said == [("press", 110), ("stuck", 5110), ("back", 11_000)]


def test_a_button_back_again_works_as_before() -> None:
    said = _run("press", "100v 9000^ 12000v 12100^", 20_000)
    assert said[2:] == [("back", 11_000), ("press", 12_010), ("release", 12_110)]


def test_a_button_down_from_the_start_says_nothing_until_it_has_been_up() -> None:
    assert _run("hold", "800^ 1000v 1100^", 2000, down=True) == [("release", 810), ("press", 1110), ("release", 1110)]
    assert _run("press", "", 6000, down=True) == [("stuck", 5000)]


def test_a_contact_that_never_settles_is_chattering_and_says_no_press() -> None:
    script = " ".join(f"{at}{'v' if index % 2 == 0 else '^'}" for index, at in enumerate(range(100, 900, 5)))
    assert _run("press", script, 10_000) == [("chattering", 350), ("back", 895 + 2000)]


def test_presses_faster_than_a_finger_are_chattering() -> None:
    # down for 20, up for 20: each settles; the fifth within 400 ms is one too many
    script = " ".join(f"{at}{'v' if index % 2 == 0 else '^'}" for index, at in enumerate(range(100, 1100, 20)))
    said = _run("press", script, 10_000)
    assert [word for word, _ in said if word == "press"] == ["press"] * 4
    assert said[-2:] == [("chattering", 100 + 4 * 40 + 10), ("back", 1080 + 2000)]


def test_the_fastest_finger_is_not_taken_for_chatter() -> None:
    # ten presses a second for two seconds
    script = " ".join(f"{at}v {at + 50}^" for at in range(100, 2100, 100))
    assert [word for word, _ in _run("press", script, 5000)].count("press") == 20


def test_time_that_runs_backwards_stands_still() -> None:
    contact, _ = edge(start("press", down=False, at_ms=0), TIMING, 1000, down=True)
    contact, said = edge(contact, TIMING, 400, down=False)
    assert (contact.raw_at, said) == (1000, ())


edges = st.lists(st.tuples(st.integers(0, 3000), st.booleans()), max_size=60)


@given(edges, st.sampled_from(["press", "hold", "repeat"]))
def test_whatever_the_contact_does_every_press_has_room_for_it(steps: list[tuple[int, bool]], mode: ButtonMode) -> None:
    """Times never run back, nothing is said while set aside, and a quiet button up at the end is in order again."""
    contact, now, said = start(mode, down=False, at_ms=0), 0, []
    for wait, down in steps:
        now += wait
        contact, more = edge(contact, TIMING, now, down=down)
        said += more
    contact, more = edge(contact, TIMING, now, down=False)
    contact, late = _wait(contact, now + 20_000)
    said += [*more, *late]
    assert [signal.at_ms for signal in said] == sorted(signal.at_ms for signal in said)
    assert (contact.down, contact.aside, due_at(contact, TIMING)) == (False, None, None)
    aside = False
    for signal in said:
        assert not (aside and signal.kind != "back")
        aside = signal.kind in ("stuck", "chattering") or (aside and signal.kind != "back")


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=60), st.integers(1, 50))
def test_ticking_more_often_changes_nothing(steps: list[tuple[int, bool]], every: int) -> None:
    def play(step: int) -> list[ButtonEvent]:
        contact, now, said = start("hold", down=False, at_ms=0), 0, []
        for wait, down in steps:
            for at in range(now, now + wait, step):
                contact, more = tick(contact, TIMING, at)
                said += more
            now += wait
            contact, more = edge(contact, TIMING, now, down=down)
            said += more
        return said

    assert play(every) == play(10_000)
