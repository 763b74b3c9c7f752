"""The facts editor as a page on the local network: off unless asked for, facts only, ends by itself."""
