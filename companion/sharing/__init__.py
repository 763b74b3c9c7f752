"""Games and tables as files of other programs and people."""
