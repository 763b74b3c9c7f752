"""Draws what the documents show: `python -m docs.drawing` makes every picture and every part to print anew."""
