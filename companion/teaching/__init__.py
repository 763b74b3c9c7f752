"""Teaching the box: what to ask about each thing, how a power is put together, and how it reads. Draws nothing."""
