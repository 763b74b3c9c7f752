"""Club nights: what boxes and board say to each other over a broker of MQTT that others have built."""
