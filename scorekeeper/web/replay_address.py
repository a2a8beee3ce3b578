"""A whole record as a piece of an address: a step of a hand can be kept, shared, and gone back to.

Nothing is stored for it, on the server or on the phone. A hand of one to three thousand characters
comes to less than 1,500 here; what is longer than some servers allow in an address is refused.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

LONGEST_TEXT = 20_000
"""Characters of a record: a long hand with every card known has half of it."""
LONGEST = 3_400
"""Characters of an address that a record may take; servers refuse lines beyond 4,000."""

_RAW = -zlib.MAX_WBITS
_LINE_END = re.compile(r"\r\n|\r|\n")


class NoRecordError(Exception):
    """A piece of an address that holds no whole record."""


class TooLongError(Exception):
    """A record that is longer than an address can be."""


def pack(text: str) -> str:
    """The record for an address. Raises `TooLongError`.

    Where it is too long with its comments, it goes without; its lines keep their numbers.
    """
    for shorter in (text, _without_comments(text)):
        if len(shorter) <= LONGEST_TEXT:
            packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
            data = packer.compress(shorter.encode()) + packer.flush()
            packed = base64.urlsafe_b64encode(data).decode().rstrip("=")
            if len(packed) <= LONGEST:
                return packed
    raise TooLongError


def unpack(packed: str) -> str:
    """The record of an address. Raises `NoRecordError`; unpacks no more than a record has."""
    if not 0 < len(packed) <= LONGEST:
        raise NoRecordError
    try:
        padded = packed.encode("ascii") + b"=" * (-len(packed) % 4)
        data = base64.b64decode(padded, altchars=b"-_", validate=True)
        opened = zlib.decompressobj(_RAW)
        text = opened.decompress(data, 4 * LONGEST_TEXT).decode()
    except (ValueError, binascii.Error, zlib.error):
        raise NoRecordError from None
    if not opened.eof or opened.unused_data or len(text) > LONGEST_TEXT:
        raise NoRecordError
    return text


def _without_comments(text: str) -> str:
    return "\n".join([line.partition("#")[0].rstrip() for line in _LINE_END.split(text)])
