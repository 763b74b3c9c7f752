"""Requesting another release: the request is written atomically, and only its own answer counts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import CompanionError, __version__
from companion.resources import assets_dir
from companion.upkeep.releases import Releases, UpdateReport


@pytest.fixture
def releases(tmp_path: Path) -> Releases:
    """As the package leaves it after one update, with this checkout in its place."""
    kept, desk = tmp_path / "kept", tmp_path / "run"
    (desk / "wishes").mkdir(parents=True)
    kept.mkdir()
    for version in ("0.0.9", __version__):
        (kept / f"table-companion_{version}_arm64.deb").touch()
    return Releases(assets_dir().parent, kept, desk)


def test_what_is_installed(releases: Releases) -> None:
    assert (releases.current, releases.previous, releases.obstacle()) == (__version__, "0.0.9", None)


def test_a_release_that_is_gone_cannot_be_gone_back_to(releases: Releases) -> None:
    (releases.kept / "table-companion_0.0.9_arm64.deb").unlink()
    assert releases.previous == ""


def test_without_kept_packages_there_is_nothing_to_go_back_to(releases: Releases, tmp_path: Path) -> None:
    assert Releases(releases.program, tmp_path / "none", releases.desk).previous == ""


def test_what_the_package_did_not_install_is_updated_another_way(tmp_path: Path) -> None:
    obstacle = Releases(tmp_path / "none").obstacle()
    assert obstacle is not None
    assert obstacle.key == "update.other_way"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_desk_that_is_not_ours(releases: Releases) -> None:
    (releases.desk / "wishes").chmod(0o500)
    obstacle = releases.obstacle()
    assert obstacle is not None
    assert obstacle.key == "update.no_desk"


def test_without_a_desk_nothing_is_asked(releases: Releases) -> None:
    (releases.desk / "wishes").rmdir()
    obstacle = releases.obstacle()
    assert obstacle is not None
    assert obstacle.key == "update.no_desk"
    with pytest.raises(CompanionError, match=r"could not be asked for: .*releases update"):
        releases.ask("update", 1)


def test_a_wish_is_one_file_with_one_line(releases: Releases) -> None:
    releases.ask("back", 17)
    assert [path.name for path in (releases.desk / "wishes").iterdir()] == ["wish"]
    assert (releases.desk / "wishes/wish").read_text("ascii") == "back 17\n"
    releases.withdraw()
    releases.withdraw()
    assert list((releases.desk / "wishes").iterdir()) == []


def test_an_answer_counts_for_its_wish_only(releases: Releases) -> None:
    assert releases.answer(17) is None
    (releases.desk / "answer").write_text("17 busy\n", "utf-8")
    assert releases.answer(17) == UpdateReport("busy")
    assert releases.answer(18) is None
    (releases.desk / "answer").write_text("17 done 0.3.0\n", "utf-8")
    assert releases.answer(17) == UpdateReport("done", "0.3.0")


@given(st.binary(max_size=1500))
def test_nonsense_is_no_answer(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    desk = tmp_path_factory.mktemp("desk")
    (desk / "answer").write_bytes(raw)
    answer = Releases(desk=desk).answer(1)
    assert answer is None or raw.lstrip().startswith(b"1 ")
