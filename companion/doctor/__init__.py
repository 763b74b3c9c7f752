"""Checks each part: ok, missing or broken, with the next step. Changes nothing."""
