"""What goes wrong outside the rules, in words for whoever reads one line of it."""

from __future__ import annotations


class CompanionError(Exception):
    """Shown as it stands, in one line, with what to do next; never as a traceback."""
