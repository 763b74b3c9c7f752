"""Pages on the local network, for phones and for teaching: off unless asked for, end by themselves."""
