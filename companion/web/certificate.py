"""The certificate of a page: made by ``deploy/club``, known by its fingerprint, since no authority vouches for it."""

from __future__ import annotations

import hashlib
import ssl
from dataclasses import dataclass
from pathlib import Path

from companion.files import check_private, os_reason
from companion.language.wording import Trouble
from rules.core.words import words

SHOWN = 8  # bytes of the fingerprint that people compare


@dataclass(frozen=True, slots=True)
class Certificate:
    """``fingerprint``: how its SHA-256 begins, as browsers write it."""

    context: ssl.SSLContext
    fingerprint: str


def read_certificate(path: Path) -> Certificate:
    """Key and certificate from one file; raises ``Trouble`` if they cannot be used or others can read them."""
    check_private(path)
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path, password="")
        text = path.read_text("ascii")
        shown = text[text.index(ssl.PEM_HEADER) : text.index(ssl.PEM_FOOTER) + len(ssl.PEM_FOOTER)]
        digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).digest()
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) and error.strerror else type(error).__name__
        raise Trouble(words("clubhouse.trouble.certificate", file=str(path), reason=reason)) from error
    return Certificate(context, digest[:SHOWN].hex(":").upper())
