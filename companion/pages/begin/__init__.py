"""From the start page to the first card: who plays, what was agreed, the first steps of a new box."""
