"""Club nights: what boxes and the club's board tell each other over an MQTT broker."""
