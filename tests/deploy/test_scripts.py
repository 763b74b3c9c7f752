"""The scripts and units of the box, as far as they can be judged without one. The rest: deploy/test-root."""

from __future__ import annotations

import re
import runpy
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from companion.pages.set_up.update_page import MOST_BUSY_MS
from companion.upkeep.fence import UNIT
from companion.upkeep.hotspot import ADDRESS
from companion.upkeep.local_network import PRIVATE
from tests.missing import GROFF, SHELLCHECK, SYSTEMD

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SCRIPTS = sorted(
    path
    for path in (*DEPLOY.rglob("*"), ROOT / ".ci/run")
    if path.is_file() and path.read_bytes()[:9] in (b"#!/bin/sh", b"# shellch")
)
BOX = DEPLOY / "box"
PROGRAMS = [BOX / "companion-safe.service", BOX / "companion.service"]
UNITS = sorted((*BOX.glob("*.service"), *BOX.glob("*.path")))


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_there_is_something_to_judge() -> None:
    assert {"try", "test", "install.sh", "build-deb", "postinst", "companion-box", "firstrun.sh"} <= {
        path.name for path in SCRIPTS
    }
    assert {unit.name for unit in PROGRAMS} < {unit.name for unit in UNITS}


@pytest.mark.parametrize("unit", PROGRAMS, ids=lambda p: p.name)
def test_what_a_program_takes_the_place_of_has_ended_before_it_starts(unit: Path) -> None:
    """Safe mode could not start what was still being stopped for it: the screen stayed black."""
    told = dict(re.findall(r"^(After|Conflicts)=(.*)$", unit.read_text("utf-8"), re.MULTILINE))
    assert set(told["Conflicts"].split()) <= set(told["After"].split())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: p.name)
def test_a_script_is_plain_shell(script: Path) -> None:
    assert _run("sh", "-n", script).returncode == 0


@pytest.mark.slow
@SHELLCHECK.mark
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: p.name)
def test_a_script_passes_shellcheck(script: Path) -> None:
    done = _run("shellcheck", "-x", "-P", ROOT, script)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("script", ["install.sh", "box/companion-box"])
def test_a_wrong_word_is_refused(script: str) -> None:
    assert _run(DEPLOY / script, "--dance").returncode == 2
    assert _run(DEPLOY / script, "--help").returncode == 0


def test_everything_for_the_box_is_in_the_package() -> None:
    build = (DEPLOY / "build-deb").read_text("utf-8")
    for path in BOX.iterdir():
        assert path.name in build, path.name


def test_every_unit_that_is_enabled_is_forgotten_when_the_package_is_purged() -> None:
    laid = {"companion.service"} | set(
        re.findall(r"companion-\w+\.(?:service|path)", _shell("postinst", "start_units"))
    )
    assert laid == {unit.name for unit in UNITS if "[Install]" in unit.read_text("utf-8")}
    removal = "".join((DEPLOY / "debian" / name).read_text("utf-8") for name in ("prerm", "postrm"))
    assert all(unit in removal for unit in laid)


