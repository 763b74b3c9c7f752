"""Pages: what stands behind a screen, for every game. Each answers what people chose and keeps its screen current."""
