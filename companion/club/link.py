"""One connection to a broker, with paho-mqtt 1.6 or 2.x, used only in the thread that made it. Errors are in words.

A broken connection is thrown away and a new one made: messages that were in flight are read from the journal again.
"""

from __future__ import annotations

import errno
import logging
import select
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import paho.mqtt.client as mqtt

from companion.club.broker import Broker, LinkTrouble
from companion.club.guarded_client import GuardedClient
from companion.files import os_reason
from rules.core.words import words

logger = logging.getLogger(__name__)

KEEPALIVE_S = 20  # after 1.5 times this the broker publishes our last will
ANSWER_S = 10.0  # timeout for what a broker answers at once
MOST_UNDERWAY = 20  # messages not acknowledged yet

NOT_YET_VALID, EXPIRED = 9, 10  # OpenSSL's codes for a certificate
BAD_ACCOUNT = (4, 5, 134, 135)  # return codes of MQTT 3.1.1, and paho 2's for the same


def new_client(ident: str, *, is_clean: bool = True) -> Any:
    """paho 2 must be told which callback API we use; 1.6 has no such argument."""
    versions: Any = getattr(mqtt, "CallbackAPIVersion", None)
    make: Any = GuardedClient if versions is None else partial(GuardedClient, versions.VERSION2)
    return make(client_id=ident, clean_session=is_clean)


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes for us if the connection breaks without a goodbye."""

    topic: str
    payload: bytes


class Link:
    """``heard`` is called with every message and whether it was retained; ``arrived`` with the number of every message
    the broker has acknowledged."""

    def __init__(
        self,
        broker: Broker,
        ident: str,
        *,
        will: Will | None = None,
        heard: Callable[[str, bytes, bool], None] = lambda *_: None,
        arrived: Callable[[int], None] = lambda _: None,
        is_clean: bool = True,
    ) -> None:
        self._broker, self._heard, self._arrived = broker, heard, arrived
        self._underway: set[int] = set()
        self._answer: int | None = None  # the broker's return code for our login
        self._client = client = new_client(ident, is_clean=is_clean)
        if broker.account is not None:
            client.username_pw_set(broker.account.user, broker.account.password)
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.on_publish = self._on_publish

    @property
    def underway(self) -> int:
        return len(self._underway)

    @property
    def has_room(self) -> bool:
        return len(self._underway) < MOST_UNDERWAY

    def open(self, patience_s: float = ANSWER_S) -> None:
        """Raises ``LinkTrouble`` unless the broker accepts us."""
        try:
            if self._broker.tls:
                self._client.tls_set_context(_context(self._broker))
                self._client.tls_insecure_set(_is_pinned(self._broker))
            self._client.connect(self._broker.host, self._broker.port, KEEPALIVE_S)
        except (OSError, ValueError) as error:  # ValueError: a host that is no name at all
            raise _why(error, self._broker) from error
        self.until(lambda: self._answer is not None, patience_s)
        if self._answer is None:
            raise self._lost()

    def subscribe(self, *topics: str) -> None:
        self._client.subscribe([(topic, 1) for topic in topics])

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1) -> int:
        """Returns the message number that ``arrived`` will be called with; check ``has_room`` first."""
        info = self._client.publish(topic, payload, qos=qos, retain=retain)
        if info.rc != mqtt.MQTT_ERR_SUCCESS:
            raise self._lost()
        if qos:
            self._underway.add(info.mid)
        return int(info.mid)

    def wait(self, seconds: float, wake: socket.socket | None = None) -> None:
        """Sends and receives until something arrives, for ``seconds`` at most. A byte on ``wake`` ends it early."""
        sock = self._client.socket()
        if sock is None:
            raise self._lost()
        look = select.poll()
        look.register(sock, select.POLLIN | (select.POLLOUT if self._client.want_write() else 0))
        if wake is not None:
            look.register(wake, select.POLLIN)
        pending = getattr(sock, "pending", lambda: 0)()  # bytes TLS has buffered already
        ready = dict(look.poll(0 if pending else 1000 * seconds))
        state = ready.get(sock.fileno(), 0)
        codes = [self._client.loop_read()] if state & ~select.POLLOUT or pending else []
        codes += [self._client.loop_write()] if self._client.want_write() else []
        codes.append(self._client.loop_misc())
        if any(code != mqtt.MQTT_ERR_SUCCESS for code in codes):
            raise self._lost()

    def until(self, is_so: Callable[[], bool], patience_s: float) -> bool:
        """Waits until ``is_so`` holds; False if it did not in time."""
        end = time.monotonic() + patience_s
        while not is_so():
            if (left := end - time.monotonic()) <= 0:
                return False
            self.wait(min(left, 0.5))
        return True

    def close(self) -> None:
        """Disconnects properly, so that the broker does not publish our last will."""
        self._client.disconnect()
        if (sock := self._client.socket()) is not None:
            sock.close()

    def drop(self) -> None:
        """Closes the socket without a goodbye, as a power cut would."""
        if (sock := self._client.socket()) is not None:
            sock.close()

    def _lost(self) -> LinkTrouble:
        if self._answer in BAD_ACCOUNT:
            user = None if self._broker.account is None else self._broker.account.user
            key = "club.trouble.account_needed" if user is None else "club.trouble.account_refused"
            return LinkTrouble(words(key, broker=self._broker.place, user=user))
        if self._answer:
            return LinkTrouble(words("club.trouble.refused", broker=self._broker.place, code=self._answer))
        if self._client.is_flooded:
            return LinkTrouble(words("club.trouble.flooded", broker=self._broker.place))
        key = "club.trouble.no_answer" if self._answer is None else "club.trouble.lost"
        return LinkTrouble(words(key, broker=self._broker.place))

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, code: Any, *_: Any) -> None:
        self._answer = int(getattr(code, "value", code))

    def _on_message(self, _client: Any, _data: Any, message: Any) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        self._heard(topic, message.payload, bool(message.retain))

    def _on_publish(self, _client: Any, _data: Any, mid: int, *_: Any) -> None:
        self._underway.discard(mid)
        self._arrived(mid)


def _is_pinned(broker: Broker) -> bool:
    """Whether an authority vouches for this broker alone: then it may be reached by any name, as addresses change."""
    return broker.account is not None and bool(broker.account.ca)


def _context(broker: Broker) -> ssl.SSLContext:
    ca = broker.ca
    try:
        if broker.account is not None and broker.account.ca:
            context = ssl.create_default_context(cadata=broker.account.ca)
            context.check_hostname = False
            return context
        return ssl.create_default_context(cafile=None if ca is None else str(ca))
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise LinkTrouble(words("club.trouble.ca", file=str(ca or "account"), reason=reason)) from error


def _why(error: Exception, broker: Broker) -> LinkTrouble:
    place = broker.place
    if isinstance(error, ssl.SSLCertVerificationError):
        keys = {NOT_YET_VALID: "clock_early", EXPIRED: "clock_late"}
        key = keys.get(error.verify_code, "certificate")
        return LinkTrouble(words(f"club.trouble.{key}", broker=place, reason=error.verify_message))
    if isinstance(error, ssl.SSLError) or (broker.tls and isinstance(error, ConnectionResetError)):
        return LinkTrouble(words("club.trouble.no_tls", broker=place))
    if isinstance(error, socket.gaierror):
        return LinkTrouble(words("club.trouble.no_name", host=broker.host))
    if isinstance(error, OSError):
        if error.errno in (errno.EAFNOSUPPORT, errno.EPERM, errno.EACCES):
            return LinkTrouble(words("club.trouble.fence", broker=place))
        reason = _REASONS.get(error.errno or 0, "no_route") if not isinstance(error, TimeoutError) else "no_route"
        return LinkTrouble(words(f"club.trouble.{reason}", broker=place))
    return LinkTrouble(words("club.trouble.no_name", host=broker.host))


_REASONS = {errno.ECONNREFUSED: "no_broker", errno.ECONNRESET: "lost"}
