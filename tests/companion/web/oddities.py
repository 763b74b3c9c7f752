"""Requests that no browser sends. HOST stands for the address that the page is reached by."""

from __future__ import annotations

ODD = {
    "nothing that is a request": b"\x00\x01\x02\xff\r\n\r\n",
    "an empty line": b"\r\n\r\n",
    "the oldest way": b"GET /\r\n\r\n",
    "the newest way": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a version of nobody": b"GET / HTTP/9.9\r\n\r\n",
    "encryption": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(600),
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "no host, older": b"GET / HTTP/1.0\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n",
    "another host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a host that leads here": b"GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n",
    "our host without its port": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a whole address": b"GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "asterisk": b"OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "options": b"OPTIONS /api/tell HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\r\n",
    "head": b"HEAD / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "delete": b"DELETE /api/tell HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "trace": b"TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "connect": b"CONNECT example.org:443 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "a method of nobody": b"BREW /pot HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "a method without end": b"A" * 20_000 + b" / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "an address without end": b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "a header without end": b"GET / HTTP/1.1\r\nHost: HOST\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    "headers without end": b"GET / HTTP/1.1\r\nHost: HOST\r\n" + b"X: 1\r\n" * 5_000 + b"\r\n",
    "a header with a zero": b"GET / HTTP/1.1\r\nHost: HOST\r\nX: a\x00b\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\nHost: HOST\r\nnonsense\r\n\r\n",
    "a header that goes on": b"GET / HTTP/1.1\r\nHost: HOST\r\nX: 1\r\n 2\r\n\r\n",
    "a cookie of nonsense": b'GET /api/games HTTP/1.1\r\nHost: HOST\r\nCookie: teach="\\"; =;;; teach=\xff\r\n\r\n',
    "a zero in the address": b"GET /\x00 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "a bad escape": b"GET /api/box?game=%ff%00%zz HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "a form": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
    b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9\r\n\r\n--x\r\n\r\n--",
    "no length": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n\r\n",
    "a length of nonsense": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
    b"Content-Length: x\r\n\r\n",
    "less than nothing": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Length: -1\r\n\r\n",
    "two lengths": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a length and pieces": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "pieces of nonsense": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a piece that ends wrongly": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n2\r\nabcd\r\n0\r\n\r\n",
    "a piece without end": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
    "pieces packed": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
    b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "an expectation of nobody": b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
    b"Expect: the-impossible\r\nContent-Length: 2\r\n\r\n{}",
    "another protocol": b"GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
}
# Answered with the page by one version of the library or another; none of it does any harm.
HARMLESS = ("a whole address", "another protocol", "a header that goes on", "a header with a zero")
