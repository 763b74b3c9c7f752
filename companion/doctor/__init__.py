"""What is there, what is missing, what is broken, each with the next step. Looks; changes nothing."""
