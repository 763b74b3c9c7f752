"""The settings: what there is, what each may be, and which file it came from."""
