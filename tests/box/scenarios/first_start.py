"""A card that installs itself, without a network, from a stick with every package; then the first picture."""

from __future__ import annotations

import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from companion.pages.begin.first_steps import first_steps
from tests.box.bench import PATIENT_FILE, PATIENT_UNIT, Bench
from tests.box.hands import Evening
from tests.box.machine import BOOT_S, Machine
from tests.box.scenarios.installing import FIRST_PAIRS, PICTURE_S
from tests.box.sticks import make_stick

POOL_MB = 900
PLUGGED = "/dev/disk/by-id/usb-*"
# What Raspberry Pi OS has on its boot partition and in its system (rpi-cloud-init-mods), as far as it matters here.
META_DATA = "dsmode: local\ninstance_id: rpios-image\n"
SEED = "datasource_list: [NoCloud, None]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware\n"
FSTAB = "LABEL=BOOTFS /boot/firmware vfat defaults 0 2"
LINE = "console=tty1 root=PARTUUID=0-02 rootwait quiet"


def first_start(bench: Bench) -> str:
    """By cloud-init. Prepared by the release's own ``prepare-card``; nothing is touched until the picture is there."""
    stick, system, boot = _stick_with_pool(bench), _system(bench, cloud=True), _prepared_card(bench, cloud=True)
    with bench.over("first-start", system, more_disks=(boot,), sticks=(stick,), network=False) as machine:
        machine.plug_in()
        seconds = _wait_for_picture(bench, machine)
        status = machine.guest.run("cloud-init", "status", "--long").out
        bench.say(f"cloud-init {status.splitlines()[0] if status else 'says nothing'}")
        return (
            f"installed by itself without a network; first picture {seconds:.0f} s after the plug, a restart included"
        )


def older_card(bench: Bench) -> str:
    """By a word in the boot line, as on Bookworm, which has no cloud-init; and the plug is pulled while it installs."""
    stick, system, boot = _stick_with_pool(bench), _system(bench, cloud=False), _prepared_card(bench, cloud=False)
    words = tuple(_boot_line(boot).removeprefix(LINE).split())
    assert words, "prepare-card has left the boot line as it was"
    changes = {"more_disks": (boot,), "sticks": (stick,), "network": False, "kernel_words": words}
    with bench.over("older-card", system, **changes) as machine:
        machine.plug_in("-no-reboot")
        machine.wait_until_off(BOOT_S)
        assert _boot_line(boot) == LINE, "the next start would do the same again"
        machine.hardware = replace(machine.hardware, kernel_words=())
        machine.on()
        machine.guest.until("pgrep -x dpkg", 900)
        machine.cut()
        bench.say("the plug was pulled while it installed")
        machine.plug_in()
        seconds = _wait_for_picture(bench, machine)
        return f"installed by itself, once cut off; first picture {seconds:.0f} s after the plug, a restart included"


def _wait_for_picture(bench: Bench, machine: Machine) -> float:
    """How many seconds after the plug; then nothing tries to install any more."""
    evening = Evening(machine, bench.folder / machine.folder.name, pairs=FIRST_PAIRS)
    evening.app.open(first_steps(evening.app.context))
    evening.wait_until_shown(3 * PICTURE_S + 3600)
    seconds = time.monotonic() - machine.started
    machine.guest.wait_for_hello(300, lambda: True)
    log = machine.guest.must("cat", "/var/log/table-companion-firstrun.log").strip().splitlines()
    bench.say(f"firstrun: {log[-1]}")
    unit = machine.guest.run("systemctl", "is-enabled", "table-companion-firstrun.service").out.strip()
    assert unit in ("", "not-found"), f"the next start would install again: {unit}"
    return seconds


def _boot_line(boot: Path) -> str:
    return subprocess.check_output(["mtype", "-i", boot, "::cmdline.txt"], text=True).strip()


def _stick_with_pool(bench: Bench) -> Path:
    """``install.sh --fill-pool``, run on the stick itself by a machine that has a network."""
    done = bench.options.cache / f"pool-{bench.image.folder.name}-{bench.release.fingerprint}.img"
    if done.exists():
        return done
    content = bench.folder / "pool-content"
    shutil.rmtree(content, ignore_errors=True)
    shutil.copytree(bench.release.folder, content / "table-companion")
    stick = make_stick(bench.folder / "pool.img", content, least_mb=POOL_MB)
    with bench.plain("fill-pool", cache="unsafe") as machine:
        machine.on()
        guest = machine.guest
        name = machine.plug_stick(stick)
        guest.until("test -b /dev/sda")
        guest.shell("mkdir -p /media/stick && mount /dev/sda /media/stick")
        said = guest.shell("cd /media/stick/table-companion && ./install.sh --fill-pool 2>&1", 1800)
        bench.say(said.strip().splitlines()[-1])
        guest.must("umount", "/media/stick", wait_s=600)
        machine.pull_stick(name)
    return stick.replace(done)


def _system(bench: Bench, *, cloud: bool) -> Path:
    """As the image of Raspberry Pi OS comes; in the newer one cloud-init is there and has never run."""
    name = "cloud" if cloud else "older"
    disk = bench.options.cache / f"{name}-{bench.image.folder.name}.qcow2"
    if disk.exists():
        return disk
    with bench.plain(name, cache="unsafe") as machine:
        machine.on()
        guest = machine.guest
        guest.put(PATIENT_FILE, PATIENT_UNIT.format(watchdog="180").encode())
        guest.shell(f"mkdir -p /boot/firmware && echo '{FSTAB}' >>/etc/fstab")
        if cloud:
            guest.shell("apt-get -q update && apt-get -q -y --no-install-recommends install cloud-init", 1800)
            guest.put("/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg", SEED.encode())
            guest.must("cloud-init", "clean", "--logs")
        _switch_off(machine)
        machine.hardware.disk.replace(disk)
    return disk


def _prepared_card(bench: Bench, *, cloud: bool) -> Path:
    """The boot partition of a card fresh from the Imager, after ``prepare-card … --stick``."""
    folder = bench.folder / "bootfs"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "cmdline.txt").write_text(LINE + "\n")
    (folder / "config.txt").write_text("[all]\n")
    if cloud:
        (folder / "user-data").write_text("#cloud-config\n")
        (folder / "meta-data").write_text(META_DATA)
        (folder / "network-config").write_text("")
    subprocess.run(["sh", str(bench.release.folder / "prepare-card"), str(folder), "--stick"], check=True)
    return make_stick(bench.folder / "bootfs.img", folder, label="BOOTFS")


def _switch_off(machine: Machine) -> None:
    machine.guest.must("sync")
    machine.guest.run("systemctl", "poweroff", "--no-block")
    machine.wait_until_off()
