"""A browser without a browser: sends what one would send, and what none would."""

from __future__ import annotations

import http.client
import json
from typing import Any, Protocol
from urllib.parse import urlsplit


class Code(Protocol):
    @property
    def code(self) -> str: ...


class Shown(Protocol):
    """As much of the editor as a person sees: its address, and the code that stands there now."""

    @property
    def url(self) -> str: ...

    @property
    def sign_in(self) -> Code: ...


class Client:
    """Sends what a browser would send, and what none would."""

    def __init__(self, server: Shown, address: str = "127.0.0.1") -> None:
        self._server, self._address = server, address
        found = urlsplit(server.url)
        self._host, self._port = found.netloc, found.port
        self.cookie = ""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
        connection = http.client.HTTPConnection(self._address, self._port, timeout=60)
        host = self._host
        given = {"Host": host, "Origin": f"http://{host}", "Content-Type": "application/json", "Cookie": self.cookie}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        connection.request(method, path, data, {name: value for name, value in given.items() if value})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        is_json = answer.headers["Content-Type"] == "application/json"
        return answer.status, json.loads(content) if is_json else content, answer.headers

    def get(self, path: str) -> Any:
        """What is answered, and nothing else than an answer."""
        return self._well("GET", path)

    def post(self, path: str, asked: Any) -> Any:
        return self._well("POST", path, asked)

    def _well(self, method: str, path: str, body: Any = None) -> Any:
        status, answer, _ = self.send(method, path, body)
        assert status == 200, answer
        return answer

    def enter(self) -> Client:
        _, _, headers = self.send("POST", "/api/enter", {"code": self._server.sign_in.code})
        self.cookie = headers["Set-Cookie"].partition(";")[0]
        assert "HttpOnly" in headers["Set-Cookie"]
        assert "SameSite=Strict" in headers["Set-Cookie"]
        return self
