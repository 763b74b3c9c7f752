"""The web server on the local network, off by default. It serves apps; the facts editor is one of them."""
