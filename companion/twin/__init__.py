"""The twin: a simulated table that plays whole games without hardware, through the same ports as the real one."""
