"""The table companion: wires camera, panel, rules and screen into one program."""

import os

# pygame greets on standard output, where only our own answers belong.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__version__ = "0.1.0"
