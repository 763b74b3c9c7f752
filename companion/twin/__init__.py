"""The twin: a simulated table that plays whole nights without hardware, through the same ports as the real one."""
