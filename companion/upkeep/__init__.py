"""How the box itself is: health, log, crashes, sign of life, report."""
