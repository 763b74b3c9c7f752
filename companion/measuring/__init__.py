"""Benchmarks an owner can run on their own box; the others come with the source tree."""
