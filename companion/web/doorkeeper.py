"""Tornado's server, with the connection limits told when a connection comes, asks, is answered and goes."""

from __future__ import annotations

import socket
import struct
from collections.abc import Awaitable
from functools import partial
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPInputError,
    HTTPMessageDelegate,
    RequestStartLine,
    ResponseStartLine,
)
from tornado.iostream import IOStream

from companion.upkeep.local_network import is_near, neighbourhood
from companion.web.asked import LARGEST_BODY
from companion.web.connection_limits import Connection, Stage
from companion.web.handlers import stream_of
from companion.web.house import House
from companion.web.routes import application

LARGEST_HEAD = 8_000
LARGEST_IGNORED = 8 * LARGEST_BODY  # of a body that was refused as too long, so that the refusal arrives
READ_AT_ONCE = 16_000


class Doorkeeper(HTTPServer):
    def initialize(self, house: House) -> None:  # type: ignore[override]
        super().initialize(
            application(house),
            chunk_size=READ_AT_ONCE,
            max_header_size=LARGEST_HEAD,
            max_body_size=LARGEST_IGNORED,
            max_buffer_size=2 * LARGEST_BODY,
        )
        self._house = house

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        if not is_near(address[0]):
            return stream.close()
        self._house.connections[stream] = connection = Connection(neighbourhood(address[0]), partial(_cut, stream))
        self._house.limits.arrive(connection)
        return super().handle_stream(stream, address)

    def start_request(self, server_conn: object, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        """Called when a connection is open, and again when an answer has been taken. A stranger gets one."""
        stream = stream_of(server_conn)
        connection = self._house.connections[stream]
        if connection.stage is Stage.ANSWERED and not connection.browser:
            stream.close()
        self._house.limits.go_on(connection, Stage.WAITING)
        return Watched(super().start_request(server_conn, request_conn), stream, self._house)

    def on_close(self, server_conn: object) -> None:
        super().on_close(server_conn)
        self._house.limits.leave(self._house.connections.pop(stream_of(server_conn)))


def _cut(stream: IOStream) -> None:
    """With a reset: the kernel drops what was not taken instead of offering it on."""
    if not stream.closed():
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        stream.close()


class Watched(HTTPMessageDelegate):
    """A request on its way to its page."""

    def __init__(self, request: HTTPMessageDelegate, stream: IOStream, house: House) -> None:
        self._request, self._stream, self._house = request, stream, house
        self._connection = house.connections[stream]

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        if self._stream.closed():  # many requests may have come at once; who is gone gets no answer
            raise HTTPInputError("the connection is closed")
        self._house.limits.go_on(self._connection, Stage.SENDING)
        if browser := self._house.browser_in(headers):
            self._house.limits.let_in(self._connection, browser)
        return self._request.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        return self._request.data_received(chunk)

    def finish(self) -> None:
        self._house.limits.go_on(self._connection, Stage.ASKED)
        self._request.finish()

    def on_connection_close(self) -> None:
        self._request.on_connection_close()
