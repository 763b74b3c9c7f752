"""paho's client, 1.6 or 2.x, with a bound on what a hostile broker may send: beyond it the connection ends.

paho has no bound of its own on what it receives, and asks the kernel for a whole packet at once, so the bound is set
where it asks. These three methods are paho's own and have the same names in both versions; the tests try each against
a broker that does what it must not.
"""

from __future__ import annotations

import logging
from typing import Any

import paho.mqtt.client as mqtt

logger = logging.getLogger(__name__)

LARGEST_PACKET = 128 * 1024  # bytes; the largest that a broker of ours takes is half of it
MOST_OWED = 1_000  # packets that the broker has not taken from us yet
_KIND, _QOS = 0xF0, 0x06  # bits of a packet's first byte
_AT_MOST_TWICE = 0x02  # QoS 1, which is what we subscribe with


class GuardedClient(mqtt.Client):  # type: ignore[misc, unused-ignore]  # paho 1.6 has no types
    is_flooded = False

    def _sock_recv(self, bufsize: int) -> bytes:
        """Asked for the rest of a packet before any of it is read: ``bufsize`` is what its head says."""
        if bufsize > LARGEST_PACKET:
            self._flooded(f"a packet of {bufsize} bytes")
            raise ConnectionError
        return bytes(super()._sock_recv(bufsize))

    def _packet_handle(self) -> Any:
        """A message of QoS 2 would be kept until the broker says that it may go."""
        command = self._in_packet["command"]
        if command & _KIND == mqtt.PUBLISH and command & _QOS > _AT_MOST_TWICE:
            self._flooded("a message of a higher QoS than was asked for")
            return mqtt.MQTT_ERR_PROTOCOL
        return super()._packet_handle()

    def _packet_queue(self, *args: Any, **named: Any) -> Any:
        """Every message is answered; the answers pile up if nobody takes them."""
        if len(self._out_packet) > MOST_OWED:
            self._flooded("messages without taking our answers")
            return mqtt.MQTT_ERR_CONN_LOST
        return super()._packet_queue(*args, **named)

    def _flooded(self, what: str) -> None:
        self.is_flooded = True
        logger.warning("the broker sends %s; the connection is dropped", what)
