"""Pictures, silences and failures -> conditions and the time of the next retry, worked out by hand."""

from __future__ import annotations

import numpy as np

from hardware.camera.watch import CameraWatch, Patience, failed, likeness_of, opened, saw, silent

PATIENCE = Patience(silence_ms=3000, stillness_ms=8000)


def test_a_camera_that_gives_pictures_is_well() -> None:
    watch = saw(opened(CameraWatch(), 100), 200, b"a", PATIENCE)
    assert (watch.condition, watch.retry_at, watch.failures) == ("well", None, 0)


def test_a_camera_that_never_opened_is_missing_and_tried_after_longer_and_longer_pauses() -> None:
    watch, pauses, now = CameraWatch(), [], 0
    for _ in range(7):
        watch = failed(watch, now)
        assert watch.retry_at is not None
        pauses.append(watch.retry_at - now)
        now = watch.retry_at
    assert pauses == [1000, 2000, 4000, 8000, 15000, 15000, 15000]
    assert watch.condition == "missing"


def test_a_camera_that_was_there_is_lost_and_pauses_begin_anew_once_it_was_back() -> None:
    watch = saw(opened(CameraWatch(), 0), 100, b"a", PATIENCE)
    watch = failed(failed(watch, 200), 1200)
    assert (watch.condition, watch.retry_at) == ("lost", 3200)
    watch = saw(opened(watch, 3200), 3300, b"b", PATIENCE)
    assert watch.condition == "well"
    assert failed(watch, 4000).retry_at == 5000


def test_three_seconds_without_a_picture_is_a_loss() -> None:
    watch = saw(opened(CameraWatch(), 0), 100, b"a", PATIENCE)
    assert silent(watch, 3099, PATIENCE).condition == "well"
    assert silent(watch, 3100, PATIENCE).condition == "lost"
    assert silent(watch, 999_999, Patience(silence_ms=0)).condition == "well"


def test_an_opened_camera_that_shows_nothing_is_missing() -> None:
    assert silent(opened(CameraWatch(), 0), 3000, PATIENCE).condition == "missing"


def test_the_very_same_picture_for_eight_seconds_is_frozen_and_stays_so_until_it_changes() -> None:
    watch = saw(opened(CameraWatch(), 0), 0, b"a", PATIENCE)
    assert saw(watch, 7999, b"a", PATIENCE).condition == "well"
    watch = saw(watch, 8000, b"a", PATIENCE)
    assert (watch.condition, watch.retry_at) == ("frozen", 9000)
    watch = saw(opened(watch, 9000), 9100, b"a", PATIENCE)
    assert (watch.condition, watch.retry_at) == ("frozen", None)
    again = saw(watch, 17_000, b"a", PATIENCE)
    assert (again.condition, again.retry_at) == ("frozen", 19_000)
    assert saw(watch, 9200, b"b", PATIENCE).condition == "well"


def test_a_frozen_camera_that_cannot_be_opened_again_is_lost() -> None:
    watch = saw(saw(opened(CameraWatch(), 0), 0, b"a", PATIENCE), 8000, b"a", PATIENCE)
    assert failed(watch, 9000).condition == "lost"


def test_a_camera_back_with_the_same_picture_is_back() -> None:
    watch = failed(saw(opened(CameraWatch(), 0), 0, b"a", PATIENCE), 100)
    assert saw(opened(watch, 1100), 1200, b"a", PATIENCE).condition == "well"


def test_stillness_is_natural_where_we_are_told_so() -> None:
    watch = saw(opened(CameraWatch(), 0), 0, b"a", Patience(stillness_ms=0))
    assert saw(watch, 999_999, b"a", Patience(stillness_ms=0)).condition == "well"


def test_noise_alone_makes_another_likeness_and_darkness_makes_none() -> None:
    noise = np.random.default_rng(1).integers(0, 3, (1080, 1920), dtype=np.uint8)
    table = np.full((1080, 1920), 100, np.uint8)
    table[:, :960] = 150
    assert likeness_of(table) == likeness_of(table.copy()) != likeness_of(table + noise)
    assert likeness_of(np.zeros((1080, 1920), np.uint8)) is None
    assert likeness_of(noise) is None


def test_a_tiny_picture_has_a_likeness_too() -> None:
    assert likeness_of(np.array([[0, 255]], np.uint8)) == b"\x00\xff"
