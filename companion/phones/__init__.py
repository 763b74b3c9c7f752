"""Phones as seats: what they show, what they may do, and the host that lets them in."""
