"""A card made ready by the release's own prepare-card: what lies on its boot partition afterwards."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.missing import OPENSSL

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
LINE = "console=tty1 root=PARTUUID=0-02 rootwait"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """As deploy/build-release makes it, with something small for a package."""
    folder = tmp_path / "table-companion"
    shutil.copytree(DEPLOY / "card", folder)
    (folder / "package.deb").write_bytes(b"package")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(sums))
    return folder


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """Of Bookworm; with a file more it is Trixie's."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "cmdline.txt").write_text(LINE + "\n")
    return folder


def prepare(release: Path, *words: str | Path, tools: str = "") -> subprocess.CompletedProcess[str]:
    """``tools``: a folder of programs that stand in for the system's."""
    call, environ = ["sh", release / "prepare-card", *words], {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    return subprocess.run(call, env=environ, capture_output=True, text=True, check=False, timeout=60)


def test_what_a_card_runs_at_its_first_start_is_in_the_release() -> None:
    release = (DEPLOY / "build-release").read_text("utf-8")
    assert all(path.name in release for path in (DEPLOY / "card").iterdir())
    user_data = (DEPLOY / "card/user-data").read_text("utf-8")
    assert user_data.startswith("#cloud-config\n")
    assert "[sh, /boot/firmware/table-companion/firstrun.sh]" in user_data


def test_a_card_of_trixie_gets_our_user_data_and_keeps_what_was_there(release: Path, boot: Path) -> None:
    (boot / "user-data").write_text("#cloud-config\nhostname: mine\n")
    for _ in range(2):
        assert prepare(release, boot).returncode == 0
        assert (boot / "user-data").read_bytes() == (release / "user-data").read_bytes()
        assert (boot / "user-data.before-table-companion").read_text() == "#cloud-config\nhostname: mine\n"
        assert (boot / "cmdline.txt").read_text() == LINE + "\n"
    laid = {path.name for path in (boot / "table-companion").iterdir()}
    assert laid == {path.name for path in release.iterdir()}


def test_a_card_of_bookworm_gets_a_command_in_its_one_line_and_a_user(release: Path, boot: Path) -> None:
    for _ in range(2):
        assert prepare(release, boot).returncode == 0
        line = (boot / "cmdline.txt").read_text()
        assert line.startswith(LINE + " systemd.run=/boot/firmware/table-companion/firstrun.sh ")
        assert line.endswith(" systemd.unit=kernel-command-line.target\n")
        assert line.count("systemd.run=") == line.count("\n") == 1
    assert (boot / "userconf.txt").read_text().startswith("host:$6$")


def test_a_user_that_is_set_already_stays(release: Path, boot: Path) -> None:
    (boot / "userconf.txt").write_text("anna:hash\n")
    assert prepare(release, boot).returncode == 0
    assert (boot / "userconf.txt").read_text() == "anna:hash\n"


@OPENSSL.mark
def test_both_systems_have_the_same_password() -> None:
    name, known = (DEPLOY / "card/userconf.txt").read_text("utf-8").strip().split(":")
    salt = known.split("$")[2]
    made = subprocess.run(
        ["openssl", "passwd", "-6", "-salt", salt, "table"], capture_output=True, text=True, check=True
    )
    assert (name, made.stdout.strip()) == ("host", known)
    user_data = (DEPLOY / "card/user-data").read_text("utf-8")
    assert "- name: host\n" in user_data
    assert "plain_text_passwd: table\n" in user_data


def test_with_a_stick_only_what_starts_it_is_on_the_card(release: Path, boot: Path) -> None:
    assert prepare(release, boot, "--stick").returncode == 0
    assert [path.name for path in (boot / "table-companion").iterdir()] == ["firstrun.sh"]


def _df(folder: Path, free_kb: int) -> str:
    folder.mkdir(exist_ok=True)
    said = f"Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sdb1 522230 1 {free_kb} 1% /bootfs"
    (folder / "df").write_text(f"#!/bin/sh\nprintf '%s\\n' '{said}'\n")
    (folder / "df").chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(("words", "free_kb"), [((), 400), (("--stick",), 10)])
def test_a_card_without_room_is_refused_in_words_before_anything_is_written(
    release: Path, boot: Path, tmp_path: Path, words: tuple[str, ...], free_kb: int
) -> None:
    (release / "pool").write_bytes(bytes(500_000))
    done = prepare(release, boot, *words, tools=_df(tmp_path / "tools", free_kb))
    assert done.returncode == 1
    assert "has no room for 1 MB" in done.stderr
    assert [path.name for path in boot.iterdir()] == ["cmdline.txt"]
    assert (boot / "cmdline.txt").read_text() == LINE + "\n"


def test_what_lies_there_from_the_last_time_takes_no_room(release: Path, boot: Path, tmp_path: Path) -> None:
    (release / "pool").write_bytes(bytes(500_000))
    assert prepare(release, boot).returncode == 0
    assert prepare(release, boot, tools=_df(tmp_path / "tools", 100)).returncode == 0


def test_a_damaged_release_and_another_folder_are_refused(release: Path, boot: Path, tmp_path: Path) -> None:
    assert "no boot partition" in prepare(release, tmp_path).stderr
    (release / "package.deb").write_bytes(b"else")
    assert "damaged" in prepare(release, boot).stderr
    assert not (boot / "table-companion").exists()
