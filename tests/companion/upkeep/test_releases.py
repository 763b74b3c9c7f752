"""Asking for another release: a wish laid down whole, an answer that must be for this wish."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import CompanionError
from companion.upkeep.releases import Releases, UpdateReport


@pytest.fixture
def releases(tmp_path: Path) -> Releases:
    """As install.sh leaves it after one update."""
    base, desk = tmp_path / "opt", tmp_path / "run"
    (desk / "wishes").mkdir(parents=True)
    for name in ("0.1.0", "0.2.0"):
        (base / "releases" / name).mkdir(parents=True)
    (base / "current").symlink_to(base / "releases/0.2.0")
    (base / "previous").symlink_to(base / "releases/0.1.0")
    return Releases(base, desk)


def test_what_is_installed(releases: Releases) -> None:
    assert (releases.current, releases.previous, releases.obstacle()) == ("0.2.0", "0.1.0", None)


def test_a_release_that_is_gone_cannot_be_gone_back_to(releases: Releases) -> None:
    (releases.base / "releases/0.1.0").rmdir()
    assert releases.previous == ""


def test_after_a_first_installation_there_is_nothing_to_go_back_to(releases: Releases) -> None:
    (releases.base / "previous").unlink()
    assert releases.previous == ""


def test_what_install_sh_did_not_install_is_updated_another_way(tmp_path: Path) -> None:
    obstacle = Releases(tmp_path / "none", tmp_path).obstacle()
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
    with pytest.raises(CompanionError, match=r"could not be laid down: .*update\.sh"):
        releases.ask("update", 1)


def test_a_wish_is_one_file_with_one_line(releases: Releases) -> None:
    releases.ask("rollback", 17)
    assert [path.name for path in (releases.desk / "wishes").iterdir()] == ["wish"]
    assert (releases.desk / "wishes/wish").read_text("ascii") == "rollback 17\n"
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
    answer = Releases(desk, desk).answer(1)
    assert answer is None or raw.lstrip().startswith(b"1 ")
