"""What every game is made of: seats, commands, events, refusals, questions, journal, orders, score lines."""
