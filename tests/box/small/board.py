"""Inside a machine that calls itself a Raspberry Pi: which one gpiozero takes it for."""

from pathlib import Path

from gpiozero.pins.pi import PiBoardInfo

revision = int.from_bytes(Path("/proc/device-tree/system/linux,revision").read_bytes(), "big")
print(PiBoardInfo.from_revision(revision).description)
