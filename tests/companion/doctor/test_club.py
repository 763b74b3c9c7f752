"""What the doctor says about a club, with a real mosquitto as ``deploy/club`` sets it up."""

from __future__ import annotations

import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.broker import Broker
from companion.club.link import _why
from companion.doctor.findings import Finding, Verdict
from companion.doctor.network import CLUB_STEPS, check_club
from companion.language.i18n import Phrases, load_texts
from companion.settings.config import load_config
from tests.companion.club.broker import HERE, ClubBroker, RealBroker, free_port, needs_mosquitto
from tests.languages import LANGUAGES

# paho leaves a socket whose handshake failed to whoever tidies up.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

NAMES = ("club.on=true", f"club.broker={HERE}", "club.club=test-club", "club.box=table-7")


def finding(*settings: str) -> Finding:
    return check_club(load_config(files=(), pairs=(*NAMES, *settings)).club)


def said(*settings: str) -> str:
    found = finding(*settings)
    assert found.state is Verdict.MISSING, "one can play without it"
    assert found.step is not None
    for code in LANGUAGES:
        text = Phrases(code).say(found.says)
        assert "club.trouble" not in text
        assert "{" not in text
        assert "doctor." not in Phrases(code).say(found.step)
    return found.says.key.removeprefix("club.trouble.")


def test_a_box_in_no_club_is_whole() -> None:
    assert check_club(load_config(files=()).club).state is Verdict.OK


@pytest.mark.parametrize("setting", ["club.box=", "club.box=board", "club.club=", "club.broker="])
def test_what_was_not_named_is_asked_for(setting: str) -> None:
    key = setting.partition("=")[0].removeprefix("club.")
    assert said(setting) == {"box": "no_box", "club": "no_club", "broker": "no_broker_set"}[key]


def test_nobody_there() -> None:
    assert said(f"club.port={free_port()}") == "no_broker"
    assert said("club.broker=no such name") == "no_name"
    assert said(f"club.broker={'x' * 300}") == "no_name"


def test_somebody_there_who_is_no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.club.link.Link.open.__defaults__", (0.3,))
    with socket.create_server((HERE, 0)) as server:
        assert said(f"club.port={server.getsockname()[1]}") == "no_answer"


def test_an_account_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "account.toml"
    assert said(f"club.account={file}") == "facts.trouble.unreadable"
    file.write_text('user = "table-7"\npassword = "secret"\n')
    file.chmod(0o644)
    assert said(f"club.account={file}") == "account_open"
    file.chmod(0o600)
    file.write_text('user = "table-7"\n')
    assert said(f"club.account={file}") == "account"
    file.write_text("user: table-7, password: secret")
    assert said(f"club.account={file}") == "account_toml"


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubBroker]:
    running = ClubBroker(tmp_path_factory.mktemp("club"), "table-7", "table-8")
    yield running
    running.stop()


