"""The table companion: wires camera, panel, rules and screen into one program."""

__version__ = "0.1.0"
