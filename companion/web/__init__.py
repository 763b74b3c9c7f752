"""Pages on the local network, for telephones and for teaching: off unless asked for, end by themselves."""
