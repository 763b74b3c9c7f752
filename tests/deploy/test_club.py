"""``deploy/club`` as far as it can be judged without installing a service; its rights are tried at a real broker."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path

import pytest

from companion.club.broker import read_account
from companion.club.home_assistant import SENSORS, Described, discovery, kept_topics
from tests.missing import MOSQUITTO

ROOT = Path(__file__).parents[2]
needs_passwords = MOSQUITTO.mark


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", ROOT / "deploy/club", *words], capture_output=True, text=True, check=False)


@needs_passwords
def test_more_boxes_are_added_and_nobody_gets_another_password(tmp_path: Path) -> None:
    accounts = tmp_path / "accounts"
    assert run("--into", str(tmp_path), "our-club", "table-1").returncode == 0
    before = {path.name: read_account(path) for path in accounts.iterdir()}
    assert set(before) == {"board.toml", "home-assistant.toml", "table-1.toml"}
    assert run("--into", str(tmp_path), "our-club", "table-2").returncode == 0
    after = {path.name: read_account(path) for path in accounts.iterdir()}
    assert set(after) - set(before) == {"table-2.toml"}
    assert {name: after[name] for name in before} == before
    assert len({account.password for account in after.values()}) == 4
    assert all(len(account.password) == 24 for account in after.values())
    access = (tmp_path / "access").read_text()
    assert access.count("user table-") == 2
    passwords = tmp_path / "passwords"
    assert stat.S_IMODE(passwords.stat().st_mode) == 0o600
    assert not any(account.password in passwords.read_text() for account in after.values()), "only their sums"


@needs_passwords
def test_a_box_may_describe_its_table_and_the_board_may_forget_it(tmp_path: Path) -> None:
    assert run("--into", str(tmp_path), "our-club", "table-1").returncode == 0
    table = Described("our-club", "table-1", "Table 1")
    topics = discovery("homeassistant", table, dict.fromkeys(SENSORS, ""))
    access = {
        part.split("\n", 1)[0]: set(part.splitlines()) for part in (tmp_path / "access").read_text().split("user ")
    }
    assert {line for line in access["table-1"] if line.endswith("/config")} == {f"topic write {one}" for one in topics}
    kept = kept_topics("homeassistant", "our-club", "table-1")
    assert {f"topic write {one}" for one in kept} <= access["board"]
    assert not any(line.endswith(("/result/+", "/event", "/#")) and "read " not in line for line in access["board"])


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("Our Club", "table-1"),
        ("our-club", "Table 1"),
        ("our-club", "table-1 table-2"),
        ("our-club", "t" * 41),
        ("our-club", "a/b"),
        ("our-club", "#"),
        ("our-club", "board"),
        ("our-club", "home-assistant"),
        ("--port", "many", "our-club"),
        ("--name", "a,DNS:b", "our-club"),
        ("--dance", "our-club"),
        ("--port",),
        ("--listen", "127.0.0.1 9", "our-club"),
        ("our-club\ntopic readwrite #", "table-1"),
        ("our-club", "table-1\nuser eve"),
    ],
)
def test_what_does_not_fit_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run("--into", str(tmp_path), *words)
    assert done.returncode != 0
    assert done.stderr
    assert not (tmp_path / "access").exists()
