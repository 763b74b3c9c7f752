"""A club's board: listens to the boxes, keeps their results, shows tables and standings to everyone."""
