"""Sheets on the box: their files, and what is wrong with one, with file, line and key."""
