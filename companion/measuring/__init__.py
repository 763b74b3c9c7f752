"""What an owner may want to know of his own box, measured on it; other benchmarks come with the source tree."""
