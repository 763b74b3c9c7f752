"""On emulated processors beside other work an update takes longer than a box gives it: here it is given more time.

Only that is different. What systemd runs is still the command of the box, whatever release has laid it down.
"""

from __future__ import annotations

from tests.box.image import HOME
from tests.box.machine import Machine

COMMAND = f"{HOME}/patient-releases"
RELEASES = "/usr/lib/table-companion/releases"
PATIENCE_S = 7200
SCRIPT = f"""\
#!/usr/bin/python3 -I
import sys

sys.path.insert(0, "{RELEASES}")
import releases.box
import releases.moving

releases.box.PATIENCE_S = releases.moving.PATIENCE_S = {PATIENCE_S}
from releases.__main__ import main

main()
"""
UNITS = {
    "companion-release@.service": f"""\
[Service]
ExecStart=
ExecStart={COMMAND} %i
ExecStopPost=
ExecStopPost={COMMAND} tidy
TimeoutStartSec=5h
TimeoutStopSec=5h
""",
    "companion-settle.service": f"""\
[Service]
ExecStart=
ExecStart={COMMAND} settle
TimeoutStartSec=5h
""",
}


def give_time(machine: Machine) -> None:
    """For updates from now on, and for the way back from a release on trial."""
    guest = machine.guest
    guest.put(COMMAND, SCRIPT.encode(), mode=0o755)
    for unit, text in UNITS.items():
        guest.put(f"/etc/systemd/system/{unit}.d/patient.conf", text.encode())
    guest.must("systemctl", "daemon-reload")
