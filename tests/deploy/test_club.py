"""``deploy/club`` as far as it can be judged without installing a service; its rights are tried at a real broker."""

from __future__ import annotations

import json
import stat
import subprocess
from pathlib import Path

import pytest

from companion.club.broker import read_account
from companion.club.home_assistant import SENSORS, Described, discovery, kept_topics
from tests.missing import MOSQUITTO

pytestmark = pytest.mark.slow  # nearly all of it is

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
    access = tmp_path / "access.json"
    assert {one["username"] for one in json.loads(access.read_text())["clients"]} == {Path(name).stem for name in after}
    assert stat.S_IMODE(access.stat().st_mode) == 0o600
    assert not any(account.password in access.read_text() for account in after.values()), "only their sums"


def _may(folder: Path, user: str, what: str) -> set[str]:
    (role,) = [one for one in json.loads((folder / "access.json").read_text())["roles"] if one["rolename"] == user]
    return {one["topic"] for one in role["acls"] if one["acltype"] == what and one["allow"]}


def _bound(folder: Path) -> dict[str, str]:
    """Who may come in under one name only."""
    clients = json.loads((folder / "access.json").read_text())["clients"]
    return {one["username"]: one["clientid"] for one in clients if "clientid" in one}


@needs_passwords
def test_a_box_has_so_many_topics_and_not_one_more(tmp_path: Path) -> None:
    assert run("--into", str(tmp_path), "our-club", "table-1").returncode == 0
    top = "table-companion/our-club/table-1/result/"
    results = {topic for topic in _may(tmp_path, "table-1", "publishClientSend") if topic.startswith(top)}
    assert results == {f"{top}{number}" for number in range(32)}
    assert read_account(tmp_path / "accounts/table-1.toml").results == 32
    for what in ("publishClientSend", "publishClientReceive", "subscribeLiteral"):
        assert not any(set("+#") & set(topic) for topic in _may(tmp_path, "table-1", what))
    assert _bound(tmp_path) == {"table-1": read_account(tmp_path / "accounts/table-1.toml").client}


@needs_passwords
def test_a_box_of_the_first_release_keeps_its_account_until_it_is_told_otherwise(tmp_path: Path) -> None:
    accounts = tmp_path / "accounts"
    assert run("--old", "--into", str(tmp_path), "our-club", "table-1", "table-2").returncode == 0
    before = {path.stem: read_account(path) for path in accounts.iterdir()}
    said = run("--into", str(tmp_path), "our-club", "table-1", "table-3").stdout
    assert [
        name for name in ("table-1", "table-2", "table-3") if f"{name} has an account for release 1.0.0" in said
    ] == [
        "table-1",
        "table-2",
    ]
    assert read_account(accounts / "table-1.toml") == before["table-1"]
    assert "table-companion/our-club/table-1/result/+" in _may(tmp_path, "table-1", "publishClientSend")
    assert _bound(tmp_path).keys() == {"table-3"}
    assert run("--bounded", "--into", str(tmp_path), "our-club", "table-1").returncode == 0
    after = {path.stem: read_account(path) for path in accounts.iterdir()}
    assert after["table-1"].password != before["table-1"].password, "the former file must not be let in and not heard"
    assert after["table-2"] == before["table-2"]
    assert _bound(tmp_path) == {name: after[name].client for name in ("table-1", "table-3")}


@needs_passwords
def test_a_box_may_describe_its_table_and_the_board_may_forget_it(tmp_path: Path) -> None:
    assert run("--into", str(tmp_path), "our-club", "table-1").returncode == 0
    table = Described("our-club", "table-1", "Table 1")
    topics = discovery("homeassistant", table, dict.fromkeys(SENSORS, ""))
    own = _may(tmp_path, "table-1", "publishClientSend")
    assert {topic for topic in own if topic.endswith("/config")} == set(topics)
    kept = kept_topics("homeassistant", "our-club", "table-1")
    notices = {"table-companion/our-club/board/notice", "table-companion/our-club/board/people"}
    assert _may(tmp_path, "board", "publishClientSend") == {*kept, *notices}


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
    assert not (tmp_path / "access.json").exists()
