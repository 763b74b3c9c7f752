"""Tornado's HTTP server, reporting every change of a connection to ``ConnectionLimits``."""

from __future__ import annotations

import re
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
from tornado.web import Application, RequestHandler

from companion.upkeep.local_network import is_near, neighbourhood
from companion.web.app import App
from companion.web.connection_limits import Connection, Stage
from companion.web.context import ServerContext
from companion.web.handlers import EnterHandler, FileHandler, Handler, stream_of
from companion.web.request_json import LARGEST_BODY

LARGEST_HEAD = 8_000
LARGEST_IGNORED = 8 * LARGEST_BODY  # so much of a refused body is read and dropped, so that the refusal arrives
READ_AT_ONCE = 16_000


class LimitedServer(HTTPServer):
    def initialize(self, context: ServerContext) -> None:  # type: ignore[override]
        super().initialize(
            application(context),
            chunk_size=READ_AT_ONCE,
            max_header_size=LARGEST_HEAD,
            max_body_size=LARGEST_IGNORED,
            max_buffer_size=2 * LARGEST_BODY,
            ssl_options=context.tls,
        )
        self._context = context

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        if not is_near(address[0]):
            return stream.close()
        self._context.connections[stream] = connection = Connection(neighbourhood(address[0]), partial(_cut, stream))
        self._context.limits.arrive(connection)
        return super().handle_stream(stream, address)

    def start_request(self, server_conn: object, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        """Called when a connection opens and again after each answer. A stranger gets one answer per connection."""
        stream = stream_of(server_conn)
        connection = self._context.connections[stream]
        if connection.stage is Stage.ANSWERED and not connection.browser:
            stream.close()
        self._context.limits.go_on(connection, Stage.WAITING)
        return WatchedRequest(super().start_request(server_conn, request_conn), stream, self._context)

    def on_close(self, server_conn: object) -> None:
        super().on_close(server_conn)
        self._context.limits.leave(self._context.connections.pop(stream_of(server_conn)))


def _cut(stream: IOStream) -> None:
    """Closes with a reset, so that the kernel drops what was not taken."""
    if not stream.closed():
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        stream.close()


class WatchedRequest(HTTPMessageDelegate):
    """Reports the stages of a request, then passes it on to its handler."""

    def __init__(self, request: HTTPMessageDelegate, stream: IOStream, context: ServerContext) -> None:
        self._request, self._stream, self._context = request, stream, context
        self._connection = context.connections[stream]

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        if self._stream.closed():  # pipelined requests of a closed connection get no answer
            raise HTTPInputError("the connection is closed")
        self._context.limits.go_on(self._connection, Stage.SENDING)
        if browser := self._context.browser_in(headers):
            self._context.limits.let_in(self._connection, browser)
        return self._request.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        return self._request.data_received(chunk)

    def finish(self) -> None:
        self._context.limits.go_on(self._connection, Stage.ASKED)
        self._request.finish()

    def on_connection_close(self) -> None:
        self._request.on_connection_close()


def application(context: ServerContext) -> Application:
    """The Tornado application with all routes."""
    routes: list[tuple[str, type[RequestHandler], App | None]] = [("/api/enter", EnterHandler, None)]
    routes += [(path, FileHandler, None) for path in ("/", *context.files)]
    routes += [(path, handler, app) for app in context.apps for path, handler in app.routes.items()]
    return Application(
        [(re.escape(path), handler, {"context": context, "app": app}) for path, handler, app in routes],
        default_handler_class=Handler,
        default_handler_args={"context": context},
        log_function=lambda _: None,  # do not log the addresses of people's phones
    )
