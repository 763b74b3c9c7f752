"""Phones as seats: what they are shown, what they may do, and the host that lets them in."""
