"""The table: from tags in pictures to cards that lie in zones, stay, and are taken away."""
