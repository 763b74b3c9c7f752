"""The server on the local network: off unless asked for. It carries apps, of which the editor of facts is its own."""
