"""A facts file as QR codes that another box reads from the screen: compressed, split, numbered, with a checksum."""

from __future__ import annotations

import re
import zlib
from base64 import b32decode, b32encode
from binascii import Error as Base32Error
from dataclasses import dataclass, field

from companion.facts.file import LARGEST_FILE
from companion.language.wording import Trouble
from rules.core.words import words

SIZE = 380  # characters per code: about 90 modules across, readable by a camera half a metre away
MOST = 99  # codes; a full box takes about 9
_CODE = re.compile(r"TC1-([0-9A-F]{8})-([1-9][0-9]?)-([1-9][0-9]?)-([A-Z2-7]{1,400})")


def codes_of(text: str) -> tuple[str, ...]:
    """The codes to show one after the other; order and repetition do not matter."""
    packed = b32encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    parts = [packed[start : start + SIZE] for start in range(0, len(packed), SIZE)]
    if len(parts) > MOST:
        raise Trouble(words("facts.codes.too_many", most=MOST))
    total = f"{zlib.crc32(packed.encode()):08X}"
    return tuple(f"TC1-{total}-{number}-{len(parts)}-{part}" for number, part in enumerate(parts, 1))


@dataclass(slots=True)
class CodeCollector:
    """The codes of one file read so far; a code of another file starts over."""

    total: str = ""
    count: int = 0
    parts: dict[int, str] = field(default_factory=dict)

    def read(self, code: str) -> bool:
        """Adds a code; whether it is one of ours."""
        found = _CODE.fullmatch(code)
        if found is None or int(found[2]) > int(found[3]):
            return False
        if (found[1], int(found[3])) != (self.total, self.count):
            self.total, self.count, self.parts = found[1], int(found[3]), {}
        self.parts[int(found[2])] = found[4]
        return True

    @property
    def is_whole(self) -> bool:
        return bool(self.count) and len(self.parts) == self.count

    def text(self) -> str:
        """The file's text; raises ``Trouble`` if the parts do not fit together or the file is too large."""
        packed = "".join(self.parts[number] for number in range(1, self.count + 1))
        if f"{zlib.crc32(packed.encode()):08X}" != self.total:
            raise Trouble(words("facts.codes.torn"))
        try:
            data = b32decode(packed + "=" * (-len(packed) % 8))
            unpacking = zlib.decompressobj()
            plain = unpacking.decompress(data, LARGEST_FILE + 1)
            if len(plain) > LARGEST_FILE or not unpacking.eof:
                raise Trouble(words("facts.codes.torn"))
            return plain.decode()
        except (Base32Error, zlib.error, UnicodeDecodeError) as error:
            raise Trouble(words("facts.codes.torn")) from error
