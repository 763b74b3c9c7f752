"""Sheets: any game from one small file. What is asked, what it is worth, who wins; a sheet can do nothing but count."""