@pytest.mark.slow
@needs_mosquitto
def test_accounts_and_rights(broker: ClubBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port, accounts = f"club.port={broker.port}", broker.files / "accounts"
    assert finding(port, f"club.account={accounts / 'table-7.toml'}").state is Verdict.OK
    assert said(port) == "account_needed"
    wrong = tmp_path / "wrong.toml"
    wrong.touch(0o600)
    wrong.write_text('user = "table-7"\npassword = "guessed"\n')
    assert said(port, f"club.account={wrong}") == "account_refused"
    assert "guessed" not in str(finding(port, f"club.account={wrong}"))
    monkeypatch.setattr("companion.club.link.ANSWER_S", 0.6)
    assert said(port, f"club.account={accounts / 'table-8.toml'}") == "not_allowed"
    assert said(port, f"club.account={accounts / 'table-7.toml'}", "club.tls=true") == "no_tls"


@pytest.mark.slow
@needs_mosquitto
def test_the_line_is_encrypted_by_an_authority_of_the_settings(tmp_path: Path) -> None:
    broker = ClubBroker(tmp_path / "club", "table-7", tls=True, is_old=True)
    account = broker.files / "accounts/table-7.toml"
    account.write_text("".join(account.read_text().splitlines(keepends=True)[:2]))  # as older releases wrote it
    tls = (f"club.port={broker.port}", f"club.account={account}", "club.tls=true")
    assert finding(*tls, f"club.ca={broker.files / 'tls/ca.crt'}").state is Verdict.OK
    assert said(*tls) == "certificate"
    assert said(*tls, f"club.ca={tmp_path / 'none.crt'}") == "ca"
    broker.stop()


@pytest.mark.slow
@needs_mosquitto
def test_an_account_brings_the_only_authority_that_counts(tmp_path: Path) -> None:
    """The broker may have any name and address; another one that calls itself the same is not spoken to."""
    broker = ClubBroker(tmp_path / "club", "table-7", tls=True)
    other = ClubBroker(tmp_path / "other", "table-7", tls=True)
    account = f"club.account={broker.files / 'accounts/table-7.toml'}"
    assert finding(f"club.port={broker.port}", account).state is Verdict.OK
    assert finding(f"club.port={broker.port}", account, "club.broker=127.0.0.3").state is not Verdict.OK, "not there"
    assert said(f"club.port={other.port}", account) == "certificate"
    log = (tmp_path / "other/broker.log").read_text()
    assert "table-7" not in log, "no password goes to the other one"
    broker.stop()
    other.stop()


CA = """
[ca]
default_ca = club
[club]
database = {folder}/index
serial = {folder}/serial
new_certs_dir = {folder}
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = IP:127.0.0.1
"""


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


@needs_mosquitto
@pytest.mark.parametrize(
    ("begins", "ends", "words"),
    [("20500101000000Z", "20510101000000Z", "clock_early"), ("20100101000000Z", "20110101000000Z", "clock_late")],
)
def test_a_wrong_clock_is_named(begins: str, ends: str, words: str, tmp_path: Path) -> None:
    config, key = tmp_path / "ca.conf", ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    config.write_text(CA.format(folder=tmp_path))
    (tmp_path / "index").touch()
    (tmp_path / "serial").write_text("01\n")
    ca, server = tmp_path / "ca", tmp_path / "server"
    openssl("req", "-x509", *key, "-subj", "/CN=ca", "-keyout", f"{ca}.key", "-out", f"{ca}.crt")
    openssl("req", "-new", *key, "-subj", "/CN=server", "-keyout", f"{server}.key", "-out", f"{server}.csr")
    signed = ("-cert", f"{ca}.crt", "-keyfile", f"{ca}.key", "-in", f"{server}.csr", "-out", f"{server}.crt")
    openssl("ca", "-batch", "-config", config, "-startdate", begins, "-enddate", ends, *signed)
    lines = ("allow_anonymous true", f"certfile {server}.crt", f"keyfile {server}.key")
    broker = RealBroker(tmp_path / "broker", lines)
    assert said(f"club.port={broker.port}", "club.tls=true", f"club.ca={ca}.crt") == words
    broker.stop()


def test_every_trouble_has_words_and_every_step_a_trouble() -> None:
    texts = load_texts("en")
    assert set(CLUB_STEPS) <= set(texts)
    assert set(CLUB_STEPS.values()) <= set(texts)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(1, "not permitted"), "fence"),
        (OSError(97, "address family"), "fence"),
        (OSError(113, "no route"), "no_route"),
        (TimeoutError("timed out"), "no_route"),
        (ConnectionResetError(104, "reset"), "lost"),
        (ssl.SSLError(1, "wrong version number"), "no_tls"),
        (ValueError("Invalid host."), "no_name"),
    ],
)
def test_what_the_system_says_is_put_into_words(error: Exception, words: str) -> None:
    assert _why(error, Broker("broker", 1883)).said.key == f"club.trouble.{words}"
