"""What can be set, what each setting may be, and which file said so."""
