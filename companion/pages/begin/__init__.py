"""From the start page to the first card: players, house rules, and the first steps of a new box."""
