"""Who sits where in the next round of a club night. Pure: no clock, no file, no network."""