def _shell(script: str, function: str) -> str:
    text = (DEPLOY / "debian" / script).read_text("utf-8")
    found = re.search(rf"^{function}\(\) {{\n(.*?)\n}}", text, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


@pytest.mark.slow
@SYSTEMD.mark
@pytest.mark.parametrize("unit", UNITS, ids=lambda p: p.name)
def test_a_unit_is_in_order(unit: Path, tmp_path: Path) -> None:
    for path in UNITS:
        text = re.sub(r"^(Exec\w+)=\S+", r"\1=/bin/true", path.read_text("utf-8"), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text, "utf-8")
    done = _run("systemd-analyze", "verify", "--man=no", tmp_path / unit.name.replace("@.", "@wish."))
    ours = [line for line in (done.stdout + done.stderr).splitlines() if str(tmp_path) in line]
    assert ours == []


@SYSTEMD.mark
@pytest.mark.parametrize("unit", PROGRAMS, ids=lambda p: p.name)
def test_the_program_is_as_closed_as_the_documents_say(unit: Path) -> None:
    score = {"companion.service": "2.1", "companion-safe.service": "1.7"}[unit.name]
    threshold = score.replace(".", "")
    done = _run("systemd-analyze", "security", "--offline=true", f"--threshold={threshold}", unit)
    assert done.returncode == 0, done.stdout[-200:] + done.stderr
    assert f"`{unit.name}` {score}" in (DEPLOY / "README.md").read_text("utf-8")


def test_the_unit_starts_what_is_installed() -> None:
    build = (DEPLOY / "build-deb").read_text("utf-8")
    assert '"$root/usr/bin/companion"' in build
    assert '-o "$home/releases"' in build
    for unit in UNITS:
        for started in re.findall(r"^Exec\w+=(\S+)", unit.read_text("utf-8"), re.MULTILINE):
            ours = ("/usr/bin/companion", "/usr/lib/table-companion/releases")
            assert started in ours or unit.name == "companion-guests.service"
    for unit in PROGRAMS:
        text = unit.read_text("utf-8")
        assert "PYTHONSAFEPATH=1" in text
        assert "WorkingDirectory=-/var/lib/table-companion\n" in text


def test_the_first_picture_waits_for_no_network() -> None:
    """Debian orders systemd-user-sessions.service after network.target, and that after NetworkManager."""
    for unit in PROGRAMS:
        after = " ".join(re.findall(r"^After=(.*)$", unit.read_text("utf-8"), re.MULTILINE)).split()
        assert after
        assert not {"systemd-user-sessions.service", "network.target", "network-online.target"} & set(after), unit.name


def test_the_program_reaches_no_network_but_while_guests_are_let_in() -> None:
    fence, door = (BOX / "companion.service").read_text("utf-8"), (BOX / "companion-guests.service").read_text("utf-8")
    assert "\nIPAddressDeny=any\n" in fence
    assert "IPAddressAllow" not in fence
    allowed = re.search(r'ExecStart=.*"IPAddressAllow=(.*)"', door)
    assert allowed
    # Told in a list, systemctl takes no names: with "localhost" no phone ever reached an installed box.
    own = {"127.0.0.0/8", "::1/128", "169.254.0.0/16", "fe80::/64"}
    assert set(allowed[1].split()) == own | {str(network) for network in PRIVATE}
    assert "ExecStop=/usr/bin/systemctl set-property --runtime companion.service IPAddressAllow=\n" in door
    assert "\nPartOf=companion.service\n" in door


def test_the_account_may_touch_wifi_and_the_door_and_nothing_else() -> None:
    rule = (BOX / "network.rules").read_text("utf-8")
    assert f'action.lookup("unit") === "{UNIT}"' in rule
    assert 'subject.user !== "table-companion"' in rule
    actions = re.findall(r'"(org\.freedesktop\.[^"]*)"', rule)
    outside = [name for name in actions if not name.startswith("org.freedesktop.NetworkManager.")]
    assert outside == ["org.freedesktop.systemd1.manage-units"]


def test_every_name_on_our_own_wifi_leads_to_its_address() -> None:
    lines = (BOX / "portal.conf").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == [f"address=/#/{ADDRESS}"]


def test_the_boot_lines_can_be_taken_out_again() -> None:
    lines = (BOX / "config.txt.part").read_text("utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("# table-companion begin", "# table-companion end")


def test_the_manual_page_tells_every_command() -> None:
    page = runpy.run_path(str(DEPLOY / "manual.py"))["manual"]()
    for name in COMMANDS:
        assert f"\n.B {name}\n" in page


@GROFF.mark
def test_the_manual_page_can_be_set() -> None:
    page = runpy.run_path(str(DEPLOY / "manual.py"))["manual"]()
    done = subprocess.run(
        ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_package_lays_down_by_itself_it_takes_away() -> None:
    laid = re.findall(r"/etc/systemd/\S+\.conf", (DEPLOY / "debian/postinst").read_text("utf-8"))
    assert laid
    # And what companion-box links.
    laid += [f"/etc/systemd/system/{unit}.d/cage.conf" for unit in ("companion.service", "companion-safe.service")]
    taken = (DEPLOY / "debian/postrm").read_text("utf-8")
    assert [path for path in laid if path not in taken] == []


def test_a_crash_alone_is_no_failure() -> None:
    """Systemd 254 and newer start what OnFailure= names at every crash, unless they are told otherwise."""
    assert "OnFailure=companion-release@failed.service\n" in (BOX / "companion.service").read_text("utf-8")
    assert "RestartMode=direct\n" in (BOX / "back-off.conf").read_text("utf-8")


@pytest.mark.parametrize("name", ["companion-release@.service", "companion-settle.service"])
def test_nobody_stops_a_slow_box_in_the_middle_of_its_way_back(name: str) -> None:
    """After a release that was not well the one before is installed, and has as much time again."""
    said = re.findall(r"^(PATIENCE_S|LOCK_S) = (\d+)", (DEPLOY / "releases/box.py").read_text("utf-8"), re.MULTILINE)
    seconds = {name: int(number) for name, number in said}
    told = re.search(r"^TimeoutStartSec=(\d+)min$", (BOX / name).read_text("utf-8"), re.MULTILINE)
    assert told is not None
    assert int(told[1]) * 60 > seconds["LOCK_S"] + 2 * seconds["PATIENCE_S"]


def test_the_screen_gives_an_update_up_no_sooner_than_systemd_does() -> None:
    """Or it says that this release goes on while another one is being put in its place."""
    unit = (BOX / "companion-release@.service").read_text("utf-8")
    minutes = [int(told) for told in re.findall(r"^Timeout(?:Start|Stop)Sec=(\d+)min$", unit, re.MULTILINE)]
    assert len(minutes) == 2
    assert sum(minutes) * 60_000 <= MOST_BUSY_MS


def test_every_start_of_a_release_on_trial_is_counted() -> None:
    """One that hangs at its start, or crashes late on a slow box, never crashes four times in five minutes."""
    told = re.findall(r"^(After|Wants)=(.*)$", (BOX / "companion.service").read_text("utf-8"), re.MULTILINE)
    assert [name for name, units in told if "companion-settle.service" in units.split()] == ["After", "Wants"]
    assert "RemainAfterExit" not in (BOX / "companion-settle.service").read_text("utf-8")


def test_every_package_we_need_is_pinned_with_its_sums() -> None:
    pinned = runpy.run_path(str(DEPLOY / "pinned.py"))["entries"]()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    on_the_box = [*project["dependencies"], *(line for name in ("phones", "club", "print") for line in extras[name])]
    needed = {re.split(r"[^A-Za-z0-9-]", line)[0].lower() for line in on_the_box}
    assert needed <= pinned.keys()
    assert all("--hash=sha256:" in entry for entry in pinned.values())


def test_the_document_names_every_library_in_the_package() -> None:
    """What is in the package does not get Debian's updates; whoever decides what to switch on must know."""
    script = (ROOT / "deploy" / "build-deb").read_text().replace("\\\n", " ")
    fetched = re.search(r"fetch_pinned \S+ \S+ \S+ (.*)", script)
    page = (ROOT / "docs" / "security.md").read_text()
    named = re.search(r"is inside the package: ([^.]*)\.", page)
    assert fetched
    assert named
    assert sorted(named[1].replace("\n", " ").replace(",", " ").split()) == sorted(fetched[1].split())


def test_the_owners_settings_are_never_written_again_even_behind_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    etc = tmp_path / "etc/table-companion"
    body = _shell("postinst", "write_settings").replace("/etc/table-companion", str(etc))
    script = f"is_pi() {{ false; }}\nwrite_settings() {{\n{body}\n}}\nwrite_settings"
    etc.mkdir(parents=True)
    (etc / "config.toml").symlink_to(tmp_path / "unplugged")
    subprocess.run(["sh", "-ec", script], check=True)
    assert (etc / "config.toml").is_symlink()
    (etc / "config.toml").unlink()
    subprocess.run(["sh", "-ec", script], check=True, capture_output=True)
    assert "[camera]" in (etc / "config.toml").read_text()
