"""The box's own upkeep: health, log, crashes, heartbeat, releases, power, network address, privacy."""
