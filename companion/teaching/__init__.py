"""Teaching the box: what to ask about each thing, and how the answers become facts. No drawing here."""
