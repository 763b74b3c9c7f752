"""Pages, the logic behind screens: each reacts to what people choose and keeps its screen up to date."""
