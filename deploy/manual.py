#!/usr/bin/env python3
"""Writes the manual page of the command, from the same texts the command itself reads."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import __version__
from companion.cli import COMMANDS
from companion.language.one_part import part_texts

HEAD = """.TH COMPANION 1 "" "table-companion {version}" "Games"
.SH NAME
companion \\- follows card games on the table
.SH SYNOPSIS
.B companion
.I COMMAND
[\\fIOPTION\\fR...]
.br
.B companion
.I COMMAND
.B \\-\\-help
.SH DESCRIPTION
Reads tagged real cards with a camera, follows the game by its rules, says whose turn it is and why, runs auctions, and
scores the table with workings. It needs no network.
.SH COMMANDS
"""
FOOT = """.SH FILES
.TP
.I /etc/table\\-companion/config.toml
settings of this machine
.TP
.I ~/.config/table\\-companion/config.toml
settings of one user, over those
.TP
.I /var/lib/table\\-companion
games, facts and log of the service
"""


def manual() -> str:
    texts = part_texts("cli", "en")
    entries = (f".TP\n.B {_roff(name)}\n{_roff(texts[f'cli.command.{name}'])}\n" for name in COMMANDS)
    return HEAD.format(version=__version__) + "".join(entries) + FOOT


def _roff(text: str) -> str:
    """Hyphens that are to be typed, and no line that begins like a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in ".'" else escaped


if __name__ == "__main__":
    sys.stdout.write(manual())
