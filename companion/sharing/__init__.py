"""Games and tables as files for other people and programs."""
