"""The board of a club: listens to the boxes, keeps their results, shows tables and standings to everybody."""
